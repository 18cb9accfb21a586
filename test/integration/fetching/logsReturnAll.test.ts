import { type SandboxMessage, type SandboxOptions, type Seeding, seedMessages } from '../../../sandbox';
import { changedEntries, reversedEntries, slow } from '../../support/faults/faults';
import { differences, HOUR_MS, NO_DIFFERENCE, withSeededLogs, type LogsResult } from './seededLogs';

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

test.each([0, 1, 9, 10, 11, 49, 50, 51, 100, 101, 1000, 1001])('%i messages', async (count) => {
	await withSeededLogs({ count }, {}, async ({ read, seeded }) => {
		const result = await read();
		expect(differences(result.ids, seeded)).toEqual(NO_DIFFERENCE);
		// Whether the service gives more than one entry in a call does not show
		expect(result.hints).toEqual(
			count === 1 ? [expect.stringContaining('It does not say whether these are all.')] : [],
		);
		expect(result.calls.length).toBeLessThanOrEqual(count === 0 ? 1 : count < 10 ? 4 : 3 + (1.3 * count) / 1000);
	});
});

test.each(['newestFirst', 'oldestFirst'] as const)(
	'%s: few messages, and an answer holds now more of them, now fewer',
	async (logOrder) => {
		let calls = 0;
		const fewer = changedEntries('fewer entries', (entries) => entries.slice(0, 5 - (calls++ % 3)));
		await withSeededLogs(
			{ count: 8 },
			{ logOrder },
			async ({ read, seeded }) => expectAll(await read(), seeded),
			() => fewer,
		);
	},
);

test.each(['newestFirst', 'oldestFirst'] as const)(
	'%s cut off, and sorted the other way round then: all come out',
	async (logOrder) => {
		await withSeededLogs(
			{ count: 350, colliding: 0.3, together: [2, 9] },
			{ logOrder, mostResults: 100 },
			async ({ read, seeded }) => {
				const result = await read();
				expectAll(result, seeded);
				expect(result.calls.length).toBeLessThanOrEqual(mostCalls(350, 100, 'unordered') + 1);
			},
			() => reversedEntries,
		);
	},
);

test('an answer that held everything does not show where others are cut off', async () => {
	await withSeededLogs(
		{ count: 350 },
		{ mostResults: 100 },
		async ({ read, seeded }) => {
			// The first question has fewer entries than one call returns
			const items = [seeded.at(-40)!.sentAt!, seeded[0]!.sentAt!].map((at) => ({ since: new Date(at).toISOString() }));
			const { ids, hints } = await read({ items, filters: { sentSince: '={{ $json.since }}' } });
			expect([ids.length, hints]).toEqual([40 + 350, []]);
		},
		() => reversedEntries,
	);
});

test('several questions: whether the order can be trusted is checked once', async () => {
	await withSeededLogs({ count: 950 }, { mostResults: 100 }, async ({ read, seeded }) => {
		const items = [41, 42].map((hours) => ({ since: new Date(Date.now() - hours * HOUR_MS).toISOString() }));
		const filters = { sentSince: '={{ $json.since }}' };
		const alone = await Promise.all(items.map(async (item) => (await read({ items: [item], filters })).calls.length));
		const { calls, ids, hints } = await read({ items, filters });
		expect([ids.length, hints]).toEqual([2 * seeded.length, []]);
		expect(calls.length).toBeLessThan(alone[0]! + alone[1]!);
	});
});

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

