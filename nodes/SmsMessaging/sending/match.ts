import type { Destination, SendResponseEntry } from '../service/types';

type KeyOf = (part: { to?: unknown; messageId?: unknown }) => string | undefined;

const BY_NUMBER: KeyOf = ({ to }) => digitsOf(to);

/** What an entry and its destination have in common, the surest first. A message ID may stand twice in one request. */
const KEYS: readonly KeyOf[] = [
	({ messageId, to }) => (messageId === undefined ? undefined : `${String(messageId)} ${digitsOf(to)}`),
	({ messageId }) => (messageId === undefined ? undefined : String(messageId)),
	BY_NUMBER,
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
	const known = new Set(destinations.map(({ messageId }) => messageId));
	for (const keyOf of KEYS) {
		// An entry with the ID of another destination says nothing about this one
		const isFree = (entry: SendResponseEntry) => !taken.has(entry) && (keyOf !== BY_NUMBER || !known.has(String(entry.messageId)));
		const waiting = lastFirst(entries.filter(isFree), keyOf);
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
