import type { RequestSettings } from '../../../nodes/SmsMessaging/fields/request';
import { planRequests, requestBody, type PlannedMessage } from '../../../nodes/SmsMessaging/sending/plan';
import { growthOverTenfold, PROPORTIONAL } from '../../growth';

const message = (itemIndex: number, settings: RequestSettings = {}): PlannedMessage => ({
	itemIndex,
	destinations: [{ to: `4366${itemIndex}` }],
	message: { destinations: [{ to: `4366${itemIndex}` }], text: 'Hello' },
	settings,
});
const itemsOf = (messages: PlannedMessage[], perRequest: number) =>
	planRequests(messages, perRequest).map((request) => request.messages.map(({ itemIndex }) => itemIndex));

test.each([
	[0, 3, []],
	[1, 3, [[0]]],
	[3, 3, [[0, 1, 2]]],
	[4, 3, [[0, 1, 2], [3]]],
	[3, 1, [[0], [1], [2]]],
])('%p messages, at most %p in a request: %j', (count, perRequest, expected) => {
	expect(itemsOf(Array.from({ length: count }, (_, index) => message(index)), perRequest)).toEqual(expected);
});

test('messages with different settings are kept apart, each kind in the order of the input', () => {
	const [a, b] = [{ bulkId: 'a' }, { bulkId: 'b' }];
	const messages = [message(0, a), message(1, b), message(2), message(3, a), message(4, a), message(5, b)];
	expect(itemsOf(messages, 2)).toEqual([[0, 3], [1, 5], [2], [4]]);
});

test.each<[string, RequestSettings, RequestSettings]>([
	['bulkId', { bulkId: 'a' }, {}],
	['tracking.track', { tracking: { track: 'SMS' } }, { tracking: { track: 'URL' } }],
	['tracking.type', { tracking: { track: 'SMS', type: 'a' } }, { tracking: { track: 'SMS' } }],
	['extra fields', { extraFields: { a: { b: 1 } } }, { extraFields: { a: { b: 2 } } }],
	['a bulkId and an extra field of the same text', { bulkId: 'x' }, { extraFields: { bulkId: 'x' } }],
])('%s keeps requests apart', (_, first, second) => {
	expect(itemsOf([message(0, first), message(1, second), message(2, structuredClone(first))], 100)).toEqual([[0, 2], [1]]);
});

test('the body holds the settings, the messages, and the extra fields beside them', () => {
	const [request] = planRequests([message(0, { bulkId: 'b', tracking: { track: 'SMS' }, extraFields: { more: true, tracking: { processKey: 'k' } } })], 10);
	expect(requestBody(request!)).toEqual({
		bulkId: 'b',
		tracking: { track: 'SMS', processKey: 'k' },
		messages: [{ destinations: [{ to: '43660' }], text: 'Hello' }],
		more: true,
	});
	expect(requestBody(planRequests([message(0)], 10)[0]!)).toEqual({ messages: [{ destinations: [{ to: '43660' }], text: 'Hello' }] });
});

test('100,000 messages of seven settings make 1,001 requests; the time grows in proportion', () => {
	const messagesOf = (count: number) => Array.from({ length: count }, (_, index) => message(index, { bulkId: String(index % 7) }));
	expect(planRequests(messagesOf(100_000), 100)).toHaveLength(1001);
	const growth = growthOverTenfold((count) => {
		const messages = messagesOf(count);
		return () => planRequests(messages, 100);
	}, 10_000);
	expect(growth).toBeLessThan(PROPORTIONAL);
});
