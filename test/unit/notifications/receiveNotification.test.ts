import {
	receiveNotification,
	type ClaimEntries,
	type PushSettings,
} from '../../../nodes/SmsMessaging/notifications/receiveNotification';
import type { NotificationRequest } from '../../../nodes/SmsMessaging/notifications/receiveBody';
import { readEntry } from '../../../nodes/SmsMessaging/api/entry';
import { presentEntry } from '../../../nodes/SmsMessaging/entries/presentEntry';
import { claim } from '../../../nodes/SmsMessaging/notifications/reportMemory';
import { exampleHints } from '../../../nodes/SmsMessaging/notifications/triggerPanel';
import { DELIVERED, DELIVERED_XML, EXAMPLE_REPORT } from './bodies';

const SETTINGS: PushSettings = {
	authenticate: () => undefined,
	allowedAddresses: undefined,
	startOn: 'all',
	statusGroups: [],
	senders: [],
	output: 'reports',
	simplify: true,
};
const claimAll: ClaimEntries = (reports) => reports;
const receive = async (
	{ body = Buffer.of(), ...request }: Partial<NotificationRequest> & { body?: Uint8Array },
	settings: Partial<PushSettings> = {},
	claimEntries = claimAll,
) =>
	await receiveNotification(
		{ query: {}, rawHeaders: [], readBody: async () => body, ...request },
		{ ...SETTINGS, ...settings },
		claimEntries,
	);
const push = async (body: unknown, settings: Partial<PushSettings> = {}) =>
	await receive({ body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }, settings);

/** What is in it: test/unit/api/entry.test.ts. */
const DELIVERED_ITEM = presentEntry('report', readEntry(DELIVERED), { simplify: true });

/** The usual ones: test/world/http/bodies.ts. */
describe('formats of a push', () => {
	test.each([
		['results that is one report', { results: DELIVERED }],
		['an envelope with an ID and a status of its own', { messageId: 'p', status: { code: 0 }, results: [DELIVERED] }],
		['the same around one report', { messageId: 'p', status: { code: 0 }, results: DELIVERED }],
		['a report that has results of its own', { ...DELIVERED, results: 7 }],
		['a single report', DELIVERED],
		['XML with one report', `<report>${DELIVERED_XML}</report>`],
	])('%s gives one item with typed values', async (_, body) => {
		expect(await push(body)).toEqual({
			statusCode: 200,
			answer: { received: 1, started: 1, filtered: 0, repeated: 0, unreadable: 0 },
			items: [DELIVERED_ITEM],
		});
	});

	test.each([
		['an empty list of results', { results: [] }],
		['an empty list', []],
		['an empty XML response', '<SMSReportResponse/>'],
		['empty XML results', '<reportResponse><results/></reportResponse>'],
		['XML results that are nil', '<reportResponse><results xsi:nil="true"/></reportResponse>'],
	])('%s is answered 200 and starts nothing', async (_, body) => {
		expect(await push(body)).toEqual({
			statusCode: 200,
			answer: { received: 0, started: 0, filtered: 0, repeated: 0, unreadable: 0 },
			items: [],
		});
	});

	test.each<[string, unknown]>([
		['an object without results', { hello: 'world' }],
		['results that is null', { results: null }],
		['results that is another object', { results: { foo: 1 } }],
		['results without reports', { results: [{ foo: 1 }, null, 'x', [DELIVERED]] }],
		['a report without messageId', { results: [{ to: '1', status: { groupId: 3 } }] }],
		['a report with a blank messageId', { messageId: ' ', status: { groupId: 3 } }],
		['a report whose messageId is an object', { messageId: {}, status: { groupId: 3 } }],
		['a report whose status is text', { messageId: 'a', status: 'DELIVERED' }],
		['a report whose status is a list', { messageId: 'a', status: [] }],
		['a message received from a phone', { results: [{ messageId: 'a', from: '1', to: '2', text: 'hi' }] }],
		['the service’s own error body', { requestError: { serviceException: { messageId: 'BAD_REQUEST', text: 'Bad' } } }],
		['XML text', '<a>hi</a>'],
		['an empty XML element', '<a/>'],
		['an XML element that is nil', '<a xsi:nil="true"/>'],
		['an empty XML element whose name only begins like that of reports', '<reportResponseError/>'],
		['text where XML has reports', '<SMSReportResponse>hi</SMSReportResponse>'],
		['text where XML has results', '<SMSReportResponse><results>hi</results></SMSReportResponse>'],
	])('%s is answered 400 with a reason', async (_, body) => {
		expect(await push(body)).toEqual({ statusCode: 400, answer: { message: expect.stringMatching(/./) }, items: [] });
	});

	test('too many entries are answered 400', async () => {
		const withOthers = (count: number) => push(JSON.stringify([DELIVERED, ...Array(count - 1).fill(1)]));
		expect((await withOthers(10_000)).answer).toMatchObject({ received: 1, unreadable: 9999 });
		expect(await withOthers(10_001)).toEqual({
			statusCode: 400,
			answer: { message: expect.stringMatching(/10001.*10000/) },
			items: [],
		});
	});
});

test.each([
	['an object', '{"order":1,"__proto__":{"x":1}}', { order: 1 }],
	['a list', '[1,2]', [1, 2]],
	['a text', 'order 1', 'order 1'],
	['a number', '12345678901234567890', '12345678901234567890'],
	['broken JSON', '{"order":', '{"order":'],
	['JSON that nests too deep', '['.repeat(60) + ']'.repeat(60), '['.repeat(60) + ']'.repeat(60)],
])('callback data in JSON that is %s', async (_, callbackData, expected) => {
	const { items } = await push({ ...DELIVERED, callbackData }, { unfoldCallbackData: true });
	expect(items).toMatchObject([{ callbackData: expected }]);
});

test('the body of an unauthorized sender is not read', async () => {
	const readBody = async (): Promise<never> => {
		throw new Error('read');
	};
	expect((await receive({ readBody }, { authenticate: () => 'no' })).statusCode).toBe(401);
});

test('unusual values have valid keys, by which repeats are found', async () => {
	const odd = [{ toString: 1 }, [{ toString: null }], { toString: 2 }, {}, [], true, null, 5, '5'].map((to) => ({
		...DELIVERED,
		to,
		error: { id: to },
	}));
	const body = Buffer.from(JSON.stringify([...odd, ...odd]));
	const claimOnce: ClaimEntries = (reports) => claim('trigger', reports, { statusCode: 200, once: () => {} });
	expect((await receive({ body }, {}, claimOnce)).answer).toMatchObject({ received: 18, started: 7, repeated: 11 });
});

test('the example in the panel is the real output', async () => {
	const { items } = await push({ results: [EXAMPLE_REPORT] });
	expect(JSON.parse(/<pre>(.*)<\/pre>/s.exec(exampleHints[0]!.message)![1]!)).toEqual(items[0]);
});
