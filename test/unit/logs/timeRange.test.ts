import fc from 'fast-check';

import {
	clip,
	contains,
	describeRange,
	mergeRanges,
	type TimeRange,
} from '../../../nodes/SmsMessaging/fetching/timeRange';

const instants = Array.from({ length: 12 }, (_, index) => index - 1);
const of = (ranges: TimeRange[]) => instants.filter((instant) => ranges.some((range) => contains(range, instant)));

/** Not empty, and often open at one end; 0 is an instant like any other. */
const rangeLists = fc.array(
	fc
		.tuple(fc.option(fc.nat(9), { nil: undefined }), fc.option(fc.nat(9), { nil: undefined }))
		.filter(([since = -1, until = 10]) => since <= until)
		.map(([since, until]): TimeRange => ({ since, until })),
	{ maxLength: 5 },
);

test('merged ranges hold the same instants, are in order, and have an instant that is in none between them', () => {
	fc.assert(
		fc.property(rangeLists, (ranges) => {
			const merged = mergeRanges(ranges);
			expect(of(merged)).toEqual(of(ranges));
			for (const [index, { since }] of merged.entries())
				if (index > 0) expect(since).toBeGreaterThan(merged[index - 1]!.until! + 1);
		}),
		{ numRuns: 200 },
	);
});

test('a clipped range holds the instants of both, and has no more bounds than they have', () => {
	fc.assert(
		fc.property(rangeLists, (ranges) => {
			const [range = {}, by = {}] = ranges;
			const clipped = clip(range, by);
			const common = of([range]).filter((instant) => contains(by, instant));
			expect(clipped && of([clipped])).toEqual(common.length === 0 ? undefined : common);
			const isBound = (bound: keyof TimeRange) => range[bound] !== undefined || by[bound] !== undefined;
			if (clipped !== undefined)
				expect(Object.keys(clipped)).toEqual((['since', 'until'] as const).filter((bound) => isBound(bound)));
		}),
		{ numRuns: 200 },
	);
});

test.each<[TimeRange, string]>([
	[{}, 'from any time'],
	[{ since: 0 }, 'sent since 1970-01-01T00:00:00.000Z'],
	[{ until: 1000 }, 'sent until 1970-01-01T00:00:01.000Z'],
	[{ since: 0, until: 1000 }, 'sent since 1970-01-01T00:00:00.000Z until 1970-01-01T00:00:01.000Z'],
	[{ since: 0, until: 0 }, 'sent at 1970-01-01T00:00:00.000Z'],
])('%j is called: %s', (range, words) => expect(describeRange(range)).toBe(words));
