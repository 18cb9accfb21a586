import fc from 'fast-check';

import type { Query } from '../../../nodes/SmsMessaging/fields/queryParameters';
import { LogHabits } from '../../../nodes/SmsMessaging/fetching/logHabits';
import type { TimeRange } from '../../../nodes/SmsMessaging/fetching/timeRange';
import { LogWalk } from '../../../nodes/SmsMessaging/fetching/walkLogs';
import { fromInstant } from '../../../nodes/SmsMessaging/service/dateTime';
import { host } from '../../../nodes/SmsMessaging/service/host';
import { FAILURE, HOUR_MS, NO_GAPS, START, walk, type Service } from './walking';

/** Walks over logs of services that the simulated world does not draw (test/world/logs). */

const spread = (count: number) => Array.from({ length: count }, (_, index) => START - HOUR_MS + index * 5000);

test.each(['newestFirst', 'oldestFirst', 'none'] as const)(
	'%s: more messages arrive than an answer holds, and the walk ends',
	async (order) => {
		const { ids, calls, gaps } = await walk({ order, cap: 50, arriving: 60 }, spread(600));
		expect(spread(600).filter((_, id) => !ids.includes(id))).toEqual([]);
		expect(calls).toBeLessThan(200);
		expect({ ...gaps, unreadable: [], unsure: [] }).toEqual(NO_GAPS);
	},
);

test.each(
	(['newestFirst', 'oldestFirst', 'none'] as const).flatMap((order) =>
		[['sentSince'], ['sentUntil'], ['sentSince', 'sentUntil']].map((ignored) => ({ order, ignored })),
	),
)('$order, ignores $ignored: a few calls, and what may be missing is named', async ({ order, ignored }) => {
	for (const cap of [50, 1000]) {
		const { calls, gaps } = await walk({ order, cap, arriving: 1, ignored }, spread(300));
		expect(calls).toBeLessThan(20);
		expect(gaps.unreadable).not.toEqual([]);
	}
});

test('whole seconds are shown, and milliseconds compared: messages of the second in which an answer ends come out', async () => {
	const second = START - HOUR_MS;
	// With more messages, the next answer is full, too
	for (const count of [100, 150]) {
		const times = Array.from({ length: count }, (_, index) => {
			if (index < 40) return second + 60_000 + index * 5000;
			return index < 60 ? second + (index - 40) * 45 : second - index * 1000;
		});
		const shown = (time: number) => Math.floor(time / 1000) * 1000;
		const { ids, calls, gaps } = await walk({ order: 'newestFirst', cap: 50, shown }, times);
		expect(new Set(ids).size).toBe(count);
		expect(calls).toBeLessThan(10);
		expect(gaps).toEqual(NO_GAPS);
	}
});

test.each(['newestFirst', 'oldestFirst', 'none'] as const)(
	'%s, compares minutes: messages of the first and last minute of the range come out',
	async (order) => {
		const compared = (time: number) => Math.floor(time / 60_000) * 60_000;
		const times = Array.from({ length: 300 }, (_, index) => START - HOUR_MS + index * 4000);
		const range = { since: times[20]!, until: times[290]! };
		const { ids } = await walk({ order, cap: 100, compared }, times, range);
		expect([...ids].sort((a, b) => a - b)).toEqual(times.flatMap((_, id) => (id < 20 || id > 290 ? [] : [id])));
	},
);

