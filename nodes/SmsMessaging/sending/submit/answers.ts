import { groupByKeys, isBlankId } from '../../service/matching';
import { digitsOf } from '../../service/numbers';
import type { SendResponseEntry } from '../../service/types';
import type { Target } from '../plan/target';
import { judge, type Verdict } from './judge';

/** What an answer says about a target. */
export interface Said {
	target: Target;
	/** `silent`: the answer does not mention it. */
	verdict: Verdict | 'silent';
	entry: SendResponseEntry;
}

const NOTHING: SendResponseEntry = {};

/** What an answer says about the targets of its request. */
export interface ReadAnswer {
	/** In the order of the targets. */
	said: Said[];
	/** Whether it gives a message another ID than the request carried. */
	replacesIds: boolean;
}

/**
 * Reads a send response. An entry is about the message whose ID it has. Without such an ID, the number decides, if as many entries as
 * messages have it and all of these say the same.
 */
export function readAnswer(targets: readonly Target[], entries: readonly SendResponseEntry[]): ReadAnswer {
	if (areInOrder(targets, entries))
		return { said: targets.map((target, index) => saidOf(target, [entries[index]!])), replacesIds: false };
	const byId = groupByKeys(entries, ({ messageId }) => [idOf(messageId)]);
	const carried = new Set(targets.flatMap(({ destination }) => destination.messageId ?? []));
	const others = entries.filter(({ messageId }) => isBlankId(messageId) || !carried.has(String(messageId)));
	const byNumber = groupByKeys(others, ({ to }) => [digitsOf(to)]);
	const isNamed = ({ destination }: Target) => byId.has(destination.messageId ?? '');
	const unnamed = groupByKeys(
		targets.filter((target) => !isNamed(target)),
		({ destination }) => [destination.to],
	);
	const nextOf = new Map<string, number>();
	const said = targets.map((target): Said => {
		const { to, messageId = '' } = target.destination;
		if (isNamed(target))
			return saidOf(
				target,
				byId.get(messageId)!.map((entry) => named(entry, target)),
			);
		const ofNumber = byNumber.get(to) ?? [];
		const { length } = unnamed.get(to)!;
		const isOneVerdict = new Set(ofNumber.map((entry) => judge(entry))).size === 1;
		if (ofNumber.length !== length || !isOneVerdict) return { target, verdict: 'silent', entry: NOTHING };
		const next = nextOf.get(to) ?? 0;
		nextOf.set(to, next + 1);
		const entry = named(ofNumber[next]!, target);
		// Of several messages, nothing shows which has which of the service's IDs
		return saidOf(target, [length === 1 || entry.messageId === messageId ? entry : withoutId(entry)]);
	});
	const withoutOurs = targets.filter(({ destination }) => destination.messageId === undefined).length;
	const withTheirs = others.filter(({ messageId }) => !isBlankId(messageId)).length;
	return { said, replacesIds: withTheirs > withoutOurs };
}

/** Whether each entry has the ID and the number of the target in its place, as usual: then nothing is left to find out. */
function areInOrder(targets: readonly Target[], entries: readonly SendResponseEntry[]): boolean {
	return (
		targets.length === entries.length &&
		targets.every(({ destination: { messageId, to } }, index) => {
			const entry = entries[index]!;
			return messageId !== undefined && entry.messageId === messageId && entry.to === to;
		})
	);
}

const idOf = (messageId: unknown): string | undefined => (isBlankId(messageId) ? undefined : String(messageId));

/** The entry with the number, and with the ID that it was sent with unless the service gives another. */
function named(entry: SendResponseEntry, { destination: { messageId, to } }: Target): SendResponseEntry {
	if (entry.to === to && !isBlankId(entry.messageId)) return entry;
	return { ...entry, to, ...(isBlankId(entry.messageId) && messageId !== undefined && { messageId }) };
}

function withoutId({ messageId: _, ...entry }: SendResponseEntry): SendResponseEntry {
	return entry;
}

function saidOf(target: Target, entries: readonly SendResponseEntry[]): Said {
	const entry = entries[0]!;
	const verdict = judge(entry);
	const isContradicted = entries.length > 1 && entries.some((other) => judge(other) !== verdict);
	return { target, verdict: isContradicted ? 'uncertain' : verdict, entry };
}
