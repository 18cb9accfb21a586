import { DEFAULT_RESULTS, requestLogs, type ServiceRequest, type Transport } from '../../service/client';
import { isNotNow } from '../../service/failure';
import { executionCodeOf, isOfOtherRequest } from '../../service/bulkIds';
import { CLOCK_TOLERANCE_MS, fromInstant, instantOfDateTime } from '../../service/dateTime';
import { host } from '../../service/host';
import { idLists } from '../../service/idLists';
import { addTo, isBlankId } from '../../service/matching';
import { MostResults } from '../../service/mostResults';
import { digitsOf, finderOf, isWholeNumber, mayBeNumber } from '../../service/numbers';
import type { JsonObject, SendResponseEntry } from '../../service/types';
import { contentNameOf, type Claims } from '../plan/claims';
import type { RunIdentity } from '../plan/identity';
import { isScheduled, type Batch, type Target } from '../plan/target';
import { judgeLog } from './judge';
import { likenessOf } from './likeness';
import {
	isHopeless,
	Look,
	NOT_COMPARABLE,
	NOT_NAMED,
	NOT_PROVEN,
	OTHER_NUMBERS,
	STOPPED,
	TOO_SLOW,
	UNDER_OTHER_ID,
	type LookUp,
} from './look';
import { matchLogs, type LoggedRequest, type Sought } from './matchLogs';

/** A request whose targets are looked up. */
export interface SoughtRequest extends Batch, Omit<LoggedRequest, 'unnamed'> {
	/** Whether it, or a part of it that was sent again, has only one destination. */
	isSingle: boolean;
	/** Targets of it that the service rejected because it knew their IDs. */
	duplicates: readonly Target[];
	/** Whether an earlier try of the run sent it, under a bulkId that is no longer known. */
	isOfEarlierTry: boolean;
}

const TIMEOUT_MS = 10_000;
/** The largest difference of a time zone to UTC. */
const MOST_ZONE_MS = 14 * 60 * 60_000;
/** Asking per request uses the only filter that the interface itself shows; with many requests it would take too many calls. */
const MAX_SINGLE_REQUESTS = 5;
/** Longer IDs may be cut (public documents, version 2). */
const MOST_ID_CHARACTERS = 200;

/** Whether the logs can be asked for a message ID, also as part of a comma-separated list. */
function isListable(messageId: string | undefined): messageId is string {
	return (
		messageId !== undefined &&
		messageId.length <= MOST_ID_CHARACTERS &&
		!messageId.includes(',') &&
		messageId.trim() === messageId &&
		messageId.isWellFormed()
	);
}

/** The run whose messages are looked up. */
interface SearchingRun {
	/** Those that its messages carry. */
	messageIds?: Iterable<string>;
	/** Omitted if an ID stands for one message, however often it is used. */
	claims?: Claims;
	/** Omitted if what other executions have sent counts, too. */
	execution?: Pick<RunIdentity, 'bulkIdPrefix' | 'executionCode'> & { isRetry: boolean };
	/** What its execution knows about the service, also from earlier runs. */
	service?: KnownService;
}

/** What an execution has learned about the service. */
export interface KnownService {
	/** Whether it keeps the message IDs of the node. */
	keepsIds?: boolean;
	/** The most characters of an ID of the user that it has kept: it may replace longer ones. */
	keepsOwnIds?: number;
}

/**
 * Looks up messages in the service's logs. Which filters a service supports and how many entries it returns is not documented, so a
 * message counts as absent only if the answer is proven complete. Once the service says 'not now' or no request can succeed, the
 * rest of a look-up is skipped.
 */
export class LogSearch {
	/** A message ID known to be in the logs: a query for a list of IDs that does not return it proves nothing. */
	private knownId: string | undefined;
	/** Most entries in one answer so far; an answer this long may be cut off. */
	private largest = 0;
	private readonly most = new MostResults();
	/** Message IDs whose log entries belong to no other message. */
	readonly taken: Set<string>;
	readonly claims: Map<string, Array<string | undefined>> | undefined;
	readonly bulkIds = new Map<Sought, string>();
	/** What the service accepted without returning an ID, by bulkId: their logs do not belong to others. */
	private readonly unnamed = new Map<string, Target[]>();
	/** The kinds of requests (one destination, or several) whose bulk ID the logs have shown: the interface shows it only for several. */
	private readonly shownBulkIds = new Set<'one' | 'several'>();
	/** Messages that the service rejected because it knew their IDs. */
	private readonly duplicates = new Set<Sought>();
	private readonly beganAt = host.now();
	private readonly service: KnownService;

