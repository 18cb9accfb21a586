import { isOfOtherRequest, isOfSameRun } from '../../service/bulkIds';
import { groupByKeys, isBlankId } from '../../service/matching';
import { digitsOf, mayBeNumber, readerOf } from '../../service/numbers';
import type { JsonObject } from '../../service/types';
import { contentNameOf, nameOf, type Claims } from '../plan/claims';
import type { Batch, Target } from '../plan/target';
import { judgeLog, type Verdict } from './judge';
import { likenessOf, type Likeness } from './likeness';
import { acceptedLog, type Acceptance } from './matchAcceptedLogs';

/** A destination to look up, by message ID and number, and by content if given; by the ID alone if that is certain to be the node's. */
export interface Sought extends Pick<Target, 'destination'>, Partial<Pick<Target, 'hasOwnId'>> {
	message?: { from?: unknown; text?: unknown; binary?: unknown; notifyUrl?: unknown };
	/** Set if the service is known to have accepted it: an entry then counts as its own only if it can be no other's. */
	accepted?: Acceptance;
}

interface MatchedLogs<T extends Sought> {
	found: Map<T, JsonObject>;
	/** Each may have been matched with the log of another target with the same number: only whether it was accepted is certain. */
	interchangeable: ReadonlySet<T>;
	/** These may be in the logs, but cannot be told from others. */
	unclear: T[];
}

/** What is known about log entries from earlier answers and look-ups. */
interface KnownLogs {
	/** Message IDs whose entries belong to no other message. */
	taken: ReadonlySet<string>;
	/** The entries with a user-supplied ID that belong to other messages. */
	claims?: Claims;
	/** The request of this run that each target was last sent in, if it has a bulkId of its own. */
	bulkIds: ReadonlyMap<Sought, string>;
	/** Whether an entry with a user-supplied ID is of a message that another execution has sent. */
	isOfOther?(log: JsonObject, target: Sought): boolean | 'perhaps';
}

/** The request that the entries with its bulk ID belong to. */
export interface LoggedRequest extends Pick<Batch, 'bulkId'> {
	/** All destinations that its bulk ID was sent with. */
	numbers: readonly string[];
	/** Targets of it that the service accepted without returning an ID. */
	unnamed: readonly Target[];
	/** Targets of it whose fate stays unknown: an entry may be theirs. */
	unknown: readonly Target[];
}

/**
 * Matches each target with a log entry, and each entry with one target: by message ID and number, and within one request also by
 * number and text, since a service may use IDs of its own. A node-generated ID stands for its content, however the logs show that; a
 * user-supplied one may belong to another message, so then number and text have to match too.
 */
export function matchLogs<T extends Sought>(
	logs: JsonObject[],
	targets: readonly T[],
	known: KnownLogs,
	request?: LoggedRequest,
): MatchedLogs<T> {
	const matching = new LogMatching(logs, targets, known, request);
	matching.byOwnId();
	matching.byMessageId();
	matching.byText();
	matching.leaveOutUnnamed(['same', 'unclear']);
	matching.byNumber();
	matching.nameUnclear();
	return matching;
}

const ANY: Likeness[] = ['same', 'unclear', 'other'];

class LogMatching<T extends Sought> implements MatchedLogs<T> {
	readonly found = new Map<T, JsonObject>();
	readonly interchangeable = new Set<T>();
	readonly unclear: T[] = [];
	private readonly taken = new Set<JsonObject>();
	private readonly verdicts: Map<JsonObject, Verdict>;
	/** By message ID and number, the surest first. */
	private readonly byId: Map<string, JsonObject[]>;
	/** By message ID alone. */
	private readonly byIdAlone: Map<string, JsonObject[]>;
	/** Rejections of repeated IDs, by ID. */
	private readonly repeats: Map<string, JsonObject[]>;
	/** Entries of the request. */
	private readonly ofNumber: Map<string, JsonObject[]>;
	/** What else the request may have brought to each number, and is not matched yet. */
	private readonly rivals: Map<string, Set<Sought>>;

	constructor(
		all: JsonObject[],
		private readonly targets: readonly T[],
		private readonly known: KnownLogs,
		private readonly request: LoggedRequest | undefined,
	) {
		const logs = once(all, (log) => JSON.stringify(log));
		this.verdicts = new Map(logs.map((log) => [log, judgeLog(log)]));
		const of = (...verdicts: Verdict[]) => logs.filter((log) => verdicts.includes(this.verdicts.get(log)!));
		// A message that arrived twice may be listed twice: as accepted, and as rejected for being a duplicate
		const surest = [...of('accepted'), ...of('unknownGroup'), ...of('refused')];
		this.byId = groupByKeys(surest, (log) => [idAndNumberOf(log)]);
		this.byIdAlone = groupByKeys(surest, ({ messageId }) => [String(messageId)]);
		this.repeats = groupByKeys(of('duplicate'), ({ messageId }) => [String(messageId)]);
		const ofRequest =
			request === undefined
				? []
				: surest.filter((log) => log.bulkId === request.bulkId && !known.taken.has(String(log.messageId)));
		// No request has two messages with one ID to one number
		const readNumber = readerOf(request?.numbers ?? []);
		this.ofNumber = groupByKeys(once(ofRequest, idAndNumberOf), ({ to }) => [readNumber(to)]);
		const ofAnyFate: Sought[] = request === undefined ? [] : [...targets, ...request.unnamed, ...request.unknown];
		this.rivals = new Map(
			[...groupByKeys(ofAnyFate, ({ destination }) => [destination.to])].map(([to, all]) => [to, new Set(all)]),
		);
	}

