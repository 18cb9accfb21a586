import type { Destination, SendResponseEntry } from '../service/types';

/** What an entry and its destination have in common, the surest first. A message ID may stand twice in one request. */
const KEYS: ReadonlyArray<(part: { to?: unknown; messageId?: unknown }) => string | undefined> = [
	({ messageId, to }) => (messageId === undefined ? undefined : `${String(messageId)} ${digitsOf(to)}`),
	({ messageId }) => (messageId === undefined ? undefined : String(messageId)),
	({ to }) => digitsOf(to),
];

/**
 * Finds the entry of each destination in a send response: by its message ID where the user gave one, else by its number.
 * Destinations that have the same take their entries in the order of the answer. An entry belongs to one destination only.
 * @returns in the order of `destinations`; undefined where the answer has no entry
 */
export function matchEntries(
	destinations: readonly Destination[],
	entries: readonly SendResponseEntry[],
): Array<SendResponseEntry | undefined> {
	const matched = destinations.map((): SendResponseEntry | undefined => undefined);
	const taken = new Set<SendResponseEntry>();
	for (const keyOf of KEYS) {
		const waiting = lastFirst(entries.filter((entry) => !taken.has(entry)), keyOf);
		destinations.forEach((destination, index) => {
			if (matched[index] !== undefined) return;
			const entry = waiting.get(keyOf(destination) ?? '')?.pop();
			if (entry === undefined) return;
			matched[index] = entry;
			taken.add(entry);
		});
	}
	return matched;
}

/** The entries by key; the last of the answer first, so that pop() takes them in the order of the answer. */
function lastFirst(
	entries: readonly SendResponseEntry[],
	keyOf: (entry: SendResponseEntry) => string | undefined,
): Map<string, SendResponseEntry[]> {
	const byKey = new Map<string, SendResponseEntry[]>();
	for (const entry of entries.toReversed()) {
		const key = keyOf(entry);
		if (key === undefined || key === '') continue;
		const sameKey = byKey.get(key);
		if (sameKey === undefined) byKey.set(key, [entry]);
		else sameKey.push(entry);
	}
	return byKey;
}

function digitsOf(to: unknown): string {
	return String(to).replace(/\D/g, '');
}