	constructor(
		private readonly transport: Transport,
		private readonly signal: AbortSignal | undefined,
		private readonly run: SearchingRun = {},
	) {
		const { messageIds = [], claims, service = {} } = run;
		this.service = service;
		this.taken = new Set(messageIds);
		this.claims = claims && new Map([...claims].map(([name, bulkIds]) => [name, [...bulkIds]]));
	}

	/** Whether an entry is of another execution's message with the same ID, number and text. After a rejection as a duplicate, any counts. */
	isOfOther({ bulkId, sentAt, doneAt }: JsonObject, target: Sought): boolean | 'perhaps' {
		const { execution } = this.run;
		if (execution === undefined || this.duplicates.has(target)) return false;
		const { bulkIdPrefix, executionCode, isRetry } = execution;
		// The execution that is retried had another ID, and nobody knows when it began
		if (isRetry) return ![undefined, executionCode].includes(executionCodeOf(bulkIdPrefix, bulkId));
		if (String(bulkId).startsWith(bulkIdPrefix)) return false;
		if (isOfOtherRequest(bulkIdPrefix, bulkId)) return true;
		// The service's clock may be wrong
		return (instantOfDateTime(sentAt ?? doneAt) ?? Infinity) < this.beganAt - CLOCK_TOLERANCE_MS && 'perhaps';
	}

	/** The service has accepted a message, so its logs will show it. */
	accepted(target: Target, entry: SendResponseEntry | undefined, bulkId: string | undefined): void {
		const { messageId } = target.destination;
		if (!isBlankId(entry?.messageId)) this.taken.add(String(entry?.messageId));
		else if (bulkId !== undefined) addTo(this.unnamed, bulkId, target);
		if (messageId !== undefined && String(entry?.messageId) === messageId) this.keptId(target, messageId);
		if (this.knownId === undefined && !isScheduled(target) && isListable(messageId)) this.knownId = messageId;
		this.claim(target, bulkId);
	}

	private keptId({ hasOwnId }: Sought, messageId: string): void {
		if (hasOwnId !== true) this.service.keepsIds = true;
		else this.service.keepsOwnIds = Math.max(this.service.keepsOwnIds ?? 0, messageId.length);
	}

	private keepsId({ hasOwnId, destination: { messageId = '' } }: Sought): boolean {
		const { keepsIds = false, keepsOwnIds = 0 } = this.service;
		return hasOwnId === true ? messageId.length <= keepsOwnIds : keepsIds;
	}

	/** A log entry with a user-supplied ID belongs to this message and no other. */
	private claim(target: Sought, bulkId: string | undefined): void {
		if (target.hasOwnId !== true || this.claims === undefined) return;
		addTo(this.claims, contentNameOf(target), bulkId);
	}

	/** Looks up requests made by this run: by bulkId if there are few, then by message IDs. @param isLast whether there is no later look */
	async requests(requests: SoughtRequest[], isLast: boolean): Promise<LookUp> {
		const look = new Look<Target>(isLast);
		const left: Target[] = [];
		let asked = 0;
		for (const request of requests) {
			const isNamed = request.settings.bulkId === undefined && !request.isOfEarlierTry;
			if (isNamed) for (const target of request.targets) this.bulkIds.set(target, request.bulkId);
			for (const target of request.duplicates) this.duplicates.add(target);
			const isAsked =
				isNamed &&
				(asked < MAX_SINGLE_REQUESTS || request.targets.some(({ destination }) => destination.messageId === undefined));
			if (isAsked) asked += 1;
			left.push(...(isAsked ? await this.byRequest(request, look) : request.targets));
		}
		await this.byMessages(left, look);
		const isAbsent = (target: Target) => !look.found.has(target) && !look.unread.has(target);
		if (isLast)
			await this.bySentTime(
				left.filter((target) => isAbsent(target) && !this.keepsId(target)),
				look,
			);
		return look;
	}

	/** A service that assigns its own IDs shows nothing under ours: an entry with the number and the text makes a target unclear. */
	private async bySentTime(targets: readonly Target[], look: Look<Target>): Promise<void> {
		if (targets.length === 0) return;
		const since = this.beganAt - CLOCK_TOLERANCE_MS;
		const logs = await this.ask([['sentSince', fromInstant(since)]], targets, look);
		if (logs === undefined) return;
		// Services cut answers off at a round number of entries, which may be lower than the limit that they were asked with
		const isPerhapsCut = logs.length > 0 && logs.length % DEFAULT_RESULTS === 0 && !this.isUncut(logs);
		const acceptedSince = logs.filter(
			(log) =>
				!this.taken.has(String(log.messageId)) &&
				// Their times may be those of another time zone, whatever offset they show
				(instantOfDateTime(log.sentAt) ?? Infinity) >= since - MOST_ZONE_MS &&
				!['refused', 'duplicate'].includes(judgeLog(log)),
		);
		const acceptedTo = finderOf(acceptedSince);
		for (const target of targets) {
			const bulkId = this.bulkIds.get(target);
			const mayBe = (log: JsonObject) =>
				likenessOf(log, target.message) !== 'other' && (bulkId === undefined || !isOfOtherRequest(bulkId, log.bulkId));
			if (acceptedTo(target.destination.to).some(mayBe)) look.unread.set(target, UNDER_OTHER_ID);
			else if (isPerhapsCut) look.unread.set(target, NOT_PROVEN);
		}
	}