	/** By user-supplied IDs. If several messages have one, an entry that shows the sender of one of them goes to that one first. */
	byOwnId(): void {
		const own = this.targets.filter(({ hasOwnId }) => hasOwnId === true);
		const alike = groupByKeys(own, (target) => [contentNameOf(target)]);
		const isFromAnother = (log: JsonObject, target: T) =>
			!isFromItsSender(log, target) &&
			alike.get(contentNameOf(target))!.some((rival) => !this.found.has(rival) && isFromItsSender(log, rival));
		for (const mayTakeAny of [false, true]) {
			for (const target of own) {
				if (this.found.has(target)) continue;
				const named = this.byId.get(nameOf(target.destination)) ?? [];
				const same = (this.byIdAlone.get(target.destination.messageId ?? '') ?? []).filter(
					(log) =>
						this.isOfItsRequest(log, target) || (named.includes(log) && likenessOf(log, target.message) === 'same'),
				);
				const left = this.unclaimed(same, target);
				this.find(target, mayTakeAny ? left : left.filter((log) => !isFromAnother(log, target)), ANY);
			}
		}
	}

	/** By IDs of the node, or of messages that the service accepted. */
	byMessageId(): void {
		const targetsOf = groupByKeys(this.targets, ({ destination }) => [destination.messageId]);
		for (const target of this.targets) {
			const { messageId } = target.destination;
			if (messageId === undefined || target.hasOwnId === true) continue;
			const named = this.byId.get(nameOf(target.destination)) ?? [];
			const all = this.byIdAlone.get(messageId) ?? [];
			if (target.accepted !== undefined) {
				const log = acceptedLog(target, targetsOf.get(messageId)!, all, named, this.known.bulkIds);
				if (log !== undefined) this.found.set(target, log);
				continue;
			}
			this.find(target, this.withoutEarlierRejections(all, target), ANY);
		}
	}

	/** An ID occurs only once in a request, so its entry is the target's, however it shows the text. */
	private isOfItsRequest(log: JsonObject, target: T): boolean {
		const bulkId = this.known.bulkIds.get(target);
		return bulkId !== undefined && log.bulkId === bulkId && mayBeNumber(log.to, target.destination.to);
	}

	/** A rejection of an earlier try says nothing about this one, which may be listed under an ID of the service. */
	private withoutEarlierRejections(logs: JsonObject[], target: T): JsonObject[] {
		const bulkId = this.known.bulkIds.get(target);
		if (bulkId === undefined) return logs;
		return logs.filter((log) => this.verdicts.get(log) !== 'refused' || !isOfOtherRequest(bulkId, log.bulkId));
	}

	/** @param logs those with the target's own ID, number and text, which other messages may have, too */
	private unclaimed(logs: JsonObject[], target: T): JsonObject[] {
		const bulkId = this.known.bulkIds.get(target);
		let left = logs.filter((log) => !this.isOfOther(log, target));
		const leaveOut = (isClaimed: (log: JsonObject) => boolean) => {
			const log = left.find(isClaimed);
			left = left.filter((other) => other !== log);
			return log !== undefined;
		};
		const claims = this.known.claims?.get(contentNameOf(target)) ?? [];
		const unseen = claims.filter((claim) => claim === undefined || !leaveOut((log) => log.bulkId === claim));
		if (bulkId !== undefined) {
			const ofRequest = left.filter((log) => this.isOfItsRequest(log, target));
			if (ofRequest.length > 0) return ofRequest;
			// A rejection of another request says nothing about this one
			left = left.filter((log) => !isOfSameRun(bulkId, log.bulkId) && this.verdicts.get(log) !== 'refused');
		}
		// The service may give a request an ID of its own
		for (const claim of unseen) leaveOut((log) => claim === undefined || !isOfSameRun(claim, log.bulkId));
		return left;
	}

	/** Targets that were accepted without an ID have entries, too. */
	leaveOutUnnamed(likenesses: Likeness[]): void {
		for (const target of this.request?.unnamed ?? []) {
			const rivals = this.rivals.get(target.destination.to)!;
			if (this.isListedUnderItsId(target)) rivals.delete(target);
			if (!rivals.has(target)) continue;
			const fittestFirst = this.logsTo(target)
				.filter((log) => this.verdicts.get(log) !== 'refused')
				.sort((a, b) => fitness(b, target) - fitness(a, target));
			this.take(target, fittestFirst, likenesses);
		}
	}

	private isListedUnderItsId({ destination: { messageId = '' } }: Target): boolean {
		return this.byIdAlone.get(messageId)?.some(({ bulkId }) => bulkId === this.request?.bulkId) === true;
	}

