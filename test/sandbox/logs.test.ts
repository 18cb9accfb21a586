import fc from 'fast-check';
import type { Sandbox, SandboxMessage } from '../../sandbox';
import { get, MESSAGES, post, send } from './client';
import { start } from './running';

const HOUR_MS = 3_600_000;

const entries = async (sandbox: Sandbox, path: string): Promise<any[]> => {
	const { status, body } = await get(sandbox, path);
	expect([path, status, Object.keys(body)]).toEqual([path, 200, ['results']]);
	return body.results;
};
const idsIn = (list: any[]): string[] => list.map(({ messageId }) => messageId);

test('50 entries by default, at most 1000; a report is given once, also to parallel readers; logs stay', async () => {
	const sandbox = await start();
	await send(
		sandbox,
		Array.from({ length: 1200 }, (_, n) => `4179${1_000_000 + n}`),
	);
	await sandbox.advance(400);
	const read: any[] = [];
	for (const [query, count] of [
		['', 50],
		['limit=', 50],
		['limit=10', 10],
		['limit=9999', 1000],
	] as const) {
		expect(await entries(sandbox, `/sms/1/logs?${query}`)).toHaveLength(count);
		const reports = await entries(sandbox, `/sms/1/reports?${query}`);
		expect(reports).toHaveLength(count);
		read.push(...reports);
	}
	read.push(
		...(await Promise.all(Array.from({ length: 8 }, () => entries(sandbox, '/sms/1/reports?limit=30')))).flat(),
	);
	expect([read.length, new Set(idsIn(read)).size]).toEqual([1200, 1200]);
});

/** What a filter asks about a message; its name in version 3 if it is another. */
interface Filter {
	name: string;
	third?: string;
	isList?: boolean;
	of: (message: SandboxMessage) => string | undefined;
}
const FILTERS: Filter[] = [
	{ name: 'from', third: 'sender', of: ({ from }) => from },
	{ name: 'to', third: 'destination', of: ({ to }) => to },
	{ name: 'entityId', of: ({ entityId }) => entityId },
	{ name: 'applicationId', of: ({ applicationId }) => applicationId },
	{ name: 'generalStatus', of: ({ status }) => status.groupName },
	{ name: 'mcc', of: ({ mccMnc }) => mccMnc.slice(0, 3) },
	{ name: 'messageId', isList: true, of: ({ messageId }) => messageId },
	{ name: 'bulkId', isList: true, of: ({ bulkId }) => bulkId },
	{ name: 'campaignReferenceId', isList: true, of: ({ campaignReferenceId }) => campaignReferenceId },
];
const MNC: Filter = { name: 'mnc', of: ({ mccMnc }) => mccMnc.slice(3) };

/** Messages with few different values. */
const COUNT = 40;
const few = fc.constantFrom('a', 'b');
const messages = fc.record({
	isVersion3: fc.boolean(),
	to: fc.constantFrom('41793026727', '447911123456', '19990200270', '19990100600'),
	...{ from: few, bulkId: few, campaignReferenceId: few, platform: fc.record({ entityId: few, applicationId: few }) },
});

/** How clients write lists and times. */
const LISTS: Array<(name: string, values: string[]) => string[][]> = [
	(name, values) => [[name, values.join()]],
	(name, values) => values.map((value) => [name, value]),
	(name, values) => values.map((value) => [`${name}[]`, value]),
];
const iso = (time: number) => new Date(time).toISOString();
const TIMES: Array<(time: number) => string> = [
	(time) => iso(time).replace('Z', '+0000'),
	(time) => iso(time).replace('.000Z', 'Z'),
	(time) => iso(time + HOUR_MS).replace('Z', '+01:00'),
	(time) => iso(time - 3 * HOUR_MS).replace('Z', '000-0300'),
];

/** A query for what messages at these places have. */
const place = fc.nat({ max: COUNT - 1 });
const queries = fc.record({
	isVersion3: fc.boolean(),
	asked: fc.uniqueArray(
		fc.record({ filter: fc.constantFrom(...FILTERS), places: fc.array(place, { minLength: 1, maxLength: 3 }) }),
		{ maxLength: 3, selector: ({ filter }) => filter },
	),
	...{ since: fc.option(place), until: fc.option(place), limit: fc.integer({ min: 1, max: 9 }), withMnc: fc.boolean() },
	...{ writeList: fc.constantFrom(...LISTS), writeTime: fc.constantFrom(...TIMES) },
});

