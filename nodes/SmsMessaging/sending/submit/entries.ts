import { groupByKeys, isBlankId } from '../../service/matching';
import { isWholeNumber, mayBeNumber, readerOf, type ReadNumber } from '../../service/numbers';
import type { Destination, SendResponseEntry } from '../../service/types';
import { contentOf } from '../plan/identity';
import type { Target } from '../plan/target';
import { judge } from './judge';

/** What an answer says about a target. */
interface TargetEntry {
	target: Target;
	/** Absent if no entry is certain to be the target's. */
	entry?: SendResponseEntry;
	/** Whether the entry may belong to another message, is contradicted by another, or is absent while one may be the target's. */
	isAmbiguous: boolean;
}

/**
 * The entries of a send response by target, in the order of `targets`.
 * @param idsOfRun the message IDs of the whole run: an entry with an ID from another request is not about this one
 */
export function readEntries(
	targets: readonly Target[],
	entries: readonly SendResponseEntry[],
	idsOfRun: ReadonlySet<string>,
): TargetEntry[] {
	if (areInOrder(targets, entries))
		return targets.map((target, index) => ({ target, entry: entries[index]!, isAmbiguous: false }));
	const destinations = targets.map(({ destination }) => destination);
	const readNumber = answerReaderOf(destinations);
	const known = new Set(destinations.map(({ messageId }) => messageId));
	const isMixedUp = mixedUp(destinations, readNumber);
	const mixed = entries.filter(isMixedUp);
	const isMentioned = ({ to, messageId }: Destination) =>
		mixed.some((entry) => String(entry.messageId) === messageId || readNumber(entry.to) === to);
	const clear = mixed.length === 0 ? entries : entries.filter((entry) => !isMixedUp(entry));
	const matched = matchEntries(destinations, clear, idsOfRun, readNumber);
	let mayBeAbout: ReturnType<typeof leftoverOf> | undefined;
	const nameOf = (entry: SendResponseEntry) => {
		const number = readNumber(entry.to);
		return known.has(String(entry.messageId)) ? `${String(entry.messageId)} ${number}` : number;
	};
	const alike = groupByKeys(clear, (entry) => [nameOf(entry)]);
	const contradicted = new Set(
		[...alike].flatMap(([name, some]) => (some.length === 1 || isOneVerdict(some) ? [] : name)),
	);
	let repeated: Map<string, boolean> | undefined;
	return targets.map((target, index) => {
		const { to, messageId } = target.destination;
		const entry = matched[index];
		if (entry === undefined) {
			mayBeAbout ??= leftoverOf(destinations, clear, matched, readNumber);
			return { target, isAmbiguous: mayBeAbout(to) || isMentioned(target.destination) };
		}
		const isContradicted = contradicted.has(nameOf(entry));
		if (messageId !== undefined && String(entry.messageId) === messageId)
			return { target, entry, isAmbiguous: isContradicted };
		repeated ??= repeatedNumbers(targets, clear, matched, readNumber);
		const isAmbiguous = repeated.has(to) ? repeated.get(to) === true || isBlankId(entry.messageId) : isContradicted;
		return { target, entry, isAmbiguous: isAmbiguous || isMentioned(target.destination) };
	});
}

/** Whether each entry has the ID and the number of the target in its place, as usual: then nothing is left to find out. */
function areInOrder(targets: readonly Target[], entries: readonly SendResponseEntry[]): boolean {
	const ids = new Set<string>();
	return (
		targets.length === entries.length &&
		targets.every(({ destination: { messageId, to } }, index) => {
			const entry = entries[index]!;
			if (messageId === undefined || entry.messageId !== messageId || entry.to !== to) return false;
			ids.add(messageId);
			return ids.size > index;
		})
	);
}