	byText(): void {
		// Each match leaves fewer candidates for the other entries
		for (let before = -1; before < this.taken.size; ) {
			before = this.taken.size;
			this.leaveOutUnnamed(['same']);
			for (const target of this.open()) this.find(target, this.logsTo(target), ['same']);
		}
	}

	/** Where texts cannot be compared, as many entries as targets are enough, if they all say the same. */
	byNumber(): void {
		const unknown = groupByKeys(this.request?.unknown ?? [], ({ destination }) => [destination.to]);
		for (const left of groupByKeys(this.open(), ({ destination }) => [destination.to]).values()) {
			const logs = this.logsTo(left[0]!).filter(
				(log) => !this.taken.has(log) && left.some((target) => this.likenessOf(log, target) !== 'other'),
			);
			const all = [...left, ...(unknown.get(left[0]!.destination.to) ?? [])];
			const isOneContent = new Set(all.map(contentOf)).size === 1;
			const isOneVerdict = new Set(logs.map((log) => this.verdicts.get(log))).size === 1;
			if (logs.length >= all.length && (isOneContent || isOneVerdict)) {
				for (const target of left) {
					this.find(target, logs, ['same', 'unclear']);
					if (!this.found.has(target)) this.unclear.push(target);
					if (!isOneContent) this.interchangeable.add(target);
				}
			} else if (logs.length > 0) this.unclear.push(...left);
		}
	}

	/** An entry with the ID that shows no comparable text, not the whole number, or an earlier time may be that of another message. */
	nameUnclear(): void {
		for (const target of this.open()) {
			const { messageId, to } = target.destination;
			const named = this.byIdAlone.get(String(messageId));
			// Logs may show only the last status of an ID; the node's own are used nowhere else
			const shown =
				target.hasOwnId === true
					? (named ?? this.repeats.get(String(messageId)) ?? [])
					: this.withoutEarlierRejections(named ?? [], target);
			const mayBeShown = shown.some((log) => {
				const likeness = likenessOf(log, target.message);
				if (this.taken.has(log) || likeness === 'other') return false;
				const isLike = likeness === 'same' && digitsOf(log.to) === to && this.verdicts.get(log) !== 'duplicate';
				return mayBeNumber(log.to, to) && (!isLike || this.isOfOther(log, target) === 'perhaps');
			});
			if (mayBeShown && !this.unclear.includes(target)) this.unclear.push(target);
		}
	}

	private isOfOther(log: JsonObject, target: T): boolean | 'perhaps' {
		return !this.isOfItsRequest(log, target) && (this.known.isOfOther?.(log, target) ?? false);
	}

	private open(): T[] {
		return this.targets.filter((target) => !this.found.has(target));
	}

	private logsTo({ destination }: Sought): JsonObject[] {
		return this.ofNumber.get(destination.to) ?? [];
	}

	private find(target: T, logs: JsonObject[], likenesses: Likeness[]): void {
		const log = this.take(target, logs, likenesses);
		if (log !== undefined) this.found.set(target, log);
	}

	private take(target: Sought, logs: JsonObject[], likenesses: Likeness[]): JsonObject | undefined {
		const log = logs.find(
			(candidate) => !this.taken.has(candidate) && likenesses.includes(this.likenessOf(candidate, target)),
		);
		if (log === undefined) return undefined;
		this.taken.add(log);
		this.rivals.get(target.destination.to)?.delete(target);
		return log;
	}

	/** Messages to one number may differ only in the sender, or in how the logs write their texts: then the best fit gets the entry. */
	private likenessOf(log: JsonObject, target: Sought): Likeness {
		const likeness = likenessOf(log, target.message);
		if (likeness !== 'same') return likeness;
		const content = contentOf(target);
		const isLessFit = (rival: Sought) =>
			contentOf(rival) === content ||
			likenessOf(log, rival.message) !== 'same' ||
			fitness(log, rival) < fitness(log, target);
		return [...(this.rivals.get(target.destination.to) ?? [])].every(isLessFit) ? 'same' : 'unclear';
	}
}

function contentOf({ message }: Sought): string {
	return JSON.stringify([message?.from, message?.text ?? message?.binary]);
}

/** How well an entry with the text of a message fits: the sender says more than how the text is written. */
function fitness(log: JsonObject, { message }: Sought): number {
	return (isFromItsSender(log, { message }) ? 2 : 0) + (log.text === message?.text ? 1 : 0);
}

function isFromItsSender(log: JsonObject, { message }: Pick<Sought, 'message'>): boolean {
	return log.from !== undefined && String(log.from) === String(message?.from);
}

/** The first of those with the same key; an entry without an ID is never the same as another. */
function once(logs: JsonObject[], keyOf: (log: JsonObject) => string): JsonObject[] {
	return [
		...new Map(
			logs.map((log, index) => [isBlankId(log.messageId) ? index : keyOf(log), log] as const).reverse(),
		).values(),
	].reverse();
}

function idAndNumberOf({ messageId, to }: JsonObject): string {
	return `${String(messageId)} ${digitsOf(to)}`;
}