test('nothing was sent in the range: no items, and one call', async () => {
	const iso = (time: number) => new Date(time).toISOString();
	await withSeededLogs({ count: 500, colliding: 0.3 }, {}, async ({ read, seeded }) => {
		const before = seeded[0]!.sentAt! - HOUR_MS;
		const result = await read({ filters: { sentSince: iso(before - HOUR_MS), sentUntil: iso(before) } });
		expectAll({ ...result, paired: [0] }, []);
		expect(result.calls).toHaveLength(1);
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

test.each(ORDERS)('%s: messages that are sent while the logs are read do not disturb', async (logOrder) => {
	let sendMore = () => {};
	await withSeededLogs(
		{ count: 1500, colliding: 0.3, together: [10, 90] },
		{ logOrder, mostResults: 100 },
		async ({ read, seeded, sandbox }) => {
			const sentMeanwhile: SandboxMessage[] = [];
			sendMore = () => {
				const now = sandbox.now();
				sentMeanwhile.push(
					...seedMessages(sandbox.store, { count: 3, from: now, until: now, seed: 100 + sentMeanwhile.length }),
				);
			};
			const result = await read();
			expect(sentMeanwhile.length).toBeGreaterThan(40);
			const { missing, unexpected, twice } = differences(result.ids, [...seeded, ...sentMeanwhile]);
			expect({ unexpected, twice }).toEqual({ unexpected: [], twice: [] });
			const early = new Set(seeded.map(({ messageId }) => messageId));
			expect(missing.filter((id) => early.has(id))).toEqual([]);
			expect(
				differences(
					result.ids.filter((id) => early.has(id)),
					seeded,
				),
			).toEqual(NO_DIFFERENCE);
			expect(result.calls.length).toBeLessThanOrEqual(mostCalls(1500, 100, logOrder) + 10);
		},
		() => {
			sendMore();
			return slow(20);
		},
	);
});

test('newestFirst: messages that fill the answer to the call that asks again leave the order as it is', async () => {
	let sendMore = () => {};
	await withSeededLogs(
		{ count: 1500 },
		{ logOrder: 'newestFirst', mostResults: 100 },
		async ({ read, seeded, sandbox }) => {
			const from = sandbox.now();
			let seed = 100;
			sendMore = () => {
				seedMessages(sandbox.store, { count: 3, from, until: sandbox.now(), seed: seed++ });
			};
			const { ids, calls, hints } = await read();
			expect(differences(ids, seeded).missing).toEqual([]);
			expect(calls.length).toBeLessThanOrEqual(mostCalls(1500, 100, 'newestFirst'));
			expect(hints).toEqual([]);
		},
		() => {
			sendMore();
			return slow(20);
		},
	);
});

describe('what makes an entry the same', () => {
	test.each(ORDERS)(
		'%s: a message ID of several destinations, or of several times, is as many entries',
		async (logOrder) => {
			await withSeededLogs(
				{ count: 1000, colliding: 0.3, together: [10, 90] },
				{ logOrder, mostResults: 100 },
				async ({ read, seeded, sandbox }) => {
					const [first, second] = [seeded[100]!, seeded[600]!];
					sandbox.store.add({ ...first, to: '4917999999999' });
					sandbox.store.add({ ...second, sentAt: second.sentAt! + 5000 });
					const { json, ids } = await read();
					expect(ids).toHaveLength(1002);
					const of = (messageId: string) =>
						json
							.filter((item) => item.messageId === messageId)
							.map(({ to, sentAt }) => [to, Date.parse(String(sentAt))]);
					expect(of(first.messageId).sort()).toEqual(
						[
							[first.to, first.sentAt],
							['4917999999999', first.sentAt],
						].sort(),
					);
					expect(of(second.messageId)).toEqual([
						[second.to, second.sentAt! + 5000],
						[second.to, second.sentAt],
					]);
				},
			);
		},
	);
});

test('entries that do not say when they were sent: what one call gives, and a statement', async () => {
	const timeless = changedEntries('no times', (entries) => entries.map(({ sentAt: _, ...entry }) => entry));
	await withSeededLogs(
		{ count: 800 },
		{ mostResults: 100 },
		async ({ read }) => {
			const result = await read();
			expect([result.error, new Set(result.ids).size, result.ids.length]).toEqual([undefined, 100, 100]);
			expect(result.hints).toHaveLength(1);
			expect(result.calls.length).toBeLessThanOrEqual(3);
		},
		() => timeless,
	);
});

describe('48 hours', () => {
	const age = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();
	const seedings = (now: number): Seeding[] => [
		{ count: 500, from: now - 60 * HOUR_MS, until: now - 49 * HOUR_MS },
		{ count: 700, from: now - 47 * HOUR_MS, until: now - 60_000, seed: 2 },
	];

	test.each(ORDERS)(
		'%s: older entries are not there, which ends the walk; who asks for more is told',
		async (logOrder) => {
			await withSeededLogs({}, { logOrder, mostResults: 100 }, async ({ read, sandbox }) => {
				const [, kept] = seedings(sandbox.now()).map((seeding) => seedMessages(sandbox.store, seeding));
				expectAll(await read(), kept!);
				expectAll(await read({ filters: { sentSince: age(47.5) } }), kept!);
				const asked = await read({ filters: { sentSince: age(60) } });
				expectAll({ ...asked, hints: [] }, kept!);
				expect(asked.hints).toEqual([expect.stringContaining('48 hours')]);
			});
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
				const askedFor = result.calls.map(({ request }) => new URL(request.url, 'http://x').searchParams.get('from'));
				expect(new Set(askedFor.filter((from) => from !== null))).toEqual(new Set(['DemoShop', 'nobody', 'DemoBank']));
				expect(askedFor.filter((from) => from === null).length).toBeLessThanOrEqual(1);
			},
		);
	});
});
