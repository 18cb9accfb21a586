import type { INodeParameters } from 'n8n-workflow';

import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { seedMessages, startSandbox } from '../../../sandbox';
import { runAnswered, type ScriptedAnswer } from '../scriptedService';
import { CONTINUE, credentialFor, ERROR_OUTPUT, hintsOf, runSms, sandboxForEach, SMS, STOP } from '../smsNode';

const HOUR_MS = 3_600_000;

const node = sandboxForEach({ delays: { enrouteMs: 0, finalMs: 0 } });
const fetchWith = async (operation: string, parameters: object = {}, items?: Array<Record<string, any>>) =>
	await node.run({ operation, ...parameters }, { items });
const queries = () => node.sandbox.requests.map(({ query }) => query);

/** Sends to these numbers in one request, and lets the messages reach their final status. */
async function sendTo(numbers: string[], bulkId: string): Promise<void> {
	const to = numbers.map((number, index) => ({ to: number, messageId: `${bulkId}-${index}` }));
	await node.send([{}], { to, messageOptions: { bulkId } });
	await node.sandbox.advance(1000);
	node.sandbox.requests.length = 0;
}

test('a status group is written as people do; one that is none, and a code of other digits, are faults', async () => {
	const logsOf = async (filters: object) => await node.run({ operation: 'getLogs', filters }, { settings: CONTINUE });
	await logsOf({ generalStatus: '={{ "Delivered" }}' });
	expect(queries()).toMatchObject([{ generalStatus: 'DELIVERED' }]);
	for (const filters of [{ generalStatus: '={{ "Sent" }}' }, { mcc: '={{ 32 }}' }, { mcc: '232', mnc: '={{ 1 }}' }])
		expect((await logsOf(filters)).json).toMatchObject([{ details: { faults: [expect.anything()] } }]);
	expect(node.sandbox.requests).toHaveLength(1);
});

describe.each(['getLogs', 'getReports'])('%s', (operation) => {
	test.each(['returnAll', 'simplify'])('%s counts for all items, so that one that differs is a fault', async (name) => {
		const { error } = await fetchWith(operation, { [name]: '={{ $json.isOn }}' }, [{ isOn: false }, { isOn: true }]);
		expect(error?.message).toContain('2 items');
		expect(node.sandbox.requests).toEqual([]);
		expect((await fetchWith(operation, { [name]: '={{ "true" }}' })).error).toBeUndefined();
		expect(node.sandbox.requests).toHaveLength(1);
	});

	test('without a limit, the default of the service applies', async () => {
		for (const limit of ['', null, '  ']) await fetchWith(operation, { limit });
		expect(queries()).toEqual(Array(3).fill({ limit: '50' }));
	});

	test.each([
		['a list with commas', ' bulk-2 , bulk-0,, bulk-2 ,'],
		['an array', ['bulk-2', '', null, ' bulk-0', 'bulk-2']],
		['an array of lists', ['bulk-2,bulk-0', 'bulk-2']],
	])('several IDs, %s, are one list for logs, and separate calls for reports', async (_, id) => {
		await sendTo(['436600000001', '436600000002', '436600000003'], 'bulk');
		const { json } = await fetchWith(operation, { filters: { messageId: '={{ $json.id }}' } }, [{ id }]);
		const lists = queries().map(({ messageId }) => String(messageId).split(','));
		expect(lists).toHaveLength(operation === 'getLogs' ? 1 : 2);
		expect(new Set(lists.flat())).toEqual(new Set(['bulk-2', 'bulk-0']));
		expect(json.map(({ messageId }) => messageId).sort()).toEqual(['bulk-0', 'bulk-2']);
	});

	test('additional query parameters are sent unchanged, also repeated names; empty ones are not', async () => {
		const parameter = [
			{ name: 'applicationId', value: 'a b&c=ü+1' },
			{ name: 'campaignReferenceId', value: '1' },
			{ name: 'campaignReferenceId', value: '={{ 2 }}' },
			{ name: 'entityId', value: '' },
			{ name: '', value: '' },
		];
		const { error } = await fetchWith(operation, { filters: { bulkId: 'b' }, queryParameters: { parameter } });
		expect(error).toBeUndefined();
		const sent = { applicationId: 'a b&c=ü+1', campaignReferenceId: ['1', '2'] };
		expect(queries()).toEqual([{ bulkId: 'b', ...sent, limit: '50' }]);
	});

	test('ids above 2^53 stay exact, at every depth', async () => {
		const entry =
			'{"messageId":1457717814630853757,"bulkId":-9223372036854775808,"smsCount":1,"price":{"pricePerMessage":0.01},"more":{"id":[1457717814630853758]}}';
		const parameters = { operation, simplify: false };
		const { json } = await runAnswered({ body: `{"results":[${entry}]}` }, { parameters });
		expect(json[0]).toMatchObject({
			messageId: '1457717814630853757',
			bulkId: '-9223372036854775808',
			smsCount: 1,
			pricePerMessage: 0.01,
		});
		expect(json[0]![operation === 'getLogs' ? 'log' : 'report']).toMatchObject({
			more: { id: ['1457717814630853758'] },
		});
	});
});

