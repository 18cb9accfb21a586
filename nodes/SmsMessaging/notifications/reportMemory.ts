import { createHash } from 'node:crypto';

import { contentKey, type Entry } from '../api/entry';
import { remembered } from '../n8n/host';

export interface PushResponse {
	statusCode: number;
	/** `prefinish` fires when n8n has given its complete answer, even if the sender is gone and `finish` never fires. */
	once(event: 'prefinish', listener: () => void): unknown;
}

/** Over all triggers. Each takes about 100 bytes. */
const MOST_KNOWN = 500_000;

/**
 * The reports and messages that have started a run, until this n8n process ends. n8n stores a run after the trigger has returned
 * its items, and then answers 200, so an entry counts as known once its push was answered 200.
 */
const memory = () =>
	remembered('started runs', () => ({
		/** In order of arrival, oldest first. */
		known: new Set<string>(),
		/**
		 * Held by a push that n8n has not answered. Its run may be stored and wait for n8n's limit of concurrent executions, for hours: n8n
		 * answers once it begins, and never if it is stopped before.
		 */
		underWay: new Set<string>(),
	}));

/**
 * Picks the entries that have not started a run of this trigger, each once, and holds them for this push until it is answered.
 * @param trigger distinguishes it from others
 * @returns undefined if another push holds one of them, since that one may still fail
 */
export function claim(trigger: string, entries: readonly Entry[], response: PushResponse): Entry[] | undefined {
	const { known, underWay } = memory();
	const fresh = new Map<string, Entry>();
	for (const entry of entries) {
		const key = keyOf(trigger, entry);
		if (underWay.has(key)) return undefined;
		if (!known.has(key) && !fresh.has(key)) fresh.set(key, entry);
	}
	for (const key of fresh.keys()) underWay.add(key);
	response.once('prefinish', () => {
		for (const key of fresh.keys()) {
			underWay.delete(key);
			if (response.statusCode === 200) known.add(key);
		}
		forgetOldest(known);
	});
	forgetOldest(underWay);
	return [...fresh.values()];
}

function forgetOldest(keys: Set<string>): void {
	for (const oldest of keys) {
		if (keys.size <= MOST_KNOWN) return;
		keys.delete(oldest);
	}
}

/** Entries with the same content have the same key; 128 bits of a hash, since many are kept. The content may be large: it is not copied. */
export const keyOf = (trigger: string, entry: Entry): string =>
	createHash('sha256').update(`${trigger} `).update(contentKey(entry)).digest('base64url').slice(0, 22);
