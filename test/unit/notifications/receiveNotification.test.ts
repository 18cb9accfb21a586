import { receiveNotification, type TriggerSettings } from '../../../nodes/SmsMessaging/notifications/receiveNotification';
import { DELIVERED, DELIVERED_XML, EXPIRED, MINIMAL_XML } from './bodies';

const SETTINGS: TriggerSettings = { access: { kind: 'none' }, startOn: 'all', statusGroups: [], senders: [], output: 'reports', simplify: true };
const push = (body: unknown, settings: Partial<TriggerSettings> = {}, query: Record<string, unknown> = {}) =>
	receiveNotification(
		{ query, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) },
		{ ...SETTINGS, ...settings },
	);
const withStatus = (messageId: string, status: object) => ({ messageId, status });

const DELIVERED_ITEM = {
	messageId: '2250be2d4219-3af1-78856-aabe-1362af1edfd2',
	to: '41793026727',
	from: 'Gateway',
	statusGroup: 'DELIVERED',
	status: 'DELIVERED_TO_HANDSET',
	statusDescription: 'Message delivered to handset',
	errorName: 'NO_ERROR',
	errorDescription: 'No Error',
	errorPermanent: false,
	smsCount: 2,
	mccMnc: '22801',
	pricePerMessage: 0.01,
	currency: 'EUR',
	sentAt: '2026-03-04T08:58:20.323Z',
	doneAt: '2026-03-04T08:58:20.385Z',
	callbackData: 'order 66 <paid> & "sent"',
	bulkId: 'BULK-ID-123-xyz',
	entityId: 'shop-1',
	applicationId: 'orders',
};

describe('forms of a notification', () => {
	test.each([
		['the body of the interface', { results: [DELIVERED] }],
		['results that is one report', { results: DELIVERED }],
		['a list', [DELIVERED]],
		['a single report', DELIVERED],
		['XML of 2015', `<SMSReportResponse><results>${DELIVERED_XML}</results></SMSReportResponse>`],
		['XML of the OpenAPI document', `<reportResponse><results><result>${DELIVERED_XML}</result></results></reportResponse>`],
		['XML with one report', `<report>${DELIVERED_XML}</report>`],
	])('%s gives one item with typed values', (_, body) => {
		expect(push(body)).toEqual({
			statusCode: 200,
			answer: { received: 1, started: 1, filtered: 0, unreadable: 0 },
			items: [DELIVERED_ITEM],
		});
	});

	test('several reports give an item each, in their order', () => {
		const { items } = push({ results: [EXPIRED, DELIVERED, EXPIRED] });
		expect(items.map(({ status }) => status)).toEqual(['EXPIRED_EXPIRED', 'DELIVERED_TO_HANDSET', 'EXPIRED_EXPIRED']);
	});

	test('a numeric messageId beyond 2^53 comes out exact', () => {
		expect(push('{"results":[{"messageId":1457717814630853757,"status":{"groupId":1}}]}').items).toEqual([
			{ messageId: '1457717814630853757' },
		]);
	});

	test('no item has a top-level error, which n8n would take for a failure', () => {
		for (const simplify of [true, false]) expect(push(EXPIRED, { simplify }).items[0]).not.toHaveProperty('error');
	});

	test.each([
		['an empty list of results', { results: [] }],
		['an empty list', []],
		['an empty XML response', '<SMSReportResponse/>'],
		['empty XML results', '<reportResponse><results/></reportResponse>'],
	])('%s is fine and starts nothing', (_, body) => {
		expect(push(body)).toEqual({ statusCode: 200, answer: { received: 0, started: 0, filtered: 0, unreadable: 0 }, items: [] });
	});

	test.each<[string, unknown]>([
		['nothing', ''],
		['text', 'hello'],
		['an object without results', { hello: 'world' }],
		['results that is null', { results: null }],
		['results that is a number', { results: 7 }],
		['results without reports', { results: [{ foo: 1 }, null, 'x', [DELIVERED]] }],
		['a report without messageId', { results: [{ to: '1', status: { groupId: 3 } }] }],
		['a report with a blank messageId', { messageId: ' ', status: { groupId: 3 } }],
		['a report whose messageId is an object', { messageId: {}, status: { groupId: 3 } }],
		['a report without status', { messageId: 'a' }],
		['a report whose status is text', { messageId: 'a', status: 'DELIVERED' }],
		['a report whose status is a list', { messageId: 'a', status: [] }],
		['a message received from a phone', { results: [{ messageId: 'a', from: '1', to: '2', text: 'hi' }] }],
		['the service’s own error body', { requestError: { serviceException: { messageId: 'BAD_REQUEST', text: 'Bad' } } }],
		['XML that is no report', '<html><body>hi</body></html>'],
		['XML text', '<a>hi</a>'],
		['malformed JSON', '{"results":[{'],
		['malformed XML', '<SMSReportResponse><results>'],
	])('%s is answered 400 with a reason', (_, body) => {
		const outcome = push(body);
		expect(outcome).toEqual({ statusCode: 400, answer: { message: expect.any(String) }, items: [] });
		expect(outcome.answer.message).not.toBe('');
	});

	test.each([
		['multipart/form-data; boundary=x', ''],
		['multipart/form-data', '--x'],
		['application/x-www-form-urlencoded', 'messageId=1'],
		['Application/X-WWW-Form-Urlencoded; charset=utf-8', ''],
	])('a form (%s) is answered 400: what is needed', (contentType, body) => {
		const { statusCode, answer } = receiveNotification({ query: {}, body: Buffer.from(body), contentType }, SETTINGS);
		expect([statusCode, answer.message]).toEqual([400, expect.stringMatching(/^The body is a form \(.+\), but a notification has to be JSON or XML$/)]);
	});

	test('a report that only claims to be a form is taken', () => {
		const body = Buffer.from(JSON.stringify(DELIVERED));
		expect(receiveNotification({ query: {}, body, contentType: 'application/x-www-form-urlencoded' }, SETTINGS).statusCode).toBe(200);
	});

	test('reports among other things start the run', () => {
		const outcome = push({ results: [null, DELIVERED, { foo: 1 }, 'x', EXPIRED] });
		expect(outcome.answer).toEqual({ received: 2, started: 2, filtered: 0, unreadable: 3 });
		expect(outcome.items.map(({ to }) => to)).toEqual([DELIVERED.to, EXPIRED.to]);
	});

	test('thousands of reports in one push all come out', () => {
		const results = Array.from({ length: 5000 }, (_, index) => ({ ...DELIVERED, messageId: `m-${index}` }));
		const { items } = push({ results });
		expect(items).toHaveLength(5000);
		expect(items[4999]).toMatchObject({ messageId: 'm-4999' });
	});
});

