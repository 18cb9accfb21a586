import type { Samples, Way } from './alternate';
import { spreadOf, type Spread } from './statistics';

/** What the runs of one way came to; values that change from run to run are medians. */
export interface WayResult {
	key: string;
	name: string;
	/** Time of every run in milliseconds. */
	ms: number[];
	time: Spread;
	requests?: number;
	mostAtOnce?: number;
	wholeMs?: number;
	storedBytes?: number;
	peakBytes?: number;
}

/** One way against another, or against itself at another size. */
export interface Ratio {
	name: string;
	value: number;
	target?: { atMost: number } | { atLeast: number };
}

/** All that one part of the bench measured. */
export interface PartResult {
	part: string;
	title: string;
	ways: WayResult[];
	ratios: Ratio[];
	/** What a reader of the numbers has to know. */
	notes: string[];
}

export function resultsOf(ways: Way[], samples: Samples): WayResult[] {
	return ways.map(({ key, name }) => {
		const runs = samples[key]!;
		const ms = runs.map((run) => Math.round(run.ms * 10) / 10);
		const middle = (field: 'requests' | 'mostAtOnce' | 'wholeMs' | 'storedBytes' | 'peakBytes') => {
			const values = runs.flatMap((run) => run[field] ?? []);
			return values.length === 0 ? {} : { [field]: Math.round(spreadOf(values).median) };
		};
		return {
			key,
			name,
			ms,
			time: spreadOf(ms),
			...middle('requests'),
			...middle('mostAtOnce'),
			...middle('wholeMs'),
			...middle('storedBytes'),
			...middle('peakBytes'),
		};
	});
}

/** The median of one way over that of another. */
export function ratioOf(ways: WayResult[], over: string, under: string): number {
	const median = (wanted: string) => ways.find(({ key }) => key === wanted)?.time.median ?? NaN;
	return median(over) / median(under);
}

export function isReached({ value, target }: Ratio): boolean {
	if (target === undefined) return true;
	return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}
