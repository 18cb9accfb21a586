import { pushesToWarnOf } from '../../../nodes/SmsMessaging/notifications/warnings';
import { host } from '../../../nodes/SmsMessaging/service/host';

afterEach(() => jest.restoreAllMocks());

test('what is remembered stays small, however many triggers are guessed at', () => {
	for (let trigger = 0; trigger < 5000; trigger++) pushesToWarnOf('refused', 'workflow', `trigger-${trigger}`);
	expect((host.memory.get('warnings of pushes') as Map<string, unknown>).size).toBe(1000);
	expect(pushesToWarnOf('refused', 'workflow', 'trigger-4999')).toBeUndefined();
	expect(pushesToWarnOf('other', 'workflow', 'trigger-4999')).toBe(1);
	expect(pushesToWarnOf('refused', 'workflow', 'trigger-0')).toBe(1);
});