test.each([
	['newestFirst', 'inclusive'],
	['oldestFirst', 'exclusive'],
	['unordered', 'inclusive'],
] as const)(
	'logs, %s, bounds %s: all that matches, in this order, up to the limit; with cursors to the end',
	async (logOrder, logBounds) => {
		const most = 7;
		const sandbox = await start({
			logOrder,
			logBounds,
			mostResults: most,
			logsPerMinute: 1e6,
			sendVersions: ['1', '3'],
		});
		const sendOne = async ({ isVersion3, to, from, bulkId, platform, campaignReferenceId }: (typeof sent)[number]) => {
			const [first, content] = [{ from, ...platform, campaignReferenceId }, { text: 'Hi' }];
			const third = { sender: from, content, destinations: [{ to }], options: { platform, campaignReferenceId } };
			if (isVersion3) await post(sandbox, MESSAGES, { messages: [third], options: { schedule: { bulkId } } });
			else await send(sandbox, to, first, { bulkId });
			await sandbox.advance(1000);
		};
		const sent = fc.sample(messages, { numRuns: COUNT, seed: 7 });
		for (const message of sent) await sendOne(message);
		const inward = logBounds === 'exclusive' ? 1 : 0;

		await fc.assert(
			fc.asyncProperty(queries, async ({ isVersion3, asked, since, until, limit, withMnc, writeList, writeTime }) => {
				const all = [...sandbox.messages];
				const timeAt = (at: number | null) => (at === null ? undefined : all[at]!.sentAt!);
				const filters = asked.flatMap(({ filter, places }) => {
					const some = filter.isList ? places : places.slice(0, 1);
					const one = { filter, values: some.map((at) => filter.of(all[at]!)!) };
					return filter.name === 'mcc' && withMnc ? [one, { filter: MNC, values: [MNC.of(all[some[0]!]!)!] }] : [one];
				});
				const [first = -Infinity, last = Infinity] = [timeAt(since), timeAt(until)];
				const matching = all.filter(
					(message) =>
						filters.every(({ filter, values }) => values.includes(filter.of(message)!)) &&
						message.sentAt! >= first + inward &&
						message.sentAt! <= last - inward,
				);
				const expected = idsIn(logOrder === 'newestFirst' ? matching.reverse() : matching);
				const inOrder = (ids: string[]) => (logOrder === 'unordered' ? [...ids].sort() : ids);

				const query = new URLSearchParams([
					...filters.flatMap(({ filter: { name, third = name, isList }, values }) =>
						(isList ? writeList : LISTS[0]!)(isVersion3 ? third : name, values),
					),
					...(since === null ? [] : [['sentSince', writeTime(first)]]),
					...(until === null ? [] : [['sentUntil', writeTime(last)]]),
					...[
						['limit', String(limit)],
						['unknown', '1'],
						['bulkId', ''],
					],
				]);
				const path = `/sms/${isVersion3 ? 3 : 1}/logs`;
				const size = Math.min(limit, most);
				const found = idsIn(await entries(sandbox, `${path}?${query}`));
				expect(found).toHaveLength(Math.min(size, expected.length));
				if (logOrder === 'unordered') expect(expected).toEqual(expect.arrayContaining(found));
				else expect(found).toEqual(expected.slice(0, size));
				if (!isVersion3) return;
				const listed: string[] = [];
				for (let next: string | undefined = `useCursor=true&${query}`; next !== undefined; ) {
					const { results, cursor }: any = (await get(sandbox, `${path}?${next}`)).body;
					listed.push(...idsIn(results));
					expect([results.length, cursor.limit]).toEqual([
						Math.min(size, expected.length - listed.length + results.length),
						size,
					]);
					next = cursor.nextCursor && `useCursor=true&cursor=${cursor.nextCursor}`;
					// Later messages are not in the later pages
					await sandbox.advance(1000);
					if (listed.length === size) await sendOne(sent[0]!);
				}
				expect(inOrder(listed)).toEqual(inOrder(expected));
			}),
		);
	},
);

test('120 calls a minute, then 429; other endpoints have no limit', async () => {
	const sandbox = await start();
	for (let i = 0; i < 120; i++) expect((await get(sandbox, '/sms/1/logs')).status).toBe(200);
	const refused = await get(sandbox, '/sms/1/logs');
	expect(refused).toMatchObject({
		status: 429,
		body: { requestError: { serviceException: { messageId: 'TOO_MANY_REQUESTS', text: 'Too many requests' } } },
	});
	expect(refused.headers.has('retry-after')).toBe(false);
	expect((await get(sandbox, '/sms/1/reports')).status).toBe(200);
	expect((await get(sandbox, '/sms/1/logs', 'Bearer sandbox-token')).status).toBe(200);
	await sandbox.advance(60_000);
	expect((await get(sandbox, '/sms/1/logs')).status).toBe(200);
});

test('the limit and Retry-After can be set', async () => {
	const sandbox = await start({ logsPerMinute: 1, retryAfter: true });
	expect((await get(sandbox, '/sms/1/logs')).status).toBe(200);
	await sandbox.advance(20_000);
	const refused = await get(sandbox, '/sms/1/logs');
	expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
});