describe('Simplify off', () => {
	test('adds the report untouched, with fields that nobody knows', () => {
		const report = { ...DELIVERED, messageCount: 0, platform: { entity: null, tags: ['a'] } };
		expect(push({ results: [report] }, { simplify: false }).items).toEqual([{ ...DELIVERED_ITEM, report }]);
	});

	test('gives the same from XML', () => {
		const { items } = push(`<report>${DELIVERED_XML}<platform><tag>a</tag></platform></report>`, { simplify: false });
		expect(items).toEqual([{ ...DELIVERED_ITEM, report: { ...DELIVERED, platform: { tag: 'a' } } }]);
	});
});

describe('one item per notification', () => {
	test('holds all reports in one list', () => {
		const { items } = push({ results: [DELIVERED, EXPIRED] }, { output: 'notification' });
		expect(items).toEqual([{ reports: [DELIVERED_ITEM, expect.objectContaining({ status: 'EXPIRED_EXPIRED' })] }]);
	});

	test('holds only the selected ones, and there is none without them', () => {
		const selectOnly = (statusGroups: string[]) => push({ results: [DELIVERED, EXPIRED] }, { output: 'notification', startOn: 'groups', statusGroups }).items;
		expect(selectOnly(['EXPIRED'])).toEqual([{ reports: [expect.objectContaining({ statusGroup: 'EXPIRED' })] }]);
		expect(selectOnly(['REJECTED'])).toEqual([]);
	});
});

describe('status groups', () => {
	const results = [
		withStatus('accepted', { groupId: 0, groupName: 'ACCEPTED' }),
		withStatus('pending', { groupId: 1, groupName: 'PENDING' }),
		withStatus('undeliverable', { groupId: 2, groupName: 'UNDELIVERABLE' }),
		withStatus('delivered', { groupId: 3, groupName: 'DELIVERED' }),
		withStatus('expired', { groupId: 4, groupName: 'EXPIRED' }),
		withStatus('rejected', { groupId: 5, groupName: 'REJECTED' }),
		withStatus('by name only', { groupName: 'delivered' }),
		withStatus('by id only', { groupId: '3' }),
		withStatus('new group', { groupId: 42, groupName: 'SEEN' }),
		withStatus('no group', {}),
		withStatus('odd group', { groupName: { toString: 1 }, groupId: [] }),
	];
	const idsOf = (settings: Partial<TriggerSettings>) => push({ results }, settings).items.map(({ messageId }) => messageId);
	const unknown = ['new group', 'no group', 'odd group'];
	const failed = ['undeliverable', 'expired', 'rejected'];

	test('all reports: known or not', () => {
		expect(idsOf({ startOn: 'all' })).toEqual(results.map(({ messageId }) => messageId));
	});

	test('final reports: groups 2 to 5, and groups that nobody knows', () => {
		expect(idsOf({ startOn: 'final' })).toEqual(['undeliverable', 'delivered', 'expired', 'rejected', 'by name only', 'by id only', ...unknown]);
	});

	test('failed messages', () => {
		expect(idsOf({ startOn: 'failed' })).toEqual(failed);
	});

	test.each([
		[['DELIVERED'], ['delivered', 'by name only', 'by id only']],
		[['UNDELIVERABLE', 'EXPIRED', 'REJECTED'], ['undeliverable', 'expired', 'rejected']],
		[['ACCEPTED', 'PENDING'], ['accepted', 'pending']],
	])('%j lets only these pass', (statusGroups, expected) => {
		expect(idsOf({ startOn: 'groups', statusGroups })).toEqual(expected);
	});

	test('what is filtered is answered 200 all the same', () => {
		expect(push({ results: [EXPIRED] }, { startOn: 'groups', statusGroups: ['DELIVERED'] })).toEqual({
			statusCode: 200,
			answer: { received: 1, started: 0, filtered: 1, unreadable: 0 },
			items: [],
		});
	});

	test('XML statuses are compared alike', () => {
		expect(push(`<report>${MINIMAL_XML}</report>`, { startOn: 'groups', statusGroups: ['PENDING'] }).items).toHaveLength(1);
	});
});

