import type { Samples, Way } from './alternate';
import { spreadOf, type Spread } from './statistics';

/** The results of one way; values that change from run to run are medians. */
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
	count?: number;
}

/** Memory of the n8n process, in bytes. */
export interface MemoryResult {
	name: string;
	/** For every run, the most memory during it minus that of the idle process. */
	added: number[];
	spread: Spread;
}

/** One way against another, or against itself at another size. */
export interface Ratio {
	name: string;
	value: number;
	target?: { atMost: number } | { atLeast: number };
}

/** Everything that one part of the bench measured. */
export interface PartResult {
	part: string;
	title: string;
	ways: WayResult[];
	ratios: Ratio[];
	memory?: MemoryResult[];
	/** What readers of the numbers have to know. */
	notes: string[];
}

const MEDIAN_FIELDS = ['requests', 'mostAtOnce', 'wholeMs', 'storedBytes', 'count'] as const;
type MedianField = (typeof MEDIAN_FIELDS)[number];

export function resultsOf(ways: Array<Pick<Way, 'key' | 'name'>>, samples: Samples): WayResult[] {
	return ways.map(({ key, name }) => {
		const runs = samples[key]!;
		const ms = runs.map((run) => Math.round(run.ms * 10) / 10);
		const middle = (field: MedianField) => {
			const values = runs.flatMap((run) => run[field] ?? []);
			return values.length === 0 ? {} : { [field]: Math.round(spreadOf(values).median) };
		};
		return { key, name, ms, time: spreadOf(ms), ...Object.assign({}, ...MEDIAN_FIELDS.map(middle)) };
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
