import { LogOrder, type Direction, type LogPage } from '../../../nodes/SmsMessaging/fetching/logPage';
import type { Part } from '../../../nodes/SmsMessaging/fetching/logParts';
import { OrderTrust, type OrderHabits } from '../../../nodes/SmsMessaging/fetching/orderTrust';

const BEGAN = Date.parse('2030-01-31T12:00:00.000Z');
/** Long before the walk, in seconds; later letters are later. */
const [a, b, c, d] = [-600, -500, -400, -300].map((seconds) => BEGAN + seconds * 1000) as [
	number,
	number,
	number,
	number,
];
/** They may reach the logs during the walk. */
const [now1, now2] = [BEGAN - 2000, BEGAN - 1000];

const page = (...times: Array<number | undefined>): LogPage => ({ entries: times.map(() => ({})), times });
/** Twelve different instants, older than all others here. */
const inOrder = (direction: Direction) => {
	const times = Array.from({ length: 12 }, (_, index) => a - 100_000 + index * 1000);
	return page(...(direction === 'newestFirst' ? times.reverse() : times));
};

describe('the order of answers', () => {
	const orderOf = (...pages: LogPage[]) => {
		const order = new LogOrder();
		for (const each of pages) order.learn(each);
		return [order.seen, order.sure];
	};

	test.each<[string, LogPage[], Direction | undefined, Direction | undefined]>([
		['one instant', [page(a), page(a, a)], undefined, undefined],
		['three instants', [page(c, b, a)], 'newestFirst', undefined],
		[
			'three instants, and others that do not say',
			[page(undefined, c, undefined, b, b, undefined, a)],
			'newestFirst',
			undefined,
		],
		['the same three in twenty answers', Array(20).fill(page(c, b, a)), 'newestFirst', undefined],
		['three in one answer, and later the other way round', [page(c, b, a), page(a, b)], undefined, undefined],
		['twelve', [inOrder('newestFirst')], 'newestFirst', 'newestFirst'],
		['twelve, oldest first', [inOrder('oldestFirst')], 'oldestFirst', 'oldestFirst'],
		['twelve, and two the other way round', [inOrder('oldestFirst'), page(b, a)], undefined, undefined],
	])('%s', (_name, pages, seen, sure) => expect(orderOf(...pages)).toEqual([seen, sure]));
});

function trustIn(direction: Direction, habits: OrderHabits = {}): OrderTrust {
	const trust = new OrderTrust(habits, BEGAN);
	trust.learn({}, inOrder(direction));
	return trust;
}

describe('an order is trusted once an answer brings what lies beyond the end of one in that order', () => {
	test.each<[string, Direction, Part, LogPage, boolean]>([
		['older', 'newestFirst', { follows: 'newestFirst', until: c }, page(c, b), true],
		['nothing but the end itself', 'newestFirst', { follows: 'newestFirst', until: c }, page(c), false],
		['later', 'newestFirst', { follows: 'newestFirst', until: c }, page(d), false],
		['older, but no one asked beyond an end', 'newestFirst', { until: c }, page(c, b), false],
		[
			'older, where an answer in the other order ended',
			'newestFirst',
			{ follows: 'oldestFirst', until: c },
			page(b),
			false,
		],
		['older, but out of order', 'newestFirst', { follows: 'newestFirst', until: c }, page(a, b), false],
		['sent meanwhile', 'newestFirst', { follows: 'newestFirst', until: now2 }, page(now1), false],
		['no time', 'newestFirst', { follows: 'newestFirst', until: c }, page(undefined), false],
		['later, oldest first', 'oldestFirst', { follows: 'oldestFirst', since: c }, page(c, d), true],
		['older, oldest first', 'oldestFirst', { follows: 'oldestFirst', since: c }, page(b), false],
	])('%s', (_name, direction, part, answer, isTrusted) => {
		const habits: OrderHabits = {};
		const trust = trustIn(direction, habits);
		expect(trust.trusted).toBeUndefined();
		trust.learn(part, answer);
		expect(trust.trusted).toBe(isTrusted ? direction : undefined);
		// The next walk of the run need not find out again
		const next = new OrderTrust(habits, BEGAN);
		next.learn({}, page(a));
		next.learn({}, inOrder(direction));
		expect(next.trusted).toBe(isTrusted ? direction : undefined);
	});

	test('not if it cannot be checked, which holds for the whole run', () => {
		const habits: OrderHabits = {};
		const trust = trustIn('newestFirst', habits);
		expect(trust.isUncheckable).toBe(false);
		trust.cannotCheck();
		trust.learn({ follows: 'newestFirst', until: c }, page(b));
		expect(trust.trusted).toBeUndefined();
		expect(new OrderTrust(habits, BEGAN).isUncheckable).toBe(true);
	});
});

describe('a second answer for the same range, up to b', () => {
	type Check = Parameters<OrderTrust['check']>[4];
	const [FULL, LEAVING, NEITHER]: Check[] = [
		{ isFull: true, mayLeave: false },
		{ isFull: false, mayLeave: true },
		{ isFull: false, mayLeave: false },
	] as [Check, Check, Check];

	test.each<[string, LogPage, LogPage, Check, ReturnType<OrderTrust['check']>]>([
		['the same', page(d, c, b), page(d, c, b), NEITHER, 'same'],
		['the same, and what lies outside', page(d, c, b, a, a), page(d, c, b, undefined), NEITHER, 'same'],
		['without the bound', page(d, c, b), page(d, c), NEITHER, 'same'],
		['as many as an answer can hold', page(d, c, b), page(d, c, b), FULL, 'unclear'],
		['one that did not come before', page(d, b), page(d, c, b), NEITHER, 'more'],
		['one that did not come before, in a full answer', page(d, b), page(d, c, b), FULL, 'more'],
		['one more, and without the bound', page(d, b), page(d, c), NEITHER, 'more'],
		['one more at the bound', page(d, b), page(d, b, b), NEITHER, 'more'],
		['one less', page(d, c, b), page(d), NEITHER, 'unclear'],
		['one less, since messages leave', page(d, c, b), page(d), LEAVING, 'same'],
		['one that was sent meanwhile', page(now1, d, c, b), page(now2, now1, d, c, b), NEITHER, 'same'],
		['nothing but what was sent meanwhile', page(now1, b), page(now2, now1, b), NEITHER, 'tooRecent'],
		['the same, all sent meanwhile', page(now1, b), page(now1, b), NEITHER, 'same'],
	])('%s', (_name, before, again, facts, found) => {
		const trust = trustIn('newestFirst');
		expect(trust.check({ since: b }, b, before, again, facts)).toBe(found);
		expect(trust.sure).toBe(found === 'more' ? undefined : 'newestFirst');
	});

	test('one more at a bound that is as recent as the rest says nothing', () => {
		const trust = trustIn('newestFirst');
		expect(trust.check({ since: now1 }, now1, page(now2, now1), page(now2, now1, now1), NEITHER)).toBe('same');
	});
});
