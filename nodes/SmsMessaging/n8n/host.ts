import { randomBytes } from 'node:crypto';
import { sleep } from 'n8n-workflow';

/** What the nodes use of their process: clock, randomness, memory, its server, and threads beside its own. The only place where tests substitute their own. */
export const host = {
	/** Milliseconds since 1970. */
	now: () => Date.now(),
	/** Milliseconds since some moment, for durations: this clock cannot be set. */
	elapsed: () => performance.now(),
	/** Milliseconds since the process began. */
	age: () => performance.now(),
	deadline: (ms: number) => AbortSignal.timeout(ms),
	sleep,
	randomHex: (bytes: number) => randomBytes(bytes).toString('hex'),
	random: () => Math.random(),
	decompress,
	/** What a GET of this process's own server is answered, never through a proxy. Rejects if that takes longer. */
	statusOf: async (url: string, mostMs: number): Promise<number> => {
		const { status, body } = await fetch(url, { redirect: 'manual', signal: host.deadline(mostMs) });
		await body?.cancel();
		return status;
	},
	/** Kept until the process ends, by the name of its owner. */
	memory: new Map<string, unknown>(),
};

export type Host = typeof host;

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
