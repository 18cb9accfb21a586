/** A run of the code under test on data of the given size, ready to be timed. */
export type RunOfSize = (size: number) => () => void;

/** What the tests allow: far above 10, far below 100. */
export const PROPORTIONAL = 40;

const ROUNDS = { atLeast: 3, atMost: 30 };

/**
 * How many times as much processor time ten times the data takes: about 10 for what grows in proportion, about 100 for what
 * grows with the square. A large run stands beside ten small ones, so that both have as much to do and meet the same machine,
 * and the best round of each counts. A result that the tests would not allow is measured on: a busy machine is not so in each of
 * thirty rounds, and time that grows with the square stays what it is.
 */
export function growthOverTenfold(runOf: RunOfSize, size: number): number {
	const small = runOf(size);
	const large = runOf(10 * size);
	const tenSmall = (): void => {
		for (let count = 0; count < 10; count++) small();
	};
	// The first run is slower: code is compiled on the way
	small();
	let bestOfSmall = Infinity;
	let bestOfLarge = Infinity;
	let growth = Infinity;
	for (let round = 1; round <= ROUNDS.atLeast || (growth >= PROPORTIONAL && round <= ROUNDS.atMost); round++) {
		bestOfSmall = Math.min(bestOfSmall, microseconds(tenSmall));
		bestOfLarge = Math.min(bestOfLarge, microseconds(large));
		growth = (10 * bestOfLarge) / Math.max(bestOfSmall, 1000);
	}
	return growth;
}

/** Of this thread alone: what collects garbage and compiles runs beside it, and longer on a busy machine. */
function microseconds(run: () => void): number {
	const start = process.threadCpuUsage();
	run();
	const { user, system } = process.threadCpuUsage(start);
	return user + system;
}
