import type { LogOrder, SandboxMessage, SandboxOptions } from '../../../sandbox';
import { changedEntries } from '../../support/faults/faults';
import { CONTINUE, ERROR_OUTPUT } from '../smsNode';
import { differences, HOUR_MS, NO_DIFFERENCE, withSeededLogs, type LogsResult, type SeededLogs } from './seededLogs';

/** More messages in one millisecond than the service gives in one call. */

/** In full size where nothing else is told, with a fifth of it elsewhere. */
const SERVICES = (['newestFirst', 'oldestFirst', 'unordered'] as const).flatMap((logOrder: LogOrder) =>
	(['inclusive', 'exclusive'] as const).map((logBounds) => ({
		logOrder,
		logBounds,
		mostResults: logOrder === 'newestFirst' && logBounds === 'inclusive' ? 1000 : 200,
	})),
);

const AGO_MS = 20 * HOUR_MS;

interface Crowd {
	count: number;
	alike?: boolean;
}

async function withCrowd(
	crowd: Crowd,
	options: SandboxOptions,
	test: (logs: SeededLogs, at: number) => Promise<void>,
	around = 2.5 * (options.mostResults ?? 1000),
): Promise<void> {
	const at = Date.now() - AGO_MS;
	await withSeededLogs(
		{ count: around, colliding: 0.3, together: [10, 45], crowd: { ...crowd, at } },
		options,
		async (logs) => await test(logs, at),
	);
}

const iso = (time: number) => new Date(time).toISOString();
const crowdOf = (seeded: SandboxMessage[], at: number) => seeded.filter(({ sentAt }) => sentAt === at);

/** All are there; who cannot be sure of that says so, and of which instant. */
function expectWhole(result: LogsResult, seeded: SandboxMessage[], at: number): void {
	expect(result.error).toBeUndefined();
	expect(differences(result.ids, seeded)).toEqual(NO_DIFFERENCE);
	for (const hint of result.hints) {
		expect(hint).toContain(iso(at));
		expect(hint.match(/\d{4}-\d\d-\d\dT/g)).toHaveLength(1);
		expect(hint).toContain(`(${crowdOf(seeded, at).length} read)`);
	}
}

describe.each(SERVICES)('$logOrder, $logBounds bounds, $mostResults a call', (service) => {
	const { mostResults } = service;

	test('each status group of the instant fits a call: whole, and no hint', async () => {
		await withCrowd({ count: (11 * mostResults) / 10 }, service, async ({ read, seeded }) => {
			const result = await read();
			expect(differences(result.ids, seeded)).toEqual(NO_DIFFERENCE);
			expect([result.error, result.failed, result.hints]).toEqual([undefined, [], []]);
		});
	});

	test.each([1.5, 5])('%f times as many messages of one instant, of many networks: all come out', async (times) => {
		await withCrowd({ count: times * mostResults }, service, async ({ read, seeded }, at) => {
			const result = await read();
			expectWhole(result, seeded, at);
			expect(result.calls.length).toBeLessThan(70);
		});
	});

	test('an instant that no filter narrows: what calls give, the rest whole, and a statement that names it', async () => {
		// What is surely cut off is said as an error, too; nobody gives more than 1,000
		await withCrowd(
			{ count: 1600, alike: true },
			{ ...service, mostResults: 1000 },
			async ({ read, seeded }, at) => {
				const result = await read({ settings: CONTINUE });
				expect(result.error).toBeUndefined();
				const crowd = new Set(crowdOf(seeded, at).map(({ messageId }) => messageId));
				const others = seeded.filter(({ messageId }) => !crowd.has(messageId));
				expect(
					differences(
						result.ids.filter((id) => !crowd.has(id)),
						others,
					),
				).toEqual(NO_DIFFERENCE);
				const ofCrowd = result.ids.filter((id) => crowd.has(id));
				expect(new Set(ofCrowd).size).toBe(ofCrowd.length);
				// Without an order different calls cut off different entries
				if (service.logOrder === 'unordered') expect(ofCrowd.length).toBeGreaterThanOrEqual(1000);
				else expect(ofCrowd).toHaveLength(1000);
				const statement = [expect.stringContaining(iso(at)), expect.stringContaining(`(${ofCrowd.length} read)`)];
				for (const part of statement) expect(result.hints).toEqual([part]);
				const [error] = result.json.filter((json) => 'error' in json);
				for (const part of statement) expect(error!.error).toEqual(part);
				expect(JSON.stringify(error!.details)).toContain(iso(at));
				expect(result.calls.length).toBeLessThan(50);
			},
			500,
		);
	});
});

test.each([50, 250, 1000])(
	'nothing but one instant, on a service that gives %i entries a call: all, or a statement',
	async (mostResults) => {
		await withCrowd(
			{ count: 3 * mostResults, alike: true },
			{ mostResults },
			async ({ read }, at) => {
				const result = await read({ filters: { sentSince: iso(at), sentUntil: iso(at) } });
				expect(result.ids).toHaveLength(mostResults);
				expect(result.hints).toEqual([expect.stringContaining(iso(at))]);
			},
			0,
		);
	},
);

test('with the error output the statement goes there, and the entries go on', async () => {
	await withCrowd(
		{ count: 1200, alike: true },
		{},
		async ({ read, seeded }, at) => {
			const result = await read({ settings: ERROR_OUTPUT });
			expect(result.ids).toHaveLength(seeded.length - 200);
			expect(result.failed.map(({ json }) => json.error)).toEqual([expect.stringContaining(iso(at))]);
		},
		500,
	);
});

test('filters of the user are not given up for narrowing', async () => {
	await withCrowd({ count: 600 }, { mostResults: 200 }, async ({ read, seeded, sandbox }, at) => {
		const result = await read({ filters: { generalStatus: 'DELIVERED' } });
		expectWhole(
			result,
			seeded.filter(({ status }) => status.groupName === 'DELIVERED'),
			at,
		);
		expect(sandbox.requests.filter(({ query }) => query.generalStatus !== 'DELIVERED').length).toBeLessThanOrEqual(1);
	});
});

test('a service that shows whole seconds only: each message one time', async () => {
	const wholeSeconds = changedEntries('whole seconds', (entries) =>
		entries.map(({ sentAt, ...entry }) => ({ ...entry, sentAt: sentAt.replace(/\.\d+/, '.000') })),
	);
	await withSeededLogs(
		{ count: 600, colliding: 0.3, together: [10, 45] },
		{ mostResults: 100 },
		async ({ read, seeded }) => {
			const result = await read();
			expect(differences(result.ids, seeded)).toEqual(NO_DIFFERENCE);
		},
		() => wholeSeconds,
	);
});
