import { refusalsToLog } from '../../../nodes/SmsMessaging/notifications/refusalLog';
import { host } from '../../../nodes/SmsMessaging/service/host';

test('what is remembered stays small, however many triggers are guessed at', () => {
	for (let trigger = 0; trigger < 5000; trigger++) refusalsToLog('workflow', `trigger-${trigger}`);
	expect((host.memory.get('refused pushes') as Map<string, unknown>).size).toBe(1000);
	expect(refusalsToLog('workflow', 'trigger-4999')).toBeUndefined();
	expect(refusalsToLog('workflow', 'trigger-0')).toBe(1);
});