describe('services of all kinds', () => {
	const ORDERS = ['newestFirst', 'oldestFirst', 'none'] as const;
	const exclusive = fc.constantFrom<Service['exclusive']>([], ['sentSince'], ['sentUntil'], ['sentSince', 'sentUntil']);
	/** When messages were sent: far apart, or within a second; up to four at a time. */
	const sent = fc
		.record({
			endAgo: fc.constantFrom(60_000, HOUR_MS, 20 * HOUR_MS),
			span: fc.constantFrom(3, 700, 5000, 100_000, 10 * HOUR_MS),
			points: fc.array(
				fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), count: fc.integer({ min: 1, max: 4 }) }),
				{
					minLength: 1,
					maxLength: 60,
				},
			),
		})
		.map(({ endAgo, span, points }) =>
			points.flatMap(({ at, count }) => Array<number>(count).fill(START - endAgo - Math.floor(at * span))),
		);
	const crowdOf = (times: number[]) => Math.max(...times.map((time) => times.filter((other) => other === time).length));
	/** Bounds at messages, or near them. */
	const reading = sent.chain((times) => {
		const bound = fc.option(
			fc
				.tuple(fc.constantFrom(...times), fc.constantFrom(0, 1, -1, 400, -400, 30_000))
				.map(([time, off]) => time + off),
			{ nil: undefined },
		);
		return fc.record({ times: fc.constant(times), range: fc.record({ since: bound, until: bound }) });
	});
	const isIn =
		({ since = -Infinity, until = Infinity }: TimeRange) =>
		(time: number) =>
			since <= time && time <= until;
	const idsIn = (times: number[], range: TimeRange) => times.flatMap((time, id) => (isIn(range)(time) ? [id] : []));
	const sorted = (ids: number[]) => [...ids].sort((a, b) => a - b);

	test('each message of the range comes out once, and no gap is named', async () => {
		await fc.assert(
			fc.asyncProperty(
				reading,
				fc.constantFrom(...ORDERS),
				exclusive,
				fc.integer({ min: 1, max: 30 }),
				async ({ times, range }, order, bounds, room) => {
					const cap = crowdOf(times) + room;
					const { ids, gaps, calls } = await walk({ order, cap, exclusive: bounds }, times, range);
					expect(sorted(ids)).toEqual(idsIn(times, range));
					if (new Set(times).size > 1) expect(gaps).toEqual(NO_GAPS);
					if (order !== 'none' && room > 10) expect(calls).toBeLessThan(10 + (2 * times.length) / cap);
				},
			),
			{ numRuns: 60 },
		);
	});

	test('a call fails: nothing is asked afterwards, and what did not come out is named as missing, and nothing else', async () => {
		await fc.assert(
			fc.asyncProperty(
				reading,
				fc.constantFrom(...ORDERS),
				exclusive,
				fc.integer({ min: -2, max: 20 }),
				fc.integer({ min: 1, max: 12 }),
				async ({ times, range }, order, bounds, room, failsAt) => {
					const cap = Math.max(1, crowdOf(times) + room);
					const service = { order, cap, exclusive: bounds, kinds: { statuses: 3, senders: 2 } };
					const whole = await walk(service, times, range);
					const { ids, gaps } = await walk({ ...service, failsAt }, times, range);
					if (whole.calls < failsAt) return;
					const isNamed = (time: number) =>
						gaps.missing.some((missing) => isIn(missing)(time)) || gaps.crowded.some(({ instant }) => instant === time);
					expect(new Set(ids).size).toBe(ids.length);
					expect(idsIn(times, range).filter((id) => !ids.includes(id) && !isNamed(times[id]!))).toEqual([]);
					// Beyond the bounds asked for, nothing is missing
					expect(gaps.failure).toBe(gaps.missing.length === 0 ? undefined : FAILURE);
					expect(gaps.unreadable).toEqual(whole.gaps.unreadable.length === 0 ? [] : expect.anything());
				},
			),
			{ numRuns: 80 },
		);
	});

	test.each(['newestFirst', 'oldestFirst'] as const)(
		'%s, and an answer holds now more, now fewer: all come out',
		async (order) => {
			await fc.assert(
				fc.asyncProperty(
					reading,
					exclusive,
					fc.array(fc.nat(5), { minLength: 2, maxLength: 4 }),
					async ({ times, range }, bounds, rooms) => {
						const cap = rooms.map((room) => crowdOf(times) + 1 + room);
						const { ids } = await walk({ order, cap, exclusive: bounds }, times, range);
						expect(sorted(ids)).toEqual(idsIn(times, range));
					},
				),
				{ numRuns: 25 },
			);
		},
	);
});