/** Tells whether an entry has the ID of one destination and the number of another, so that it may be about either. */
function mixedUp(destinations: readonly Destination[], readNumber: ReadNumber): (entry: SendResponseEntry) => boolean {
	const numbers = new Set(destinations.map(({ to }) => to));
	const numbersOf = groupByKeys(destinations, ({ messageId }) => [messageId]);
	return ({ messageId, to }) => {
		const named = numbersOf.get(String(messageId));
		const number = readNumber(to);
		return named !== undefined && numbers.has(number) && named.every((one) => one.to !== number);
	};
}

/** Tells whether an entry that is left over may be about a number. */
function leftoverOf(
	destinations: readonly Destination[],
	entries: readonly SendResponseEntry[],
	matched: ReadonlyArray<SendResponseEntry | undefined>,
	readNumber: ReadNumber,
): (to: string) => boolean {
	const numbers = new Set(destinations.map(({ to }) => to));
	const known = new Set(destinations.map(({ messageId }) => messageId));
	const taken = new Set<SendResponseEntry | undefined>(matched);
	const left = entries.filter(
		(entry) => !taken.has(entry) && !known.has(String(entry.messageId)) && judge(entry) !== 'silent',
	);
	const shown = [...new Set(left.map(({ to }) => to))];
	return (to) =>
		shown.some((one) =>
			// A number that is masked may also be written in another way
			numbers.has(readNumber(one)) ? readNumber(one) === to : !isWholeNumber(one) || mayBeNumber(one, to),
		);
}

function isOneVerdict(entries: readonly SendResponseEntry[]): boolean {
	return new Set(entries.map((entry) => judge(entry))).size === 1;
}

/** Also reads a number that is masked, or not shown at all, if only one of the request's numbers can be meant. */
function answerReaderOf(destinations: readonly Destination[]): ReadNumber {
	const numbers = new Set(destinations.map(({ to }) => to));
	const readNumber = readerOf(numbers);
	const read = new Map<unknown, string>();
	return (shown) => {
		const known = read.get(shown);
		if (known !== undefined) return known;
		const number = readNumber(shown);
		const alike =
			numbers.has(number) || isWholeNumber(shown) ? [] : [...numbers].filter((to) => mayBeNumber(shown, to));
		const result = alike.length === 1 ? alike[0]! : number;
		read.set(shown, result);
		return result;
	};
}

/**
 * The numbers of several messages whose IDs no entry shows, and whether the entries without our IDs leave open which of them they are
 * about: there are more or fewer entries than messages (a faulty service may repeat one), or entries for different messages disagree,
 * in an order that nothing guarantees.
 */
function repeatedNumbers(
	targets: readonly Target[],
	entries: readonly SendResponseEntry[],
	matched: ReadonlyArray<SendResponseEntry | undefined>,
	readNumber: ReadNumber,
): Map<string, boolean> {
	const ids = new Set(targets.map(({ destination }) => destination.messageId));
	const isNamed = (messageId: unknown) => !isBlankId(messageId) && ids.has(String(messageId));
	const open = targets.filter((_, index) => !isNamed(matched[index]?.messageId));
	const entriesOf = groupByKeys(
		entries.filter(({ messageId }) => !isNamed(messageId)),
		({ to }) => [readNumber(to)],
	);
	const several = [...groupByKeys(open, ({ destination }) => [destination.to])].filter(([, { length }]) => length > 1);
	return new Map(
		several.map(([to, messages]) => {
			const said = entriesOf.get(to) ?? [];
			const isOneContent = new Set(messages.map(({ message }) => contentOf(message, { to }))).size === 1;
			return [to, said.length !== messages.length || !(isOneVerdict(said) || isOneContent)];
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
	idsOfRun: ReadonlySet<string> = new Set(),
	readNumber = answerReaderOf(destinations),
): Array<SendResponseEntry | undefined> {
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
		const isOfOther = ({ messageId }: SendResponseEntry) =>
			known.has(String(messageId)) || idsOfRun.has(String(messageId));
		const isFree = (entry: SendResponseEntry) => !taken.has(entry) && (keyOf !== BY_NUMBER || !isOfOther(entry));
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