describe('callback data and sender', () => {
	const results = ['order-1', 'order-22', 'Order-1', 'reorder-1', 'order-', '', undefined, 7].map((callbackData, index) => ({
		...withStatus(String(index), { groupId: 3 }),
		from: index % 2 === 0 ? 'Shop' : 447700900,
		callbackData,
	}));
	const callbackDataOf = (settings: Partial<TriggerSettings>) =>
		push({ results }, { ...settings, simplify: false }).items.map(({ report }) => (report as { callbackData?: unknown }).callbackData);

	test.each([
		['order-*', ['order-1', 'order-22', 'order-']],
		['order-?', ['order-1']],
		['*-1', ['order-1', 'Order-1', 'reorder-1']],
		['*order-*2', ['order-22']],
		['order-1', ['order-1']],
		['?', [7]],
		['*', ['order-1', 'order-22', 'Order-1', 'reorder-1', 'order-', '', undefined, 7]],
		['**1*', ['order-1', 'Order-1', 'reorder-1']],
		['.*', []],
	])('callback data like %s', (callbackDataPattern, expected) => {
		expect(callbackDataOf({ callbackDataPattern })).toEqual(expected);
	});

	test('a pattern of many stars and a long text take no time to speak of', () => {
		const { answer } = push([{ ...withStatus('a', { groupId: 3 }), callbackData: 'a'.repeat(4000) }], { callbackDataPattern: `${'*a'.repeat(500)}*b` });
		expect(answer).toMatchObject({ filtered: 1 });
	});

	test('only these senders, text or number', () => {
		expect(callbackDataOf({ senders: ['447700900'] })).toEqual(['order-22', 'reorder-1', '', 7]);
		expect(callbackDataOf({ senders: ['Shop', 'Other'] })).toHaveLength(4);
		expect(callbackDataOf({ senders: ['shop'] })).toEqual([]);
	});
});

describe('callback data that this package or JSON has made', () => {
	const itemFor = (callbackData: string, settings: Partial<TriggerSettings> = {}) => push([{ ...withStatus('a', { groupId: 3 }), callbackData }], settings).items[0];

	test.each([
		['a reference', '{"n8nReference":42}', { reference: 42 }],
		['a reference beside callback data', '{"n8nReference":"row-42","callbackData":"spring"}', { reference: 'row-42', callbackData: 'spring' }],
		['JSON of a user', '{"reference":42}', { callbackData: '{"reference":42}' }],
		['JSON of a user that looks alike', '{"n8nReference":42,"more":1}', { callbackData: '{"n8nReference":42,"more":1}' }],
		['a text about it', 'n8nReference', { callbackData: 'n8nReference' }],
	])('%s', (_, callbackData, expected) => {
		expect(itemFor(callbackData)).toEqual({ messageId: 'a', ...expected });
	});

	test.each([
		['an object', '{"order":1,"__proto__":{"x":1}}', { order: 1 }],
		['a list', '[1,2]', [1, 2]],
		['an object beside a reference', '{"n8nReference":1,"callbackData":"{\\"order\\":1}"}', { order: 1 }],
		['a text', 'order 1', 'order 1'],
		['a number', '12345678901234567890', '12345678901234567890'],
		['broken JSON', '{"order":', '{"order":'],
		['JSON that nests too deep', '['.repeat(60) + ']'.repeat(60), '['.repeat(60) + ']'.repeat(60)],
	])('unfolded: %s', (_, callbackData, expected) => {
		expect(itemFor(callbackData, { unfoldCallbackData: true })?.callbackData).toEqual(expected);
	});
});

describe('token', () => {
	const access = { kind: 'token', token: 'top-secret' } as const;

	test('refused before the body is looked at', () => {
		expect(push('{not json', { access })).toEqual({ statusCode: 401, answer: { message: expect.any(String) }, items: [] });
	});

	test('the secret is in no answer and in no item', () => {
		const query = { token: 'top-secret' };
		const outcomes = [push(DELIVERED, { access }, query), push('{', { access }, query), push(DELIVERED, { access }), push(DELIVERED, { access }, { token: 'top' })];
		expect(outcomes.map(({ statusCode }) => statusCode)).toEqual([200, 400, 401, 401]);
		expect(JSON.stringify(outcomes)).not.toContain('top-secret');
	});
});
