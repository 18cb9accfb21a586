import { requestsToLog } from '../../../nodes/SmsMessaging/notifications/logLines';
import { host } from '../../../nodes/SmsMessaging/service/host';

afterEach(() => jest.restoreAllMocks());

test('the trigger that was warned of last is forgotten last, however long it has been known', () => {
	host.memory.delete('log lines of requests');
	const elapsed = jest.spyOn(host, 'elapsed').mockReturnValue(0);
	const warnOf = (trigger: number) => requestsToLog('refused', 'workflow', `trigger-${trigger}`);
	for (let trigger = 0; trigger < 1000; trigger++) warnOf(trigger);
	elapsed.mockReturnValue(60_000);
	expect([0, 1000].map(warnOf)).toEqual([1, 1]);
	elapsed.mockReturnValue(60_001);
	expect([0, 1000].map(warnOf)).toEqual([undefined, undefined]);
});

test('what is remembered stays small, however many triggers are guessed at', () => {
	for (let trigger = 0; trigger < 5000; trigger++) requestsToLog('refused', 'workflow', `trigger-${trigger}`);
	expect((host.memory.get('log lines of requests') as Map<string, unknown>).size).toBe(1000);
	expect(requestsToLog('refused', 'workflow', 'trigger-4999')).toBeUndefined();
	expect(requestsToLog('other', 'workflow', 'trigger-4999')).toBe(1);
	expect(requestsToLog('refused', 'workflow', 'trigger-0')).toBe(1);
});