test('Return All: each call has all filters and query parameters; items that ask the same get copies', async () => {
	const narrow = await startSandbox({ mostResults: 50, logOrder: 'unordered', logsPerMinute: 100_000 });
	const now = narrow.now();
	seedMessages(narrow.store, { count: 1500, from: now - 40 * HOUR_MS, until: now - HOUR_MS });
	for (const message of narrow.store.all) message.campaignReferenceId = 'c 1';
	const wanted = narrow.messages.filter((one) => one.from === 'DemoShop' && one.status.groupName === 'DELIVERED');
	const { json, paired } = await runSms({
		parameters: {
			operation: 'getLogs',
			returnAll: true,
			limit: 7,
			simplify: false,
			filters: { from: 'DemoShop', generalStatus: 'DELIVERED' },
			queryParameters: { parameter: [{ name: 'campaignReferenceId', value: 'c 1' }] },
		},
		items: [{ row: 1 }, { row: 2 }],
		credential: credentialFor(narrow),
	});
	const asked = { from: 'DemoShop', generalStatus: 'DELIVERED', campaignReferenceId: 'c 1', limit: '1000' };
	for (const { query } of narrow.requests) expect(query).toMatchObject(asked);
	await narrow.stop();
	expect(narrow.requests.length).toBeGreaterThan(3);
	expect(wanted.length).toBeGreaterThan(100);
	const [first, second] = [0, 1].map((item) => json.filter((__, index) => paired[index] === item));
	expect(first!.map(({ messageId }) => messageId).sort()).toEqual(wanted.map(({ messageId }) => messageId).sort());
	expect(first!.map(({ sentAt }) => sentAt)).toEqual(
		first!
			.map(({ sentAt }) => sentAt)
			.toSorted()
			.toReversed(),
	);
	expect(second).toEqual(first);
	expect(second![0]!.log).not.toBe(first![0]!.log);
});

const iso = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

describe('a service that ignores filters, order and limit', () => {
	const getLogs = async (parameters: INodeParameters, entries: object[]) => {
		const results = entries.map((entry, id) => ({ sentAt: iso(-1.5), text: `n${id}`, ...entry }));
		const result = await runAnswered({ body: { results } }, { parameters: { operation: 'getLogs', ...parameters } });
		return { texts: result.json.map(({ text }) => text), hints: hintsOf(result) };
	};

	/** What a filter asks for, and how entries show this value and another; or not at all. */
	test.each<[filters: INodeParameters, same: object, other: object]>([
		[{ bulkId: 'b1, b2' }, { bulkId: 'b2' }, { bulkId: 'b3' }],
		[{ messageId: '17' }, { messageId: 17 }, { messageId: 'm1' }],
		[{ from: 'Mine' }, { from: 'Mine' }, { from: 'Other' }],
		[{ to: '436601234567' }, { to: '+43 660 1234567' }, { to: '436601234568' }],
		[{ generalStatus: 'DELIVERED' }, { status: { groupId: 3 } }, { status: { groupName: 'REJECTED' } }],
		[{ mcc: '232', mnc: '01' }, { mccMnc: '23201' }, { mccmnc: '26201' }],
		[{ sentSince: iso(-2), sentUntil: iso(-1) }, { sentAt: iso(-1.2) }, { sentAt: iso(-3) }],
	])('%j: entries with another value are removed, and counted', async (filters, same, other) => {
		const { texts, hints } = await getLogs({ filters }, [same, other, {}, other]);
		expect(texts.toSorted()).toEqual(['n0', 'n2']);
		expect(hints).toEqual([expect.stringContaining('not match the filters (2)')]);
	});

	test('the latest entries are output, newest first, up to the limit', async () => {
		const entries = [-3, undefined, -1, -4, -2].map((hours) => ({ sentAt: hours && iso(hours) }));
		expect((await getLogs({ limit: 3 }, entries)).texts).toEqual(['n2', 'n4', 'n0']);
	});

	test('entries without a time are output once, with a hint', async () => {
		const undated = [{ to: '1' }, { to: '2' }].map((entry) => ({ messageId: 'm', sentAt: undefined, ...entry }));
		const { texts, hints } = await getLogs({ returnAll: true }, undated);
		expect([texts, hints]).toEqual([['n0', 'n1'], [expect.stringContaining('2 log entries do not say when')]]);
	});
});

