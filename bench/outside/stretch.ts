/**
 * How long a run took, and the longest time that the event loop was blocked, both in milliseconds of this thread's
 * CPU time, so that other load on the machine hardly matters.
 */
export interface Stretch {
	ms: number;
	longestMs: number;
}

/** Runs once, and measures each turn of the event loop. */
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
