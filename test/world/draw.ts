import fc from 'fast-check';

import type { GivenDestination } from '../../nodes/SmsMessaging/fields/destinations';
import type { EarlierMessage } from './sending/service';
import type { ClockSetting } from './time';

/** Each of them as often as its weight says. */
export const weighted = <Ts extends unknown[]>(
	...all: { [Index in keyof Ts]: [weight: number, arbitrary: fc.Arbitrary<Ts[Index]>] }
): fc.Arbitrary<Ts[number]> => fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** The value in one out of `inCases` cases. */
export const rare = <T>(value: fc.Arbitrary<T>, inCases: number): fc.Arbitrary<T | undefined> =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: inCases - 1, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: value },
	);

/** Mostly the usual value. */
export const sometimes = <T>(usual: T, other: fc.Arbitrary<T>, weight = 3): fc.Arbitrary<T> =>
	weighted([weight, fc.constant(usual)], [1, other]);

export const onError = fc.constantFrom('stopWorkflow', 'continueRegularOutput', 'continueErrorOutput');

/** Drops keys whose value is undefined, as JSON does. */
export function defined<T extends object>(value: T): T {
	return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}

/** An object of these, without the keys that are undefined. */
export const record = <T extends object>(model: { [Key in keyof T]-?: fc.Arbitrary<T[Key]> }): fc.Arbitrary<T> =>
	(fc.record(model) as fc.Arbitrary<T>).map(defined);

/** Mostly none; otherwise one or two (or none, if `minLength` is 0). */
export const clockSettings = (
	weightOfNone: number,
	afterMs: fc.Arbitrary<number>,
	minLength: 0 | 1,
	mostMs = 3_600_000,
): fc.Arbitrary<ClockSetting[]> =>
	sometimes<ClockSetting[]>(
		[],
		fc.array(fc.record({ afterMs, byMs: fc.constantFrom(-mostMs, mostMs, -5000) }), { minLength, maxLength: 2 }),
		weightOfNone,
	);

/** Messages to the first of the numbers under the user's IDs, sent by an earlier execution or by others. */
export const earlierMessages: fc.Arbitrary<EarlierMessage[]> = sometimes<EarlierMessage[]>(
	[],
	fc.array(
		record({
			messageId: fc.constantFrom('own-1', 'own-2'),
			bulkId: fc.constantFrom('n8n-5e8c03-e0-77-0-1', 'campaign-7', undefined),
			to: fc.constantFrom('436600000010', '436600000011', '436600000012'),
			end: fc.constantFrom('DELIVERED', 'UNDELIVERABLE'),
		}),
		{ minLength: 1, maxLength: 2 },
	),
);

/** Each ID of the user once, since the node calls a repeat a fault; and to numbers that tell what an item says about which. */
export function withUniqueIds<Row extends { destinations: GivenDestination[] }>(rounds: Row[][]): Row[][] {
	const used = new Set<string>();
	return rounds.map((rows) =>
		rows.map((one) => ({
			...one,
			destinations: one.destinations.map((destination) => {
				const { to, messageId } = destination;
				const isOnly = one.destinations.filter((other) => other.to === to).length === 1;
				if (messageId === undefined || !isOnly || used.has(messageId)) return { to };
				used.add(messageId);
				return destination;
			}),
		})),
	);
}
