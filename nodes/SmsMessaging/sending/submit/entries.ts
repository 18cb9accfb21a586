import { groupByKeys, isBlankId } from '../../service/matching';
import { readerOf, type ReadNumber } from '../../service/numbers';
import type { Destination, SendResponseEntry } from '../../service/types';
import { contentOf } from '../plan/identity';
import type { Target } from '../plan/target';
import { judge } from './judge';

/** What an answer says about a target. */
interface TargetEntry {
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
	let repeated: Map<string, boolean> | undefined;
	return targets.map((target, index) => {
		const { to, messageId } = target.destination;
		const entry = matched[index];
		if (entry === undefined || (messageId !== undefined && String(entry.messageId) === messageId))
			return { target, entry, isAmbiguous: false };
		repeated ??= repeatedNumbers(targets, entries);
		const isAmbiguous = repeated.get(to) === true || (repeated.has(to) && isBlankId(entry.messageId));
		return { target, entry, isAmbiguous };
	});
}

/**
 * The numbers that get several messages, and whether entries without our IDs leave open which of them they are about: there are more or
 * fewer entries than messages (a faulty service may repeat one), or different messages are told different things, in an order that
 * nothing promises.
 */
function repeatedNumbers(targets: readonly Target[], entries: readonly SendResponseEntry[]): Map<string, boolean> {
	const readNumber = readerOf(targets.map(({ destination }) => destination.to));
	const entriesOf = groupByKeys(entries, ({ to }) => [readNumber(to)]);
	const several = [...groupByKeys(targets, ({ destination }) => [destination.to])].filter(
		([, { length }]) => length > 1,
	);
	return new Map(
		several.map(([to, messages]) => {
			const said = entriesOf.get(to) ?? [];
			const isSaidOfAll = new Set(said.map((entry) => judge(entry))).size === 1;
			const isOneContent = new Set(messages.map(({ message }) => contentOf(message, { to }))).size === 1;
			return [to, said.length !== messages.length || !(isSaidOfAll || isOneContent)];
		}),
	);
}

type KeyOf = (part: { to?: unknown; messageId?: unknown }, readNumber: ReadNumber) => string | undefined;

const BY_NUMBER: KeyOf = ({ to }, readNumber) => readNumber(to);

/** What an entry and its destination share, most reliable first. A message ID may occur twice in one request. */
const KEYS: readonly KeyOf[] = [
	({ messageId, to }, readNumber) => (messageId === undefined ? undefined : `${String(messageId)} ${readNumber(to)}`),
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
	const readNumber = readerOf(destinations.map(({ to }) => to));
	const matched = destinations.map((): SendResponseEntry | undefined => undefined);
	const taken = new Set<SendResponseEntry>();
	const known = new Set(destinations.map(({ messageId }) => messageId));
	// A repeated entry with a service-generated ID is not a second message
	const once = new Map(
		entries.map((entry, index) => [
			isOfService(entry, known) ? `${String(entry.messageId)} ${readNumber(entry.to)}` : index,
			entry,
		]),
	);
	for (const keyOf of KEYS) {
		// An entry with another destination's ID says nothing about this one
		const isFree = (entry: SendResponseEntry) =>
			!taken.has(entry) && (keyOf !== BY_NUMBER || !known.has(String(entry.messageId)));
		// Reversed, so that pop() takes them in response order
		const waiting = groupByKeys([...once.values()].filter(isFree).reverse(), (entry) => [keyOf(entry, readNumber)]);
		destinations.forEach((destination, index) => {
			if (matched[index] !== undefined) return;
			const entry = waiting.get(keyOf(destination, readNumber) ?? '')?.pop();
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
