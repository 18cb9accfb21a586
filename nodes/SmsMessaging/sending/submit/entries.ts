import { digitsOf, groupByKeys } from '../../service/matching';
import type { Destination, SendResponseEntry } from '../../service/types';
import type { Target } from '../plan/target';

/** What an answer says about a target. */
export interface TargetEntry {
	target: Target;
	/** Absent if the answer does not mention the target. */
	entry?: SendResponseEntry;
	/** Whether the entry may belong to another message to the same number. */
	isAmbiguous: boolean;
}

/** The entries of a send response by target, in the order of `targets`. */
export function readEntries(targets: readonly Target[], entries: readonly SendResponseEntry[]): TargetEntry[] {
	const matched = matchEntries(
		targets.map(({ destination }) => destination),
		entries,
	);
	return targets.map((target, index) => {
		const entry = matched[index];
		return { target, entry, isAmbiguous: entry !== undefined && isAmbiguous(target, entry, targets, entries) };
	});
}

/**
 * Whether the entry has none of our IDs, and the number of entries for its phone number differs from the number of messages to it. A
 * faulty service may repeat an entry, which then speaks for one message only.
 */
function isAmbiguous(
	{ destination: { to, messageId } }: Target,
	entry: SendResponseEntry,
	targets: readonly Target[],
	entries: readonly SendResponseEntry[],
): boolean {
	if (String(entry.messageId) === messageId) return false;
	const count = targets.filter(({ destination }) => destination.to === to).length;
	return (
		count > 1 && (isBlankId(entry.messageId) || entries.filter((other) => digitsOf(other.to) === to).length !== count)
	);
}

export function isBlankId(messageId: unknown): boolean {
	return messageId === undefined || messageId === null || messageId === '';
}

type KeyOf = (part: { to?: unknown; messageId?: unknown }) => string | undefined;

const BY_NUMBER: KeyOf = ({ to }) => digitsOf(to);

/** What an entry and its destination share, most reliable first. A message ID may occur twice in one request. */
const KEYS: readonly KeyOf[] = [
	({ messageId, to }) => (messageId === undefined ? undefined : `${String(messageId)} ${digitsOf(to)}`),
	({ messageId }) => (messageId === undefined ? undefined : String(messageId)),
	BY_NUMBER,
];

/**
 * Finds the entry for each destination in a send response: by message ID if the request gave one, else by number.
 * Destinations with the same key take their entries in response order. Each entry belongs to one destination only.
 * @returns in the order of `destinations`; undefined if the answer has no entry
 */
export function matchEntries(
	destinations: readonly Destination[],
	entries: readonly SendResponseEntry[],
): Array<SendResponseEntry | undefined> {
	const matched = destinations.map((): SendResponseEntry | undefined => undefined);
	const taken = new Set<SendResponseEntry>();
	const known = new Set(destinations.map(({ messageId }) => messageId));
	// A repeated entry with a service-generated ID is not a second message
	const once = new Map(
		entries.map((entry, index) => [
			isOfService(entry, known) ? `${String(entry.messageId)} ${digitsOf(entry.to)}` : index,
			entry,
		]),
	);
	for (const keyOf of KEYS) {
		// An entry with another destination's ID says nothing about this one
		const isFree = (entry: SendResponseEntry) =>
			!taken.has(entry) && (keyOf !== BY_NUMBER || !known.has(String(entry.messageId)));
		// Reversed, so that pop() takes them in response order
		const waiting = groupByKeys([...once.values()].filter(isFree).reverse(), (entry) => [keyOf(entry)]);
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

function isOfService({ messageId }: SendResponseEntry, known: ReadonlySet<string | undefined>): boolean {
	return !isBlankId(messageId) && !known.has(String(messageId));
}
