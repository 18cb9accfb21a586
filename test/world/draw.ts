import fc from 'fast-check';

import type { ClockSetting } from './time';

/** The value in one out of `inCases` cases. */
export const rare = <T>(value: fc.Arbitrary<T>, inCases: number): fc.Arbitrary<T | undefined> =>
	fc.oneof(
		{ withCrossShrink: true },
		{ weight: inCases - 1, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: value },
	);

/** Mostly the usual value. */
export const sometimes = <T>(usual: T, other: fc.Arbitrary<T>, weight = 3): fc.Arbitrary<T> =>
	fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });

/** Drops keys whose value is undefined, as JSON does. */
export function defined<T extends object>(value: T): T {
	return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}

/** Mostly none; otherwise one or two, or none as well if `minLength` is 0. */
export const clockSettings = (
	weightOfNone: number,
	afterMs: fc.Arbitrary<number>,
	minLength: 0 | 1,
): fc.Arbitrary<ClockSetting[]> =>
	fc.oneof(
		{ weight: weightOfNone, arbitrary: fc.constant<ClockSetting[]>([]) },
		{
			weight: 1,
			arbitrary: fc.array(fc.record({ afterMs, byMs: fc.constantFrom(-3_600_000, 3_600_000, -5000) }), {
				minLength,
				maxLength: 2,
			}),
		},
	);
