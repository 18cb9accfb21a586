import type { SandboxMessage, SandboxOptions } from '../../../sandbox';
import { differences, NO_DIFFERENCE, withSeededLogs, type LogsResult } from './seededLogs';

/** Get Logs with Return All: every message one time, on services of all kinds. */

const ORDERS = ['newestFirst', 'oldestFirst', 'unordered'] as const;
const BOUNDS = ['inclusive', 'exclusive'] as const;

/** An answer without an order is cut in halves until each is whole: a tree of calls whose leaves are seldom full. */
const mostCalls = (count: number, perCall: number, order: SandboxOptions['logOrder']): number =>
	order === 'unordered' ? (3.7 * count) / perCall + 5 : (1.3 * count) / perCall + 5;

function expectAll(result: LogsResult, expected: SandboxMessage[]): void {
	expect(result.error).toBeUndefined();
	expect(result.failed).toEqual([]);
	expect(differences(result.ids, expected)).toEqual(NO_DIFFERENCE);
	expect(result.ids).toHaveLength(expected.length);
	expect(new Set(result.paired)).toEqual(new Set([0]));
	expect(result.hints).toEqual([]);
}

/** Smaller logs are read in the simulated world (test/world/logs). */
const cases = ORDERS.flatMap((logOrder) =>
	BOUNDS.map((logBounds) => ({
		logOrder,
		logBounds,
		mostResults: 1000,
		count: logBounds === 'inclusive' ? 6000 : 3000,
		together: [10, 900] as const,
	})),
);

test.each(cases)(
	'$count messages, $logOrder, $logBounds bounds, $mostResults a call',
	async ({ count, together, ...service }) => {
		await withSeededLogs({ count, colliding: 0.3, together }, service, async ({ read, seeded }) => {
			const result = await read();
			expectAll(result, seeded);
			expect(result.calls.length).toBeLessThanOrEqual(mostCalls(count, service.mostResults, service.logOrder));
			expect(result.calls.length).toBeGreaterThanOrEqual(count / service.mostResults);
		});
	},
);

test('entries come out with their fields, the latest first', async () => {
	for (const logOrder of ORDERS) {
		await withSeededLogs({ count: 500, colliding: 0.3 }, { logOrder, mostResults: 100 }, async ({ read, seeded }) => {
			const { json } = await read();
			const times = json.map(({ sentAt }) => String(sentAt));
			expect(times).toEqual([...times].sort().reverse());
			const { messageId, to, from, text, smsCount, mccMnc, status, pricePerMessage, currency } = seeded[100]!;
			expect(json.find((item) => item.messageId === messageId)).toMatchObject({
				to,
				from,
				text,
				smsCount,
				mccMnc,
				pricePerMessage,
				currency,
				statusGroup: status.groupName,
				sentAt: new Date(seeded[100]!.sentAt!).toISOString(),
			});
		});
	}
});

test('with Simplify off the entry stays exactly as received', async () => {
	await withSeededLogs({ count: 300, colliding: 0.3 }, { mostResults: 100 }, async ({ read, sandbox }) => {
		const { json } = await read({ parameters: { simplify: false } });
		const received = new Map(
			sandbox.requests
				.flatMap(({ responseBody }) => responseBody.results)
				.map((entry: { messageId: string }) => [entry.messageId, entry]),
		);
		expect(json.map(({ log }) => log)).toEqual(json.map(({ messageId }) => received.get(messageId as string)));
	});
});

test('all other filters and query parameters travel with every call but the one that asks for all, and the limit of the user does not', async () => {
	await withSeededLogs(
		{ count: 3000, colliding: 0.2, together: [10, 45] },
		{ mostResults: 50 },
		async ({ read, seeded, sandbox }) => {
			const filters = { from: 'DemoShop', generalStatus: 'DELIVERED' };
			const parameters = { limit: 7, queryParameters: { parameter: [{ name: 'campaignReferenceId', value: 'c 1' }] } };
			const expected = seeded.filter(({ from, status }) => from === 'DemoShop' && status.groupName === 'DELIVERED');
			expect(expected.length).toBeGreaterThan(200);
			expectAll(await read({ filters, parameters }), expected);
			expect(sandbox.requests.length).toBeGreaterThan(4);
			const narrowed = sandbox.requests.filter(({ query }) => JSON.stringify(query) !== '{"limit":"1000"}');
			expect(narrowed.length).toBeGreaterThanOrEqual(sandbox.requests.length - 1);
			for (const { query } of narrowed) {
				expect(query).toMatchObject({
					from: 'DemoShop',
					generalStatus: 'DELIVERED',
					campaignReferenceId: 'c 1',
					limit: '1000',
				});
			}
		},
	);
});

describe('several input items', () => {
	test('the same question is asked once, and each item gets the entries', async () => {
		await withSeededLogs(
			{ count: 300, colliding: 0.3, together: [10, 90] },
			{ mostResults: 100 },
			async ({ read, seeded }) => {
				const alone = await read({ items: [{}] });
				const result = await read({ items: [{ row: 1 }, { row: 2 }, { row: 3 }] });
				expect(result.calls).toHaveLength(alone.calls.length);
				for (const item of [0, 1, 2])
					expect(
						differences(
							result.ids.filter((_, index) => result.paired[index] === item),
							seeded,
						),
					).toEqual(NO_DIFFERENCE);
				expect(result.ids).toHaveLength(3 * 300);
			},
		);
	});

	test('each item gets what it asked for', async () => {
		await withSeededLogs(
			{ count: 1200, colliding: 0.3, together: [10, 90] },
			{ mostResults: 100 },
			async ({ read, seeded }) => {
				const items = [{ sender: 'DemoShop' }, { sender: 'nobody' }, { sender: 'DemoBank' }, { sender: 'DemoShop' }];
				const result = await read({ items, filters: { from: '={{ $json.sender }}' } });
				items.forEach(({ sender }, item) => {
					const got = result.ids.filter((_, index) => result.paired[index] === item);
					expect(
						differences(
							got,
							seeded.filter(({ from }) => from === sender),
						),
					).toEqual(NO_DIFFERENCE);
				});
				const askedFor = result.calls.map(({ query }) => query.from ?? null);
				expect(new Set(askedFor.filter((from) => from !== null))).toEqual(new Set(['DemoShop', 'nobody', 'DemoBank']));
				expect(askedFor.filter((from) => from === null).length).toBeLessThanOrEqual(1);
			},
		);
	});
});
