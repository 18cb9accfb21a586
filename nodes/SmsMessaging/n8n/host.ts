import { randomBytes } from 'node:crypto';
import { sleep } from 'n8n-workflow';

import { decompress } from './decompress';

/** What the nodes use of their process: clock, randomness, memory, its server, and threads beside its own. The only place where tests substitute their own. */
export interface Host {
	/** Milliseconds since 1970. */
	now(): number;
	/** Milliseconds since some moment, for durations: this clock cannot be set. */
	elapsed(): number;
	/** Milliseconds since the process began. */
	age(): number;
	deadline(ms: number): AbortSignal;
	sleep(ms: number): Promise<void>;
	randomHex(bytes: number): string;
	random(): number;
	decompress: typeof decompress;
	/** What a GET of this process's own server is answered. Rejects if that takes longer. */
	statusOf(url: string, mostMs: number): Promise<number>;
	/** Kept until the process ends, by the name of its owner. */
	memory: Map<string, unknown>;
}

export const host: Host = {
	now: () => Date.now(),
	elapsed: () => performance.now(),
	age: () => performance.now(),
	deadline: (ms) => AbortSignal.timeout(ms),
	sleep,
	randomHex: (bytes) => randomBytes(bytes).toString('hex'),
	random: () => Math.random(),
	decompress,
	// Unlike n8n's helper, it never goes through a proxy
	statusOf: async (url, mostMs) => {
		const { status, body } = await fetch(url, { redirect: 'manual', signal: host.deadline(mostMs) });
		await body?.cancel();
		return status;
	},
	memory: new Map(),
};

/** What this process remembers under a name; created on first use. */
export function remembered<T>(name: string, make: () => T): T {
	const known = host.memory.get(name) as T | undefined;
	if (known !== undefined) return known;
	const made = make();
	host.memory.set(name, made);
	return made;
}
