import { digitsOf, groupByKeys } from '../../service/matching';
import type { Destination, SendResponseEntry } from '../../service/types';
import type { Target } from '../plan/target';

/** What an answer says of a target. */
export interface TargetEntry {
	target: Target;
	/** None where the answer does not mention it. */
	entry?: SendResponseEntry;
	/** Whether the entry may be of another message to the same number. */
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
 * Whether the entry has none of our IDs, and there is not just one for each message to its number. A service that makes mistakes may
 * say the same twice, and then it is the word on one message only.
 */
function isAmbiguous(
	{ destination: { to, messageId } }: Target,
	entry: SendResponseEntry,
	targets: readonly Target[],
	entries: readonly SendResponseEntry[],
): boolean {
	if (messageId !== undefined && String(entry.messageId) === messageId) return false;
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
	// An entry with an ID of the service that comes a second time is no second message
	const once = new Map(
		entries.map((entry, index) => [
			isOfService(entry, known) ? `${String(entry.messageId)} ${digitsOf(entry.to)}` : index,
			entry,
		]),
	);
	for (const keyOf of KEYS) {
		// An entry with the ID of another destination says nothing about this one
		const isFree = (entry: SendResponseEntry) =>
			!taken.has(entry) && (keyOf !== BY_NUMBER || !known.has(String(entry.messageId)));
		// The last of the answer first, so that pop() takes them in the order of the answer
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
