import { getLogs, type ServiceRequest, type Transport } from '../service/client';
import type { ServiceFailure } from '../service/failure';
import type { JsonObject, SendResponseEntry } from '../service/types';
import { backoffMs, pause } from './pace';
import type { Batch, Target } from './target';

/** What the logs say about targets whose fate is not known. */
export interface LookUp {
	/** The entries of those that the logs show with the same number. */
	found: Map<Target, SendResponseEntry>;
	/** Those whose part of the logs could not be read whole, and why. What is in neither map is not in the logs. */
	unread: Map<Target, ServiceFailure>;
}

/** At most so many entries come in one answer (public documents); a full answer may have left some out. */
const LOGS_LIMIT = 1000;
const MAX_LIST_CHARACTERS = 1900;
const TIMEOUT_MS = 10_000;
/** Asking for each request by itself uses the one filter that the interface itself shows; for many it would take too many calls. */
const MAX_SINGLE_QUERIES = 5;

const NOT_WHOLE: ServiceFailure = {
	kind: 'unclear',
	message: 'The logs of the service could not be read whole',
	description: 'Look into Get Logs with the message ID before you send again.',
};

/**
 * Looks up requests that this run made: by their bulkId where they are few, else by lists of message IDs.
 * @param witness a message ID that the service accepted in this run: a list that does not bring it back says nothing
 */
export async function lookUpBatches(batches: Batch[], transport: Transport, witness?: string): Promise<LookUp> {
	const isFew = batches.length <= MAX_SINGLE_QUERIES;
	const bySingle = batches.filter(
		({ settings, isFromEarlierTry, targets }) =>
			(isFew && settings.bulkId === undefined && isFromEarlierTry !== true) || targets.some(({ destination }) => destination.messageId === undefined),
	);
	const single = new Set(bySingle);
	const listed = batches.filter((batch) => !single.has(batch)).flatMap(({ targets }) => targets);
	const lookUp = emptyLookUp();
	for (const { bulkId, targets } of bySingle) merge(lookUp, await ask([['bulkId', bulkId]], targets, transport));
	merge(lookUp, await lookUpMessages(listed, transport, { witness }));
	return lookUp;
}

interface LookUpOptions {
	witness?: string;
	/** How long a list is asked for again while the logs say 'not now'. Left out: not again. */
	patienceMs?: number;
	signal?: AbortSignal;
}

/** Looks up targets by lists of their message IDs. Targets without one are passed over. */
export async function lookUpMessages(
	targets: Target[],
	transport: Transport,
	{ witness, patienceMs = 0, signal }: LookUpOptions = {},
): Promise<LookUp> {
	const lookUp = emptyLookUp();
	let lastFailure: ServiceFailure | undefined;
	for (const group of idLists(targets)) {
		if (lastFailure !== undefined && patienceMs > 0) {
			for (const target of group) lookUp.unread.set(target, lastFailure);
			continue;
		}
		const ids = group.map(({ destination }) => destination.messageId ?? '');
		if (witness !== undefined) ids.push(witness);
		const patienceEnd = Date.now() + patienceMs;
		for (let tries = 0; ; tries++) {
			const answer = await ask([['messageId', ids.join(',')]], group, transport, witness);
			[lastFailure] = answer.unread.values();
			const delay = lastFailure?.retryAfterMs ?? backoffMs(tries);
			if (lastFailure === undefined || Date.now() + delay > patienceEnd || signal?.aborted === true) {
				merge(lookUp, answer);
				break;
			}
			await pause(delay, signal);
		}
	}
	return lookUp;
}

function* idLists(targets: Target[]): Generator<Target[]> {
	let list: Target[] = [];
	let characters = 0;
	for (const target of targets) {
		const length = target.destination.messageId?.length;
		if (length === undefined) continue;
		if (list.length > 0 && (characters + length + 1 > MAX_LIST_CHARACTERS || list.length >= LOGS_LIMIT - 1)) {
			yield list;
			list = [];
			characters = 0;
		}
		list.push(target);
		characters += length + 1;
	}
	if (list.length > 0) yield list;
}

async function ask(query: NonNullable<ServiceRequest['query']>, targets: Target[], transport: Transport, witness?: string): Promise<LookUp> {
	const result = await getLogs(transport, [...query, ['limit', String(LOGS_LIMIT)]], TIMEOUT_MS);
	const logs = result.ok ? result.value : [];
	const found = matchLogs(logs, targets);
	const isWhole = logs.length < LOGS_LIMIT && (witness === undefined || logs.some(({ messageId }) => String(messageId) === witness));
	const failure = result.ok ? (isWhole ? undefined : NOT_WHOLE) : result.failure;
	const unread = failure === undefined ? [] : targets.filter((target) => !found.has(target));
	return { found, unread: new Map(unread.map((target) => [target, failure ?? NOT_WHOLE])) };
}

/** By message ID and number; by number alone where the service makes the IDs, each log for one target. */
function matchLogs(logs: JsonObject[], targets: Target[]): Map<Target, SendResponseEntry> {
	const byKey = new Map<string, JsonObject[]>();
	for (const log of logs) {
		const to = digitsOf(log.to);
		for (const key of [`${String(log.messageId)} ${to}`, to]) {
			const sameKey = byKey.get(key);
			if (sameKey === undefined) byKey.set(key, [log]);
			else sameKey.push(log);
		}
	}
	const found = new Map<Target, SendResponseEntry>();
	for (const target of targets) {
		const { messageId, to } = target.destination;
		const log = messageId === undefined ? byKey.get(to)?.shift() : byKey.get(`${messageId} ${to}`)?.[0];
		if (log !== undefined) found.set(target, entryOf(log));
	}
	return found;
}

function entryOf({ to, status, smsCount, messageId }: JsonObject): SendResponseEntry {
	return Object.fromEntries(
		Object.entries({ to, status, smsCount, messageId }).filter(([, value]) => value !== undefined && value !== null),
	) as SendResponseEntry;
}

function digitsOf(to: unknown): string {
	return String(to).replace(/\D/g, '');
}

function emptyLookUp(): LookUp {
	return { found: new Map(), unread: new Map() };
}

function merge(into: LookUp, { found, unread }: LookUp): void {
	for (const [target, entry] of found) into.found.set(target, entry);
	for (const [target, failure] of unread) into.unread.set(target, failure);
}
