import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { getLogs } from '../../../nodes/SmsMessaging/operations/getLogs';
import type { ErrorMode } from '../../../nodes/SmsMessaging/output/errorItems';
import { host } from '../../../nodes/SmsMessaging/service/host';
import { contextOf } from '../sending/contexts';

const START = Date.parse('2030-01-31T12:00:00.000Z');
const HOUR_MS = 3_600_000;

beforeEach(() => void jest.spyOn(host, 'now').mockReturnValue(START));
afterEach(() => jest.restoreAllMocks());

/** Entries, or the status of an answer without any. */
type Answer = IDataObject[] | number;
interface Run {
	filters?: unknown;
	parameters?: IDataObject;
	/** The stored parameters, if they hold expressions. */
	stored?: IDataObject;
	/** A parameter whose expression fails. */
	broken?: string;
	mode?: ErrorMode;
	answer?: (call: { nth: number; query: URLSearchParams }) => Answer;
}

/** Runs the operation in an n8n that has only what it uses. */
async function run({ filters = {}, parameters = {}, stored = {}, broken, mode = 'continue', answer = () => [] }: Run) {
	const queries: string[] = [];
	const hints: unknown[] = [];
	const values: IDataObject = {
		output: 'entries',
		returnAll: false,
		limit: 50,
		simplify: true,
		filters: filters as IDataObject,
		queryParameters: {},
		options: {},
		...parameters,
	};
	const context = {
		...contextOf(),
		getInputData: () => [{ json: {} }],
		getTimezone: () => 'UTC',
		getExecutionCancelSignal: () => undefined,
		getCredentials: async () => ({ baseUrl: 'https://sms.example' }),
		addExecutionHints: (hint: unknown) => void hints.push(hint),
		getNodeParameter: (name: string, _: number, fallback: unknown, more?: { rawExpressions?: boolean }) => {
			if (more?.rawExpressions === true) return stored[name] ?? values[name] ?? fallback;
			if (name === broken) throw new Error('The expression fails');
			return values[name] ?? fallback;
		},
		helpers: {
			httpRequestWithAuthentication: async (_: string, { url }: { url: string }) => {
				const { search, searchParams } = new URL(url);
				const answered = answer({ nth: queries.push(search.slice(1)) - 1, query: searchParams });
				return typeof answered === 'number'
					? { statusCode: answered, headers: {}, body: [Buffer.from('{}')] }
					: { statusCode: 200, headers: {}, body: [Buffer.from(JSON.stringify({ results: answered }))] };
			},
		},
	} as unknown as IExecuteFunctions;
	const found = await getLogs.execute(context, mode).then(
		([items = []]) => ({ json: items.map(({ json }) => json), error: undefined }),
		(error: Error) => ({ json: [], error }),
	);
	return { ...found, queries, hints };
}

const info = (message: unknown) => ({ message, type: 'info', location: 'outputPane' });
const iso = (hours: number) => new Date(START + hours * HOUR_MS).toISOString();
const entry = (id: number, hours: number | undefined, more: IDataObject = {}): IDataObject => ({
	messageId: `m${id}`,
	...(hours !== undefined && { sentAt: iso(hours) }),
	...more,
});

/** Answers like a service that keeps to the times asked for. */
const inRange =
	(...entries: IDataObject[]): NonNullable<Run['answer']> =>
	({ query }) =>
		entries.filter(
			({ sentAt }) =>
				String(sentAt) >= (query.get('sentSince') ?? '') && String(sentAt) <= (query.get('sentUntil') ?? '3'),
		);

test('outputs the latest entries, newest first, up to the limit, whatever the service’s order and limit', async () => {
	const hours = fc.option(fc.integer({ min: -9, max: -1 }), { nil: undefined });
	await fc.assert(
		fc.asyncProperty(fc.array(hours, { maxLength: 7 }), fc.integer({ min: 1, max: 7 }), async (times, limit) => {
			const entries = times.map((time, id) => entry(id, time));
			const { json, queries, hints } = await run({ parameters: { limit }, answer: () => entries });
			const age = ({ sentAt }: IDataObject) => (sentAt === undefined ? Infinity : START - Date.parse(String(sentAt)));
			const latest = entries.toSorted((a, b) => (age(a) === age(b) ? 0 : age(a) - age(b))).slice(0, limit);
			expect(json.map(({ messageId }) => messageId)).toEqual(latest.map(({ messageId }) => messageId));
			expect(queries).toEqual([`limit=${limit}`]);
			const what = `returned ${times.length} entries, and Limit is ${limit}`;
			expect(hints).toEqual(times.length < limit ? [] : [info(expect.stringContaining(what))]);
		}),
		{ numRuns: 60 },
	);
});