test('filters that ask for nothing: an empty one is ignored, an empty expression or a time that ends early is an error', async () => {
	expect((await fetchWith('getLogs', { filters: { to: '' } })).error).toBeUndefined();
	expect(node.sandbox.requests).toHaveLength(1);
	const faulty: INodeParameters[] = [
		{ filters: { to: '={{ $json.to }}' } },
		{ filters: { sentSince: iso(-1), sentUntil: iso(-2) } },
		// A whole day is meant
		{ filters: { sentSince: '2030-01-31', sentUntil: '2030-01-31' } },
	];
	for (const parameters of faulty) {
		const { error } = await fetchWith('getLogs', parameters);
		expect(error?.message).toMatch(/^'/);
	}
	expect(node.sandbox.requests).toHaveLength(1);
});

describe('preset time ranges', () => {
	const run = async (filters: object, items?: Array<Record<string, any>>) =>
		await node.run({ operation: 'getLogs', filters }, { items, timezone: 'Europe/Vienna' });
	afterEach(() => jest.restoreAllMocks());

	test.each([
		['lastHour', '2026-03-29T19:00:00', undefined],
		// The day has 23 hours
		['today', '2026-03-28T23:00:00', undefined],
		['yesterday', '2026-03-27T23:00:00', '2026-03-28T22:59:59'],
		['last48Hours', '2026-03-27T20:01:00', undefined],
	])('%s, in the workflow’s time zone, in one call for all items', async (sent, sentSince, sentUntil) => {
		let now = Date.parse('2026-03-29T20:00:00Z');
		jest.spyOn(host, 'now').mockImplementation(() => now++);
		const result = await run({ sent: '={{ $json.sent }}' }, [{ sent }, { sent }]);
		expect(result.error).toBeUndefined();
		// The clock runs: the milliseconds do not matter
		const toTheSecond = (time: unknown) => (time === undefined ? undefined : String(time).slice(0, 19));
		const [query, ...others] = queries();
		expect([toTheSecond(query!.sentSince), toTheSecond(query!.sentUntil)]).toEqual([sentSince, sentUntil]);
		expect(others).toEqual([]);
		expect(hintsOf(result)).toEqual([]);
	});

	test.each([{ sentSince: '2026-03-29' }, { sentUntil: '2026-03-29T12:00' }])(
		'with %j in addition, no request is made',
		async (exact) => {
			const { error } = await run({ sent: 'today', ...exact });
			expect(error?.message).toMatch(/sentSince|Sent Since/);
			expect(node.sandbox.requests).toEqual([]);
		},
	);
});

test.each([
	['without a limit', { limit: '' }, /50 reports.*Limit is 50.*Return All/],
	['with a limit above that of one call', { limit: 5000 }, /1000 reports, and Limit is 5000/],
])('%s, a hint says that there may be more reports', async (_, parameters, hint) => {
	const now = node.sandbox.now();
	seedMessages(node.sandbox.store, { count: 1200, from: now - 40 * HOUR_MS, until: now - HOUR_MS, reports: true });
	expect(hintsOf(await fetchWith('getReports', parameters))).toEqual([expect.stringMatching(hint)]);
});

test('without new reports, one hint says so', async () => {
	const bulks = [{ bulk: 'once' }, { bulk: 'never' }];
	const { json, task } = await fetchWith('getReports', { filters: { bulkId: '={{ $json.bulk }}' } }, bulks);
	expect(json).toEqual([]);
	const message = expect.stringMatching(/^No new delivery reports.*Always Output Data.* \[item 0 and 1 more\]$/);
	expect(task(SMS)?.hints).toEqual([{ type: 'info', message, location: 'outputPane' }]);
});

describe('Sent by Execution', () => {
	async function sendIn(executionId: string, numbers: string[], parameters: object = {}): Promise<void> {
		const own = { options: { messagesPerRequest: 1 }, ...parameters };
		await node.send(
			numbers.map((to) => ({ to })),
			own,
			{ start: { additionalData: { executionId } } },
		);
		await node.sandbox.advance(1000);
	}

	const find = async (sentByExecution: unknown, parameters: object = {}, filters: object = {}) =>
		await fetchWith('getLogs', { filters: { ...filters, sentByExecution }, ...parameters });

	const NUMBERS = ['436600000001', '436600000002'];

	test('all messages that one execution has sent', async () => {
		await sendIn('7', NUMBERS);
		await sendIn('71', ['436600000005']);
		await sendIn('7', ['436600000006', '436600000007'], { operation: 'sendBinary', hex: '48' });
		for (const number of ['7', 7, ' 7 ', '={{ 7 }}'])
			expect((await find(number)).json.map(({ to }) => to).sort()).toEqual([
				...NUMBERS,
				'436600000006',
				'436600000007',
			]);
		expect((await find('71')).json.map(({ to }) => to)).toEqual(['436600000005']);
	});

	test('other filters apply too, and a summary counts only its messages', async () => {
		await sendIn('7', NUMBERS);
		await sendIn('8', ['436600000005']);
		expect((await find('7', {}, { to: NUMBERS[1] })).json.map(({ to }) => to)).toEqual([NUMBERS[1]]);
		const { json } = await find('7', { output: 'summaryHtml' });
		expect(json).toEqual([expect.objectContaining({ messages: 2, complete: true })]);
	});

	test('nothing found: a hint says what cannot be found', async () => {
		await sendIn('7', ['436600000001'], { messageOptions: { bulkId: 'mine' } });
		const found = await find('7');
		expect([found.error, found.json]).toEqual([undefined, []]);
		expect(hintsOf(found)).toContainEqual(expect.stringContaining('your own Bulk ID'));
	});

	test('logs without bulk IDs may be of the execution: that is an error item, since the rest would be sent again', async () => {
		const parameters = { operation: 'getLogs', filters: { sentByExecution: '7' } };
		const answer = { body: { results: [{ to: '436600000001', messageId: 'm' }] } };
		const found = await runAnswered(answer, { parameters, settings: ERROR_OUTPUT });
		expect(found.json).toEqual([]);
		expect(found.failed).toHaveLength(1);
	});

	test.each(['abc', '7,8', '-1', '={{ "" }}'])('%s is not an execution ID: no request is made', async (number) => {
		const { error } = await find(number);
		expect(error?.message).toContain("'Sent by Execution'");
		expect(node.sandbox.requests).toEqual([]);
	});
});

/** Get Reports with a service that answers otherwise than the sandbox, which keeps to the interface. */
const fetchFrom = async (answer: ScriptedAnswer, settings = STOP) =>
	await runAnswered(answer, { parameters: { operation: 'getReports' }, settings });

test.each([
	['a list', '[{"messageId":"a","to":"436601234567"}]'],
	['a single report', '{"messageId":"a","to":"436601234567"}'],
	['half an answer', '{"results":[{"messageId":"a","to":"4366'],
])('%s instead of reports is in the error unchanged, since it cannot be fetched again', async (_name, body) => {
	for (const settings of [STOP, CONTINUE]) {
		const { error, json } = await fetchFrom({ body }, settings);
		const details =
			settings === STOP ? (error as { context?: { data?: object } } | undefined)?.context?.data : json[0]!.details;
		expect(details).toMatchObject({ answer: body, httpStatus: 200 });
	}
});

test('an answer in another charset is decoded', async () => {
	const report = { messageId: 'a', to: '436601234567', status: { groupId: 3 }, callbackData: 'Müller' };
	const body = Buffer.from(JSON.stringify({ results: [report] }), 'latin1');
	const headers = { 'Content-Type': 'application/json;charset=ISO-8859-1' };
	expect((await fetchFrom({ body, headers })).json).toMatchObject([{ messageId: 'a', callbackData: 'Müller' }]);
});