describe('more messages in one instant than an answer holds', () => {
	const AT = START - HOUR_MS;
	const many = (count: number, time = AT) => Array<number>(count).fill(time);
	const around = (count: number) => Array.from({ length: count }, (_, index) => AT + (index - count / 2) * 7000 + 1);
	const kinds = { statuses: 3, senders: 4 };

	test('statuses tell them apart: all come out, nothing to say', async () => {
		const { ids, gaps } = await walk({ cap: 20, kinds }, [...many(50), ...around(40)]);
		expect([ids.length, new Set(ids).size, gaps]).toEqual([90, 90, NO_GAPS]);
	});

	test('a few messages, and the service has given one more: asked for by status', async () => {
		const { ids, gaps } = await walk({ cap: 2, kinds: { statuses: 1, senders: 1 } }, [AT, AT, AT - 1000]);
		expect([ids.length, gaps.crowded]).toEqual([3, [{ instant: AT, read: 2, isCertain: false }]]);
		expect(await walk({ cap: 2, kinds: { statuses: 2, senders: 1 } }, [AT, AT, AT - 1000])).toMatchObject({
			gaps: NO_GAPS,
		});
	});

	test.each([
		[10, 10, false],
		[49, 49, false],
		[50, 50, true],
	])('%i messages and no others, %i an answer: asked for by status is %s', async (count, cap, isNarrowed) => {
		const { queries, gaps } = await walk({ cap, kinds }, many(count));
		expect(queries.some((query) => query.some(([name]) => name === 'generalStatus'))).toBe(isNarrowed);
		expect(gaps.crowded).toEqual(isNarrowed ? [] : [{ instant: AT, read: count, isCertain: false }]);
	});

	test.each<[string, Partial<Service>, number[], { read: number; isCertain: boolean }]>([
		['answers of as many entries at three other times', { cap: 20 }, around(90), { read: 20, isCertain: true }],
		['no other full answer', { cap: 20 }, around(3), { read: 20, isCertain: false }],
		['1,000', { cap: 1000 }, [], { read: 1000, isCertain: true }],
		// Another sender gives more than one answer holds, though not all of it
		[
			'senders tell some apart',
			{ cap: 20, kinds: { statuses: 1, senders: 2 } },
			around(3),
			{ read: 40, isCertain: true },
		],
	])('nothing tells them apart, %s: named', async (_, service, others, expected) => {
		const alike = { statuses: 1, senders: 1 };
		const { ids, gaps } = await walk({ kinds: alike, cap: 0, ...service }, [...many(1200), ...others]);
		expect(gaps).toEqual({ ...NO_GAPS, crowded: [{ instant: AT, ...expected }] });
		expect(ids.length).toBe(expected.read + others.length);
	});

	test('just outside of the range asked for: of no interest', async () => {
		const times = [...many(30), ...around(40)];
		const range = { since: AT + 500, until: AT + 120_000 };
		const { gaps, queries } = await walk({ order: 'none', cap: 20, kinds: { statuses: 1, senders: 1 } }, times, range);
		expect(gaps).toEqual(NO_GAPS);
		expect(queries.flat().filter(([name]) => name === 'generalStatus')).toEqual([]);
	});

	test('each answer holds others of them: those that do not come again are not sought by asking further', async () => {
		const times = [
			...around(80)
				.filter((time) => time > AT)
				.toReversed(),
			...many(30),
			...around(80)
				.filter((time) => time < AT)
				.toReversed(),
		];
		const hides = (id: number, call: number) => times[id] === AT && (id + call * 5) % 30 >= 12;
		const { ids, queries, gaps } = await walk({ cap: 12, hides }, times);
		expect(gaps).toEqual({ ...NO_GAPS, crowded: [{ instant: AT, read: ids.length - 80, isCertain: true }] });
		const untils = queries.flat().filter(([name]) => name === 'sentUntil');
		expect(untils.filter(([, value]) => [1, 1000].some((ms) => value === fromInstant(AT + ms)))).toEqual([]);
	});

	test('an answer turns out to be not the largest, and a call fails: what it held is not missing', async () => {
		const cap = [10, 3, 10, 10, 10, 10];
		const { gaps } = await walk({ cap, failsAt: 5 }, [...many(3), ...around(40).filter((time) => time < AT)]);
		expect([gaps.failure, gaps.missing.length]).toEqual([FAILURE, 1]);
		expect(gaps.missing[0]!.until).toBeLessThan(AT);
	});

	test.each(['ignored', 'hides'] as const)('a service that %s filters: one call for each of them', async (filters) => {
		const { gaps, queries } = await walk({ cap: 20, kinds, filters }, [...many(50), ...around(40)]);
		expect(gaps.crowded).toEqual([expect.objectContaining({ instant: AT, read: 20 })]);
		expect(queries.filter((query) => query.some(([name]) => !name.startsWith('sent'))).length).toBeLessThan(12);
	});

	test('299 senders: after 200 calls it is named', async () => {
		const { ids, gaps, queries } = await walk({ cap: 300, kinds: { statuses: 1, senders: 299 } }, [
			...many(500),
			...around(9),
		]);
		expect(queries.filter((query) => query.some(([name]) => !name.startsWith('sent')))).toHaveLength(200);
		expect(gaps.crowded).toEqual([{ instant: AT, read: ids.length - 9, isCertain: true }]);
	});

	test('one of them has a status that is not known: named', async () => {
		const { gaps } = await walk({ cap: 20, kinds: { statuses: 7, senders: 1 } }, [...many(30), ...around(40)]);
		expect(gaps.crowded).toEqual([expect.objectContaining({ instant: AT })]);
	});

	test('two of them, and a call for the second fails: only that one is missing', async () => {
		const times = [...many(50), ...many(50, AT - 100_000), ...around(40)];
		const whole = await walk({ cap: 20, kinds }, times);
		expect(whole.gaps).toEqual(NO_GAPS);
		const firstOf = (query: Query) => query.find(([name]) => name === 'sentSince')?.[1];
		const narrowed = whole.queries.flatMap((query, index) =>
			query.some(([name]) => name === 'generalStatus') ? [{ at: firstOf(query), call: index + 1 }] : [],
		);
		const second = narrowed.find(({ at }) => at !== narrowed[0]!.at)!;
		const gapsAt = async (failsAt: number) => (await walk({ cap: 20, kinds, failsAt }, times)).gaps;
		const one = (instant: number) => ({ since: instant, until: instant });
		const gaps = await gapsAt(second.call);
		expect([gaps.missing, gaps.crowded]).toEqual([[one(Date.parse(second.at!))], []]);
		for (const call of [narrowed[0]!.call - 1, narrowed[0]!.call])
			expect((await gapsAt(call)).missing.slice(-2)).toEqual([one(AT - 100_000), one(AT)]);
	});
});

