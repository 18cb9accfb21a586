import fc from 'fast-check';

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
