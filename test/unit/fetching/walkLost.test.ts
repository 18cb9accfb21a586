import type { Query } from '../../../nodes/SmsMessaging/fields/queryParameters';
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
			expect({ ...walked.gaps, unreadable: [] }).toEqual(NO_GAPS);
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
