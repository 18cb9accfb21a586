import type { Query } from '../../../nodes/SmsMessaging/fields/queryParameters';
import { fromInstant } from '../../../nodes/SmsMessaging/service/dateTime';
import { HOUR_MS, NO_GAPS, START, walk, type Walked } from './walking';

/** Services whose answers do not agree with each other: what may be missing is named, unless it had to go. */

const ORDERS = ['newestFirst', 'oldestFirst'] as const;
const spread = (hoursAgo = 0) =>
	Array.from({ length: 100 }, (_, index) => START - HOUR_MS * (1 + hoursAgo) + index * 5000);

function unnamed({ ids, gaps }: Walked, times: number[]): number[] {
	const isNamed = (time: number) =>
		gaps.unreadable.some(({ since = -Infinity, until = Infinity }) => since <= time && time <= until);
	return times.filter((time, id) => !ids.includes(id) && !isNamed(time));
}

describe.each(ORDERS)('%s: messages that an answer held, and a later one does not', (order) => {
	const status: Query = [['generalStatus', 'ACCEPTED']];
	const sender: Query = [['from', 'Sender 0']];
	test.each<[string, Query, number, boolean]>([
		['named', [], 0, true],
		['of one sender: named', sender, 0, true],
		['of one status: they have another now', status, 0, false],
		['of one sender and status', [...sender, ...status], 0, false],
		['46.9 hours old: named', [], 45.9, true],
		['47.5 hours old: they leave the logs', [], 46.5, false],
	])('%s', async (_, filters, hoursAgo, isNamed) => {
		for (const last of [2, 3, 5]) {
			const hides = (id: number, call: number) => call > last && id % 12 > 1;
			const service = { order, cap: 12, kinds: { statuses: 1, senders: 1 }, hides };
			const walked = await walk(service, spread(hoursAgo), {}, { filters });
			expect(walked.gaps.unreadable).toHaveLength(isNamed ? 1 : 0);
			if (isNamed) expect(unnamed(walked, spread(hoursAgo))).toEqual([]);
			expect({ ...walked.gaps, unreadable: [], unsure: [] }).toEqual(NO_GAPS);
			expect(walked.calls).toBeLessThan(13);
		}
	});
});

test.each(ORDERS)(
	'%s at first, and then the other way round: what was left out because of the order is named',
	async (order) => {
		const other = order === 'newestFirst' ? 'oldestFirst' : 'newestFirst';
		for (const honest of [3, 4, 5]) {
			const hides = (id: number, call: number) => call > 4 && call <= honest && id % 3 > 0;
			const orders = [...Array<typeof order>(honest).fill(order), other] as const;
			const walked = await walk({ order: [...orders], cap: 12, hides }, spread());
			expect(unnamed(walked, spread())).toEqual([]);
			expect(walked.gaps.unreadable).toEqual([{ since: expect.any(Number), until: expect.any(Number) }]);
		}
	},
);

test.each(ORDERS)('%s: what may be missing just outside of the range is not named', async (order) => {
	const service = { order, cap: 12, hides: (id: number, call: number) => call > 2 && id % 12 > 1 };
	const [lost] = (await walk(service, spread())).gaps.unreadable;
	const range = order === 'newestFirst' ? { since: lost!.until! + 500 } : { until: lost!.since! - 500 };
	const { gaps } = await walk(service, spread(), range);
	expect(gaps).toEqual(NO_GAPS);
});

test('newest first, and then the other way round: what was left out between two crowded instants is named, too', async () => {
	const back = (count: number, from: number, step: number) =>
		Array.from({ length: count }, (_, index) => START - HOUR_MS - from - index * step);
	const times = [
		...back(30, 0, 5000),
		...back(12, 200_000, 0),
		...back(6, 201_000, 1000),
		...back(12, 300_000, 0),
		...back(40, 400_000, 5000),
	];
	for (const honest of [7, 8, 9, 10, 11]) {
		const hides = (id: number, call: number) => call <= honest && id >= 42 && id < 48;
		const orders = [...Array<'newestFirst'>(honest).fill('newestFirst'), 'oldestFirst' as const];
		const walked = await walk({ order: orders, cap: 12, hides }, times);
		expect(walked.ids.length).toBe(times.length - 6);
		expect(unnamed(walked, times)).toEqual([]);
	}
});

test('messages leave the logs, and an answer holds only the minute before them: nothing to say', async () => {
	const times = Array.from({ length: 60 }, (_, index) => START - 47.5 * HOUR_MS - index * 5000);
	for (const last of [3, 4, 5]) {
		const hides = (id: number, call: number) => call > last && id >= (last - 1) * 11;
		const { ids, queries, gaps } = await walk({ cap: 12, hides }, times);
		expect([ids.length, gaps]).toEqual([(last - 1) * 11 + 1, NO_GAPS]);
		expect(queries.at(-1)).toEqual([['sentUntil', fromInstant(times[ids.length - 1]! + 60_000)]]);
	}
});

test('a range of messages that leave the logs, and an answer holds only others: named', async () => {
	const range = { until: START - 47.5 * HOUR_MS };
	const { gaps } = await walk({ cap: 12, ignored: ['sentUntil'] }, spread(), range);
	expect(gaps).toEqual({ ...NO_GAPS, unreadable: [range] });
});