/** What a filter asks for, and how entries show this value and another; or not at all. */
const FILTERS: Array<[filter: IDataObject, same: IDataObject, other: IDataObject]> = [
	[{ bulkId: 'b1, b2' }, { bulkId: 'b2' }, { bulkId: 'b3' }],
	[{ messageId: '17' }, { messageId: 17 }, { messageId: 'm1' }],
	[{ from: 'Mine' }, { from: 'Mine' }, { from: 'Other' }],
	[{ to: '436601234567' }, { to: '+43 660 1234567' }, { to: '436601234568' }],
	[{ generalStatus: 'DELIVERED' }, { status: { groupId: 3 } }, { status: { groupName: 'REJECTED' } }],
	[{ mcc: '232' }, { mccMnc: '23201' }, { mccmnc: '26201' }],
	[{ mcc: '232', mnc: '01' }, { mccMnc: '23201' }, { mccMnc: '23203' }],
	[{ sentSince: iso(-2), sentUntil: iso(-1) }, { sentAt: iso(-1) }, { sentAt: iso(-3) }],
];

test.each(FILTERS)('%j: entries with another value are removed, and counted', async (filters, same, other) => {
	const shown = fc.array(fc.constantFrom<[IDataObject, boolean]>([same, true], [other, false], [{}, true]));
	await fc.assert(
		fc.asyncProperty(
			shown,
			fc.constantFrom({ limit: 50 }, { returnAll: !('sentSince' in filters) }),
			async (entries, parameters) => {
				const listed = entries.map(([more], id) => ({ sentAt: iso(-1.5), text: `n${id}`, ...more }));
				const { json, hints } = await run({ filters, parameters, answer: () => listed });
				const expected = entries.flatMap(([, isIn], id) => (isIn ? [`n${id}`] : []));
				expect(json.map(({ text }) => text).sort()).toEqual(expected.sort());
				const left = entries.length - expected.length;
				expect(hints).toEqual(left === 0 ? [] : [info(expect.stringContaining(`not match the filters (${left})`))]);
			},
		),
		{ numRuns: 20 },
	);
});

test('entries without a time are output once, with a hint', async () => {
	const undated = [entry(1, undefined), entry(2, undefined), entry(1, undefined, { to: '436601234567' })];
	const dated = Array.from({ length: 60 }, (_, id) => entry(100 + id, -1 - id / 10));
	const { json, hints } = await run({
		parameters: { returnAll: true },
		answer: (call) => [...undated, ...(inRange(...dated)(call) as IDataObject[])],
	});
	expect(json).toHaveLength(63);
	expect(hints).toEqual([info(expect.stringContaining('3 log entries do not say when they were sent'))]);
});

describe('no request is made', () => {
	const empty = 'is empty; check its expression';
	test.each<[string, Run, string]>([
		[
			'a filter whose expression returns nothing',
			{ filters: { to: '', from: '' }, stored: { filters: { to: '={{ $json.to }}', from: '' } } },
			`'to' ${empty}`,
		],
		[
			'filters that an expression gives',
			{ filters: { bulkId: [' '] }, stored: { filters: '={{ $json }}' } },
			`'bulkId' ${empty}`,
		],
		[
			'a time that ends before it begins',
			{ filters: { sentSince: iso(-1), sentUntil: '2030-01-31T13:59:59+03:00' } },
			"'sentUntil' is before",
		],
		[
			'a query parameter that has a filter',
			{ parameters: { queryParameters: { parameter: [{ name: 'bulkId', value: 'b' }] } } },
			"'queryParameters' contains 'bulkId'",
		],
	])('%s', async (_, faulty, fault) => {
		const { error, queries } = await run({ ...faulty, mode: 'stop' });
		expect([error?.message, queries]).toEqual([expect.stringContaining(fault), []]);
	});

	test('an empty filter is ignored', async () => {
		const { error, queries } = await run({ filters: { to: '' }, stored: { filters: { to: '' } } });
		expect([error, queries]).toEqual([undefined, ['limit=50']]);
	});
});
