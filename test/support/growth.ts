/** A run of the code under test on data of the given size, ready to be timed. */
export type RunOfSize = (size: number) => () => void;

/** What the tests allow: far above 10, far below 100. */
export const PROPORTIONAL = 40;

const ROUNDS = { atLeast: 3, atMost: 30 };

/**
 * How many times as much processor time ten times the data takes: about 10 if it grows in proportion, about 100 if it grows
 * with the square. A large run alternates with ten small ones, so that both have as much to do under the same conditions,
 * and the best round of each counts. A result that the tests would not allow is measured further: a busy machine is not busy in each of
 * thirty rounds, while time that grows with the square stays that way.
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

/** Of this thread only: garbage collection and compilation run in others, and longer on a busy machine. */
function microseconds(run: () => void): number {
	const start = process.threadCpuUsage();
	run();
	const { user, system } = process.threadCpuUsage(start);
	return user + system;
}
