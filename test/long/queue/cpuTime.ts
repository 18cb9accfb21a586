import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ of Linux. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
	parent: number;
	ticks: number;
}

/** CPU time of a process and its children, including ended ones, in seconds. Linux only. */
export function cpuSeconds(pid: number): number {
	const all = new Map<number, ProcessTimes>();
	for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
		const times = timesOf(name);
		if (times !== undefined) all.set(Number(name), times);
	}
	const sum = (one: number): number =>
		[...all]
			.filter(([, { parent }]) => parent === one)
			.reduce((ticks, [child]) => ticks + sum(child), all.get(one)?.ticks ?? 0);
	return sum(pid) / TICKS_PER_SECOND;
}

function timesOf(pid: string): ProcessTimes | undefined {
	try {
		// The name, in brackets, may hold anything
		const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
		const [, parent = '0'] = fields;
		const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
		return { parent: Number(parent), ticks };
	} catch {
		// It has ended meanwhile
		return undefined;
	}
}
