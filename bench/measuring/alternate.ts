import type { Report } from '../../tools/n8n/progress';

/** One run of one way. Anything that was not measured is left out. */
export interface Sample {
	/** In milliseconds. */
	ms: number;
	requests?: number;
	mostAtOnce?: number;
	/** The whole execution. */
	wholeMs?: number;
	storedBytes?: number;
	/** How many of something were done in that time. */
	count?: number;
}

/** Something to be measured against others. */
export interface Way {
	/** Short name for results and ratios. */
	key: string;
	name: string;
	/** Runs once. Throws WrongResult if the result is wrong. */
	run(): Promise<Sample>;
}

export type Samples = Record<string, Sample[]>;

/** Ways that take longer than this run less often. */
const LONG_RUN_MS = 30_000;
const RUNS_OF_LONG = 3;

/**
 * Runs all ways in turn, `runs` times and every other time in reverse, so that other work on the machine, and anything that grows over
 * time, affects all of them alike. Ways that take more than 30 seconds have three turns at most.
 */
export async function alternate(ways: Way[], runs: number, report: Report): Promise<Samples> {
	const samples: Samples = Object.fromEntries(ways.map(({ key }) => [key, []]));
	for (let round = 1; round <= runs; round++) {
		for (const { key, name, run } of round % 2 === 1 ? ways : ways.toReversed()) {
			const before = samples[key]!;
			if (round > RUNS_OF_LONG && before.every(({ ms }) => ms > LONG_RUN_MS)) continue;
			const sample = await run();
			before.push(sample);
			report(`  ${round}/${runs} ${name}: ${Math.round(sample.ms)} ms`);
		}
	}
	return samples;
}
