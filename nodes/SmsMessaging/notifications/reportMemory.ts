import { hash } from 'node:crypto';

import { contentKey, type Entry } from '../api/entry';
import { host, remembered } from '../n8n/host';

/** The parts used of the HTTP response to a push. */
export interface PushResponse {
	statusCode: number;
	/** `prefinish` fires when n8n has given its complete answer, even if the sender is gone and `finish` never fires. */
	once(event: 'prefinish', listener: () => void): unknown;
}

/** The entries of one push by key, in order and without repeats. */
export type KeyedEntries = ReadonlyMap<string, Entry>;

const KEYS_PER_NODE = 100_000;
/** n8n answers almost at once; a claim this old belongs to a push that it has dropped. */
const CLAIM_LASTS_MS = 600_000;

/** Entries with the same content have the same key; 128 bits of a hash, since many are kept. */
export function keyEntries(entries: readonly Entry[]): KeyedEntries {
	const keyed = new Map<string, Entry>();
	for (const entry of entries) {
		const key = hash('sha256', contentKey(entry), 'base64url').slice(0, 22);
		if (!keyed.has(key)) keyed.set(key, entry);
	}
	return keyed;
}

/**
 * Remembers, until this n8n process ends, the reports and messages that have started a run of one trigger. n8n stores a run after the
 * trigger has returned its items, and then answers 200, so an entry counts as known once its push was answered 200.
 */
export class ReportMemory {
	/** In order of arrival, oldest first. */
	private readonly known = new Set<string>();
	/** Since when a push that n8n has not answered holds them, on the monotonic clock; oldest first. */
	private readonly underWay = new Map<string, number>();

	get size(): number {
		return this.known.size + this.underWay.size;
	}

	get isBusy(): boolean {
		return this.underWay.size > 0;
	}

	/**
	 * Picks the entries that have not started a run, and holds them for this push until it is answered.
	 * @returns undefined if another push holds one of them, since that one may still fail
	 */
	claim(entries: KeyedEntries, response: PushResponse): Entry[] | undefined {
		const now = host.elapsed();
		for (const [key, since] of this.underWay) {
			if (now - since < CLAIM_LASTS_MS) break;
			this.underWay.delete(key);
		}
		for (const key of entries.keys()) if (this.underWay.has(key)) return undefined;
		const fresh = [...entries].filter(([key]) => !this.known.has(key));
		const keys = fresh.map(([key]) => key);
		for (const key of keys) this.underWay.set(key, now);
		response.once('prefinish', () => {
			for (const key of keys) if (this.underWay.get(key) === now) this.underWay.delete(key);
			if (response.statusCode === 200) this.remember(keys);
		});
		return fresh.map(([, entry]) => entry);
	}

	private remember(keys: readonly string[]): void {
		for (const key of keys) this.known.add(key);
		for (const oldest of this.known) {
			if (this.known.size <= KEYS_PER_NODE) return;
			this.known.delete(oldest);
		}
	}
}

/** Over all triggers. Each key takes about 100 bytes. */
const KEYS_PER_PROCESS = 500_000;

/** The trigger that has been quiet longest comes first. */
const memories = () => remembered('started runs', () => new Map<string, ReportMemory>());

/** The memory of one trigger node, for a push to it. It stays if n8n removes the trigger, which it does at each update of a workflow. */
export function triggerMemoryOf(workflowId: string | undefined, nodeId: string): ReportMemory {
	const key = JSON.stringify([workflowId, nodeId]);
	const memory = memories().get(key) ?? new ReportMemory();
	memories().delete(key);
	let keys = memory.size;
	for (const other of memories().values()) keys += other.size;
	for (const [quiet, { size, isBusy }] of memories()) {
		if (keys <= KEYS_PER_PROCESS) break;
		// A repeat of what is being stored would start a second run
		if (isBusy) continue;
		memories().delete(quiet);
		keys -= size;
	}
	memories().set(key, memory);
	return memory;
}