test('many calls for one instant, and any of them fails: it is missing, and not called crowded', async () => {
	const service = { cap: 5, kinds: { statuses: 2, senders: 4 } };
	const times = Array<number>(40)
		.fill(START - HOUR_MS)
		.concat(spread(9));
	const { calls } = await walk(service, times);
	for (let failsAt = 1; failsAt <= calls; failsAt++) {
		const { gaps } = await walk({ ...service, failsAt }, times);
		expect([gaps.failure, gaps.missing.length > 0, gaps.crowded]).toEqual([FAILURE, true, []]);
	}
});

test('some messages of the instant at a bound come again, and others are cut off: the bound reaches far enough', async () => {
	const times = [0, 1, 2].flatMap((ms) => Array<number>(5).fill(START - HOUR_MS - ms));
	const service: Service = { order: ['oldestFirst', 'none'], cap: 9, exclusive: ['sentUntil'] };
	const { ids, calls, gaps } = await walk(service, times);
	expect([new Set(ids).size, ids.length, gaps]).toEqual([15, 15, NO_GAPS]);
	expect(calls).toBeLessThan(7);
});

describe('what ends a walk', () => {
	test('not an answer with one message, at a bound where none was seen before', async () => {
		const at = START - HOUR_MS;
		const times = [at, at - 1, at - 5000, at - 10_000, at - 20_000];
		for (const last of [3, 4, 5, 6, 7]) {
			// Two of them come late, and then one by one
			const cap = Array.from({ length: 20 }, (_, call) => (call === last ? 1 : 2));
			const { ids, gaps } = await walk({ cap, hides: (id, call) => call < last && (id === 1 || id === 2) }, times);
			expect([ids.toSorted((a, b) => a - b), gaps]).toEqual([[0, 1, 2, 3, 4], NO_GAPS]);
		}
	});

	test.each(['newestFirst', 'oldestFirst'] as const)(
		'%s: not an answer that holds only messages of the instant where it starts',
		async (order) => {
			const pairs = spread(60).flatMap((time) => [time, time]);
			const { ids } = await walk({ order, cap: [16, 16, 16, 16, 2] }, pairs);
			expect(new Set(ids).size).toBe(120);
		},
	);

	test('10,000 calls', async () => {
		let calls = 0;
		jest.spyOn(host, 'now').mockReturnValue(START);
		const ask = async (query: Query) => {
			calls++;
			if (calls > 10_000) throw new Error('Asked once more');
			const until = Date.parse(query.find(([name]) => name === 'sentUntil')?.[1] ?? new Date(START).toISOString());
			const value = [0, 100_000].map((ms) => ({
				messageId: `${until - ms}`,
				to: '1',
				sentAt: new Date(until - ms).toISOString(),
			}));
			return { ok: true as const, value };
		};
		const { failure, missing } = await new LogWalk({ ask }, [], {}, () => {}, new LogHabits()).run();
		expect(failure).toEqual({
			kind: 'refused',
			message: 'The node stopped after 10000 calls',
			description: 'Ask for shorter time ranges, or add filters.',
		});
		expect([calls, missing.length > 0]).toEqual([10_000, true]);
	});

	test('a clock that is ahead: messages that are there come out', async () => {
		for (const order of ['newestFirst', 'oldestFirst', 'none'] as const) {
			const times = spread(100).map((time) => time + HOUR_MS);
			const { ids, gaps } = await walk({ order, cap: 30, aheadMs: 600_000, arriving: 1 }, times);
			expect(times.filter((_, id) => !ids.includes(id))).toEqual([]);
			expect(gaps).toEqual(NO_GAPS);
		}
	});
});

