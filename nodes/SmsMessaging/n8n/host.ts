import { randomBytes } from 'node:crypto';
import { sleep } from 'n8n-workflow';

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

/**
 * Decompresses in pieces, aside from n8n's thread, and no more than asked for: n8n's own way makes up to 16 MiB of a small body.
 * @returns undefined if it comes to more than `most` bytes. Rejects if the bytes are incomplete, or not in this format
 */
export async function decompress(
	bytes: Uint8Array,
	format: 'gzip' | 'deflate',
	most: number,
): Promise<Uint8Array | undefined> {
	const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]);
	const reader = packed.stream().pipeThrough(new DecompressionStream(format)).getReader();
	const parts: Uint8Array[] = [];
	let length = 0;
	for (let part = await reader.read(); !part.done; part = await reader.read()) {
		parts.push(part.value);
		length += part.value.length;
		if (length <= most) continue;
		await reader.cancel();
		return undefined;
	}
	return Buffer.concat(parts);
}
