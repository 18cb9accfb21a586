import { digitsOf, groupByKeys } from '../../service/matching';
import type { Destination, JsonObject, SendResponseEntry } from '../../service/types';
import type { Batch, Target } from '../plan/target';
import { judgeLog, likenessOf, type Likeness } from './judge';

/** What is looked up: a destination, by its message ID and number, and by its content if given. */
export type Sought = Pick<Target, 'destination'> & Partial<Pick<Target, 'hasOwnId' | 'message'>>;

export interface MatchedLogs<T extends Sought> {
	found: Map<T, JsonObject>;
	/** Each may have been matched with the log of another target with the same number: only whether it was accepted is certain. */
	interchangeable: ReadonlySet<T>;
	/** Logs of these may be there, but cannot be told from those of others. */
	unclear: T[];
}

/**
 * Matches each target with a log entry, and each entry with one target: by message ID and number, and within one request also by
 * number and text, since a service may use IDs of its own. A node-generated ID stands for its content; a user-supplied one may
 * belong to another message, so then the text has to match too.
 */
export function matchLogs<T extends Sought>(
	logs: JsonObject[],
	targets: readonly T[],
	known: { taken: ReadonlySet<string>; claims?: ReadonlyMap<string, number> },
	request?: Pick<Batch, 'bulkId'> & { unnamed: readonly Target[] },
): MatchedLogs<T> {
	const found = new Map<T, JsonObject>();
	const interchangeable = new Set<T>();
	const unclearOnes: T[] = [];
	const taken = new Set<JsonObject>();
	const verdicts = new Map(logs.map((log) => [log, judgeLog(log as SendResponseEntry)]));
	// A message that arrived twice may be listed twice: as accepted, and as rejected for being a duplicate
	const telling = logs.filter((log) => verdicts.get(log) !== 'duplicate');
	const surest = [
		...telling.filter((log) => verdicts.get(log) === 'accepted'),
		...telling.filter((log) => verdicts.get(log) !== 'accepted'),
	];
	const take = (target: Sought, candidates: JsonObject[] = [], likenesses: Likeness[]) => {
		const log = candidates.find(
			(candidate) => !taken.has(candidate) && likenesses.includes(likenessOf(candidate, target.message)),
		);
		if (log !== undefined) taken.add(log);
		return log;
	};
	const find = (target: T, candidates: JsonObject[] | undefined, likenesses: Likeness[]) => {
		const log = take(target, candidates, likenesses);
		if (log !== undefined) found.set(target, log);
	};
	const byId = groupByKeys(surest, ({ messageId, to }) => [`${String(messageId)} ${digitsOf(to)}`]);
	for (const target of targets) {
		const name = nameOf(target.destination);
		if (target.hasOwnId === true) {
			const same = (byId.get(name) ?? []).filter((log) => likenessOf(log, target.message) === 'same');
			find(target, same.slice(known.claims?.get(contentNameOf(target)) ?? 0), ['same']);
		} else if (target.destination.messageId !== undefined) find(target, byId.get(name), ['same', 'unclear']);
	}
	const ofRequest =
		request === undefined
			? []
			: surest.filter((log) => log.bulkId === request.bulkId && !known.taken.has(String(log.messageId)));
	const byNumber = groupByKeys(ofRequest, ({ to }) => [digitsOf(to)]);
	for (const target of request?.unnamed ?? []) take(target, byNumber.get(target.destination.to), ['same', 'unclear']);
	const open = () => targets.filter((target) => !found.has(target));
	for (const target of open()) find(target, byNumber.get(target.destination.to), ['same']);
	for (const [to, left] of groupByKeys(open(), ({ destination }) => [destination.to])) {
		const candidates = (byNumber.get(to) ?? []).filter(
			(log) => !taken.has(log) && left.some(({ message }) => likenessOf(log, message) === 'unclear'),
		);
		const isOneContent =
			new Set(left.map(({ message }) => JSON.stringify(message?.text ?? message?.binary))).size === 1;
		const isOneVerdict = new Set(candidates.map((log) => verdicts.get(log))).size === 1;
		if (candidates.length >= left.length && (isOneContent || isOneVerdict)) {
			for (const target of left) {
				find(target, candidates, ['unclear']);
				if (!isOneContent) interchangeable.add(target);
			}
		} else if (candidates.length > 0) unclearOnes.push(...left);
	}
	for (const target of open()) {
		const isShown = (byId.get(nameOf(target.destination)) ?? []).some(
			(log) => !taken.has(log) && likenessOf(log, target.message) === 'unclear',
		);
		if (isShown && !unclearOnes.includes(target)) unclearOnes.push(target);
	}
	return { found, interchangeable, unclear: unclearOnes };
}

/** What identifies a destination when matching logs. */
export function nameOf({ messageId, to }: Destination): string {
	return `${messageId} ${to}`;
}

/** A destination and its text: the user may give the same ID to several messages to one number. */
export function contentNameOf({ destination, message }: Sought): string {
	return `${nameOf(destination)} ${String(message?.text)}`;
}
