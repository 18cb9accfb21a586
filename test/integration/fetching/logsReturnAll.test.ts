import { type SandboxMessage, seedMessages } from '../../../sandbox';
import { differences, HOUR_MS, NO_DIFFERENCE, withSeededLogs, type LogsResult } from './seededLogs';

/** Get Logs with Return All: every message once, with any order and bounds. */

const ORDERS = ['newestFirst', 'oldestFirst', 'unordered'] as const;
const BOUNDS = ['inclusive', 'exclusive'] as const;

function expectAll(result: LogsResult, expected: SandboxMessage[]): void {
	expect(result.error).toBeUndefined();
	expect(result.failed).toEqual([]);
	expect(differences(result.ids, expected)).toEqual(NO_DIFFERENCE);
	expect(result.ids).toHaveLength(expected.length);
	expect(new Set(result.paired)).toEqual(new Set([0]));
	expect(result.hints).toEqual([]);
}

test.each(ORDERS.flatMap((logOrder) => BOUNDS.map((logBounds) => ({ logOrder, logBounds }))))(
	'6,000 messages, up to 900 of them in one millisecond: $logOrder, $logBounds bounds',
	async (service) => {
		await withSeededLogs({ count: 6000, colliding: 0.3, together: [10, 900] }, service, async ({ read, seeded }) => {
			const result = await read();
			expectAll(result, seeded);
			expect(result.calls.length).toBeLessThanOrEqual(20);
		});
	},
);

test('entries are output with their fields, newest first', async () => {
	await withSeededLogs(
		{ count: 500, colliding: 0.3 },
		{ logOrder: 'unordered', mostResults: 100 },
		async ({ read, seeded }) => {
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
		},
	);
});

test('all filters and query parameters are sent with each call, but not the limit', async () => {
	await withSeededLogs(
		{ count: 3000, colliding: 0.2, together: [10, 45] },
		{ mostResults: 50 },
		async ({ read, seeded, sandbox }) => {
			const filters = { from: 'DemoShop', generalStatus: 'DELIVERED' };
			const parameters = { limit: 7, queryParameters: { parameter: [{ name: 'campaignReferenceId', value: 'c 1' }] } };
			const expected = seeded.filter(({ from, status }) => from === 'DemoShop' && status.groupName === 'DELIVERED');
			expect(expected.length).toBeGreaterThan(200);
			expectAll(await read({ filters, parameters }), expected);
			for (const { query } of sandbox.requests) {
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

test('entries with the same message ID but other destinations or times are all output', async () => {
	await withSeededLogs({ count: 1000 }, { mostResults: 100 }, async ({ read, seeded, sandbox }) => {
		const [first, second] = [seeded[100]!, seeded[600]!];
		sandbox.store.add({ ...first, to: '4917999999999' });
		sandbox.store.add({ ...second, sentAt: second.sentAt! + 5000 });
		const { ids } = await read();
		expect(ids).toHaveLength(1002);
		for (const { messageId } of [first, second]) expect(ids.filter((id) => id === messageId)).toHaveLength(2);
	});
});

test('a hint says that logs older than 48 hours are gone', async () => {
	await withSeededLogs({}, { mostResults: 100 }, async ({ read, sandbox }) => {
		const now = sandbox.now();
		seedMessages(sandbox.store, { count: 500, from: now - 60 * HOUR_MS, until: now - 49 * HOUR_MS });
		const kept = seedMessages(sandbox.store, { count: 700, from: now - 47 * HOUR_MS, until: now - 60_000, seed: 2 });
		expectAll(await read(), kept);
		const asked = await read({ filters: { sentSince: new Date(now - 60 * HOUR_MS).toISOString() } });
		expectAll({ ...asked, hints: [] }, kept);
		expect(asked.hints).toEqual([expect.stringContaining('48 hours')]);
	});
});

describe('several input items', () => {
	test('the same query is made once, and each item gets the entries', async () => {
		await withSeededLogs({ count: 300 }, { mostResults: 100 }, async ({ read, seeded }) => {
			const alone = await read({ items: [{}] });
			const result = await read({ items: [{ row: 1 }, { row: 2 }, { row: 3 }] });
			expect(result.calls).toHaveLength(alone.calls.length);
			for (const item of [0, 1, 2]) {
				const ids = result.ids.filter((_, index) => result.paired[index] === item);
				expect(differences(ids, seeded)).toEqual(NO_DIFFERENCE);
			}
			expect(result.ids).toHaveLength(3 * 300);
		});
	});
});