	/** Looks up targets by their message IDs. */
	async messages<T extends Sought>(targets: readonly T[]): Promise<LookUp<T>> {
		const look = new Look<T>(true);
		await this.byMessages(targets, look);
		return look;
	}

	/** @returns targets that other queries may find */
	private async byRequest(request: SoughtRequest, look: Look<Target>): Promise<readonly Target[]> {
		const { bulkId, targets } = request;
		const logs = await this.ask([['bulkId', bulkId]], targets, look);
		if (logs === undefined) return [];
		const { open, unclear: unclearOnes } = this.take(logs, targets, look, {
			...request,
			unnamed: this.unnamed.get(bulkId) ?? [],
		});
		for (const target of unclearOnes) look.unread.set(target, NOT_COMPARABLE);
		const isHonoured = logs.every((log) => log.bulkId === bulkId && isWholeNumber(log.to));
		if (isHonoured && logs.length > 0) {
			this.shownBulkIds.add('several');
			if (request.numbers.length === 1) this.shownBulkIds.add('one');
		}
		const openIds = new Set(open.map(({ destination }) => destination.messageId));
		const unmatched = logs.filter(
			({ bulkId: ofRequest, messageId }) =>
				ofRequest === bulkId && (openIds.has(String(messageId)) || !this.taken.has(String(messageId))),
		);
		if (showOtherNumbers(unmatched, request.numbers)) {
			for (const target of open) look.unread.set(target, OTHER_NUMBERS);
			return [];
		}
		const hidden = unmatched.filter((log) => !isWholeNumber(log.to) && judgeLog(log) !== 'duplicate');
		const isHidden = ({ destination }: Target) => hidden.some(({ to }) => mayBeNumber(to, destination.to));
		for (const target of open) if (isHidden(target)) look.unread.set(target, NOT_COMPARABLE);
		// If it shows only some of the request, the answer may be cut off
		const isWhole = isHonoured && (logs.length === 0 || logs.length < this.largest);
		const isProven = isWhole && this.shownBulkIds.has(request.isSingle ? 'one' : 'several');
		return isProven ? [] : open.filter((target) => !isHidden(target));
	}

	private async byMessages<T extends Sought>(targets: readonly T[], look: Look<T>): Promise<void> {
		for (const target of targets) if (!isListable(target.destination.messageId)) look.unread.set(target, NOT_NAMED);
		const listable = targets.filter(({ destination }) => isListable(destination.messageId));
		for (const group of idLists(listable, ({ destination }) => destination.messageId ?? ''))
			await this.byList(group, look);
	}

	private async byList<T extends Sought>(group: T[], look: Look<T>): Promise<void> {
		for (let open = group; ; ) {
			const ids = new Set(open.map(({ destination }) => destination.messageId ?? ''));
			const isSingle = ids.size === 1;
			const asked = isSingle ? [...ids] : this.withKnownId([...ids]);
			const logs = await this.ask([['messageId', asked.join(',')]], open, look);
			if (logs === undefined) return;
			// Some read only the first ID of a list, or the last
			const isAmong = this.knownId !== undefined && asked.slice(1, -1).includes(this.knownId);
			const isKnownShown = isAmong && logs.some(({ messageId }) => String(messageId) === this.knownId);
			const taken = this.take(logs, open, look);
			for (const target of taken.unclear) look.unread.set(target, NOT_COMPARABLE);
			if (
				taken.open.length === 0 ||
				(isKnownShown && this.isUncut(logs)) ||
				(isSingle && open.every((target) => this.showsAll(logs, target)))
			)
				return;
			if (taken.open.length === open.length) return await this.oneByOne(open, look);
			open = taken.open;
		}
	}

	/** The IDs, with a known one in second place. */
	private withKnownId(ids: string[]): string[] {
		const { knownId } = this;
		const [first = '', ...others] = ids.filter((id) => id !== knownId);
		return knownId === undefined ? ids : [first, knownId, ...others];
	}