test.each([
	['newestFirst', 1],
	['oldestFirst', 1],
	['newestFirst', 60_000],
	['oldestFirst', 60_000],
] as const)('%s, compares %i ms: the order is checked once', async (order, step) => {
	const compared = (time: number) => Math.floor(time / step) * step;
	const { ids, calls, gaps } = await walk({ order, cap: 50, compared }, spread(700));
	expect([new Set(ids).size, gaps.crowded, gaps.missing]).toEqual([700, [], []]);
	expect(calls).toBeLessThan(step === 1 ? 20 : 60);
});

test.each(['newestFirst', 'oldestFirst', 'none'] as const)(
	'%s: many messages around the range: hardly a call for what lies outside',
	async (order) => {
		const times = Array.from({ length: 2000 }, (_, index) => START - HOUR_MS + index * 90);
		const range = { since: times[900]!, until: times[1000]! };
		const { ids, calls, gaps } = await walk({ order, cap: 20 }, times, range);
		expect([ids.length, gaps]).toEqual([101, NO_GAPS]);
		expect(calls).toBeLessThan(order === 'none' ? 33 : 44);
	},
);

test.each(['newestFirst', 'oldestFirst'] as const)(
	'%s, few messages an answer: nothing is read twice because the order was not known, or called missing',
	async (order) => {
		for (const [cap, most] of [
			[5, 29],
			[6, 24],
			[8, 17],
		] as const) {
			const { calls, gaps } = await walk({ order, cap }, spread(100));
			expect(calls).toBeLessThanOrEqual(most);
			expect(gaps).toEqual(NO_GAPS);
			for (let failsAt = 12; failsAt <= calls; failsAt++) {
				const { missing } = (await walk({ order, cap, failsAt }, spread(100))).gaps;
				expect(missing).toHaveLength(1);
			}
		}
	},
);
