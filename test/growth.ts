/** A run of the code under test on data of the given size, ready to be timed. */
export type RunOfSize = (size: number) => () => void;

/**
 * How many times as much processor time ten times the data takes: about 10 for what grows in proportion, about 100 for what
 * grows with the square. Processor time and the best of three runs, so that a busy machine makes no difference.
 */
export function growthOverTenfold(runOf: RunOfSize, size: number): number {
	const small = runOf(size);
	const large = runOf(10 * size);
	// The first run is slower: code is compiled on the way
	small();
	return bestOfThree(large) / Math.max(bestOfThree(small), 1000);
}

/** What the tests allow: far above 10, far below 100. */
export const PROPORTIONAL = 40;

function bestOfThree(run: () => void): number {
	return Math.min(...[0, 1, 2].map(() => microseconds(run)));
}

function microseconds(run: () => void): number {
	const start = process.cpuUsage();
	run();
	const { user, system } = process.cpuUsage(start);
	return user + system;
}
