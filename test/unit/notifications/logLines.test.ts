import { requestsToLog } from '../../../nodes/SmsMessaging/notifications/logLines';
import { host } from '../../../nodes/SmsMessaging/service/host';

test('what is remembered stays small, however many triggers are guessed at', () => {
	for (let trigger = 0; trigger < 5000; trigger++) requestsToLog('refused', 'workflow', `trigger-${trigger}`);
	expect((host.memory.get('log lines of requests') as Map<string, unknown>).size).toBe(1000);
	expect(requestsToLog('refused', 'workflow', 'trigger-4999')).toBeUndefined();
	expect(requestsToLog('other', 'workflow', 'trigger-4999')).toBe(1);
	expect(requestsToLog('refused', 'workflow', 'trigger-0')).toBe(1);
});
