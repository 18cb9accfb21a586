import type { Destination, SendResponseEntry } from '../service/types';

/**
 * Finds the entry of each destination in a send response: by its message ID where the user gave one, else by its number.
 * Destinations with the same number take their entries in the order of the answer. An entry belongs to one destination only.
 * @returns in the order of `destinations`; undefined where the answer has no entry
 */
export function matchEntries(
	destinations: readonly Destination[],
	entries: readonly SendResponseEntry[],
): Array<SendResponseEntry | undefined> {
	const byMessageId = new Map(entries.map((entry) => [String(entry.messageId), entry]));
	const taken = new Set<SendResponseEntry>();
	const matched = destinations.map(({ messageId }) => {
		const entry = messageId === undefined ? undefined : byMessageId.get(messageId);
		if (entry === undefined || taken.has(entry)) return undefined;
		taken.add(entry);
		return entry;
	});
	const byNumber = new Map<string, SendResponseEntry[]>();
	for (const entry of entries) {
		if (taken.has(entry)) continue;
		const number = digitsOf(entry.to);
		const sameNumber = byNumber.get(number);
		if (sameNumber === undefined) byNumber.set(number, [entry]);
		else sameNumber.push(entry);
	}
	return destinations.map(({ to }, index) => matched[index] ?? byNumber.get(digitsOf(to))?.shift());
}

function digitsOf(to: unknown): string {
	return String(to).replace(/\D/g, '');
}
