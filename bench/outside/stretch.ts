/**
 * How long a run took, and the longest time in which nothing else could happen in its process, both in milliseconds of this thread's
 * processor time: a busy machine changes little about that.
 */
export interface Stretch {
	ms: number;
	longestMs: number;
}

/** Runs once, and looks on every turn of the event loop how long the turn before took. */
export async function stretchOf(run: () => unknown): Promise<Stretch> {
	let isOver = false;
	let longestMs = 0;
	const start = cpuMs();
	let last = start;
	const look = (): void => {
		const now = cpuMs();
		longestMs = Math.max(longestMs, now - last);
		last = now;
		if (!isOver) setImmediate(look);
	};
	setImmediate(look);
	await run();
	const end = cpuMs();
	isOver = true;
	return { ms: end - start, longestMs: Math.max(longestMs, end - last) };
}

function cpuMs(): number {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
}