	/** Asking for one ID needs no list; the filter is honoured if nothing else is returned. */
	private async oneByOne<T extends Sought>(targets: readonly T[], look: Look<T>): Promise<void> {
		for (const target of targets) {
			const messageId = target.destination.messageId ?? '';
			if (!look.isLast || look.singlesLeft === 0) {
				look.unread.set(target, NOT_PROVEN);
				continue;
			}
			look.singlesLeft -= 1;
			const logs = await this.ask([['messageId', messageId]], [target], look);
			if (logs === undefined) continue;
			const taken = this.take(logs, [target], look);
			if (taken.unclear.length > 0) look.unread.set(target, NOT_COMPARABLE);
			else if (taken.open.length > 0 && !this.showsAll(logs, target)) look.unread.set(target, NOT_PROVEN);
		}
	}

	/** Whether these are all log entries with the target's message ID. More messages than fit an answer may share a user-supplied ID. */
	private showsAll(logs: JsonObject[], { destination, hasOwnId }: Sought): boolean {
		const isHonoured = logs.every(({ messageId }) => String(messageId) === destination.messageId);
		return isHonoured && (hasOwnId !== true || logs.length === 0 || this.isUncut(logs));
	}

	private isUncut(logs: JsonObject[]): boolean {
		return logs.length === 1 || logs.length < this.largest;
	}

	/** @returns undefined on failure, which is then noted for the targets */
	private async ask<T extends Sought>(
		query: NonNullable<ServiceRequest['query']>,
		targets: readonly T[],
		look: Look<T>,
	): Promise<JsonObject[] | undefined> {
		if (this.signal?.aborted === true) look.obstacle = STOPPED;
		else if (look.isOver) look.obstacle ??= TOO_SLOW;
		if (look.obstacle === undefined) {
			const result = await this.most.ask(
				async (limit) =>
					await requestLogs(this.transport, [...query, ...limit], {
						timeoutMs: TIMEOUT_MS,
						signal: this.signal,
					}),
			);
			if (result.ok) {
				this.largest = Math.max(this.largest, result.value.length);
				return result.value;
			}
			const { failure } = result;
			if (isNotNow(failure) || isHopeless(failure) || look.isHanging(failure)) look.obstacle = failure;
			for (const target of targets) look.unread.set(target, failure);
			return undefined;
		}
		for (const target of targets) look.unread.set(target, look.obstacle);
		return undefined;
	}

	/** Notes the targets that the logs show. @param request if everything with its bulkId belongs to that request */
	private take<T extends Sought>(
		logs: JsonObject[],
		targets: readonly T[],
		look: Look<T>,
		request?: LoggedRequest,
	): { open: T[]; unclear: T[] } {
		const { found, interchangeable, unclear: unclearOnes } = matchLogs(logs, targets, this, request);
		for (const [target, log] of found) {
			const { to } = target.destination;
			// Logs may write the number differently
			const named = log.to === to ? log : { ...log, to };
			look.found.set(target, interchangeable.has(target) ? withoutIdentity(named) : named);
			this.taken.add(String(log.messageId));
			this.claim(target, bulkIdOf(log));
			if (String(log.messageId) === target.destination.messageId) {
				this.knownId ??= target.destination.messageId;
				// A rejected message may keep its ID where accepted ones get another; the user may have used an ID before
				if (judgeLog(log) === 'accepted' && target.hasOwnId !== true) this.service.keepsIds = true;
			}
		}
		const isUnclear = new Set(unclearOnes);
		return { open: targets.filter((target) => !found.has(target) && !isUnclear.has(target)), unclear: unclearOnes };
	}
}

/** Whether logs of a request with these numbers show any that it did not have. */
function showOtherNumbers(logs: JsonObject[], numbers: readonly string[]): boolean {
	const all = new Set(numbers);
	return logs.some(({ to }) => !all.has(digitsOf(to)) && !numbers.some((number) => mayBeNumber(to, number)));
}

/** Only whether the service accepted it. */
function withoutIdentity({ to, status, bulkId }: JsonObject): JsonObject {
	return judgeLog({ status }) === 'accepted' ? { to } : { to, status, bulkId };
}

export function bulkIdOf({ bulkId }: JsonObject): string | undefined {
	return typeof bulkId === 'string' ? bulkId : undefined;
}

/** What a log entry has in common with an entry of a send response (interface: SMSResponseDetails). */
export function asResponseEntry({ to, status, smsCount, messageId }: JsonObject): SendResponseEntry {
	return Object.fromEntries(
		Object.entries({ to, status, smsCount, messageId }).filter(([, value]) => value !== undefined && value !== null),
	) as SendResponseEntry;
}
