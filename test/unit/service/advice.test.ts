import { STATUSES } from '../../../sandbox/catalogue';
import { adviceFor, SENDER_RULE } from '../../../nodes/SmsMessaging/api/advice';
import { failureOfAnswer } from '../../../nodes/SmsMessaging/api/failure';

test('every failed status has its own advice, by number and by name', () => {
	const failed = [...STATUSES.values()].filter(({ groupId }) => [2, 4, 5].includes(groupId));
	expect(failed.length).toBeGreaterThan(20);
	for (const { id, name } of failed) {
		expect(adviceFor({ statusId: id })).not.toMatch(/what this status means/);
		expect(adviceFor({ status: name })).not.toMatch(/what this status means/);
		if (name !== 'REJECTED_DESTINATION')
			expect(adviceFor({ status: name })).toBe(adviceFor({ statusId: id, status: name }));
	}
});

test('only a refused sender has the rules for senders', () => {
	const adviceOn = (path: string) =>
		failureOfAnswer(
			400,
			JSON.stringify({ requestError: { serviceException: { validationErrors: { [path]: ['bad'] } } } }),
		).description;
	for (const path of ['messages[0].from', 'from']) expect(adviceOn(path)).toContain(SENDER_RULE);
	for (const path of ['messages[0].to', 'messages[0].deliveryTimeWindow.from'])
		expect(adviceOn(path)).not.toContain(SENDER_RULE);
	for (const name of ['REJECTED_SOURCE', 'REJECTED_SENDER']) expect(adviceFor({ status: name })).toContain(SENDER_RULE);
});
