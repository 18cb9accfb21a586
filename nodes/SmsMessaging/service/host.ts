import { randomBytes } from 'node:crypto';
import { sleep } from 'n8n-workflow';

/** What the nodes get from the process they run in: its clock, its randomness and its memory. The one place where tests put others. */
export interface Host {
	/** Milliseconds since 1970. */
	now(): number;
	/** Milliseconds since some moment, for durations: nobody can set this clock. */
	elapsed(): number;
	/** Aborted after so many milliseconds. */
	deadline(ms: number): AbortSignal;
	/** Resolves after so many milliseconds. */
	sleep(ms: number): Promise<void>;
	/** So many random bytes, in hexadecimal. */
	randomHex(bytes: number): string;
	/** A random number from 0 up to 1. */
	random(): number;
	/** What is remembered until the process ends, by the name of what remembers it. */
	memory: Map<string, unknown>;
}

export const host: Host = {
	now: () => Date.now(),
	elapsed: () => performance.now(),
	deadline: (ms) => AbortSignal.timeout(ms),
	sleep,
	randomHex: (bytes) => randomBytes(bytes).toString('hex'),
	random: () => Math.random(),
	memory: new Map(),
};

/** What this process remembers under a name; made when it is first asked for. */
export function remembered<T>(name: string, make: () => T): T {
	const known = host.memory.get(name) as T | undefined;
	if (known !== undefined) return known;
	const made = make();
	host.memory.set(name, made);
	return made;
}
