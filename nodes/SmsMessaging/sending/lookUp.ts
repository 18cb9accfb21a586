import { getLogs, MOST_RESULTS, type ServiceRequest, type Transport } from '../service/client';
import { concernsAllRequests, isNotNow, type ServiceFailure } from '../service/failure';
import { host } from '../service/host';
import { idLists } from '../service/idLists';
import { digitsOf, groupByKeys } from '../service/matching';
import { backoffMs, pause } from '../service/pace';
import type { JsonObject, SendResponseEntry } from '../service/types';
import { judgeLog } from './judge';
import type { Batch, Target } from './target';

/** What is looked for: a destination, by its message ID and number. */
type Sought = Pick<Target, 'destination'>;

/** What the logs say about targets whose fate is not known. */
export interface LookUp<T extends Sought = Target> {
	/** The logs (interface: SentSMSLog) of those that stand there with the same number. */
	found: Map<T, JsonObject>;
	/** Those whose part of the logs could not be read whole, and why. What is in neither map is not in the logs. */
	unread: Map<T, ServiceFailure>;
}

const TIMEOUT_MS = 10_000;
/** Asking for each request by itself uses the one filter that the interface itself shows; for many it would take too many calls. */
const MAX_SINGLE_QUERIES = 5;

const NOT_WHOLE: ServiceFailure = {
	kind: 'unclear',
	message: 'The logs of the service could not be read whole',
	description: 'Look into Get Logs with the message ID before you send again.',
};
const NOT_NAMED: ServiceFailure = {
	kind: 'unclear',
	message: 'The logs cannot be asked for this message: it has no message ID of its own, or one with a comma in it',
	description: 'Look into Get Logs with its number before you send again.',
};
const STOPPED: ServiceFailure = {
	kind: 'unclear',
	message: 'The execution was stopped before the logs were read',
	description: 'Look into Get Logs with the message ID before you send again.',
};

/** Which of the targets the logs could not tell about, and why. */
export type Unread = LookUp['unread'];

/**
 * Looks up requests that this run made: by their bulkId where they are few, else by lists of message IDs. Once the service
 * says 'not now' or lets nothing pass, what is left is not asked for.
 * @param witness a message ID that the service accepted in this run: a list that does not bring it back says nothing
 */
export async function lookUpBatches(batches: Batch[], transport: Transport, witness?: string, signal?: AbortSignal): Promise<LookUp> {
	const isFew = batches.length <= MAX_SINGLE_QUERIES;
	const bySingle = batches.filter(
		({ settings, isFromEarlierTry, targets }) =>
			settings.bulkId === undefined && isFromEarlierTry !== true && (isFew || targets.some(({ destination }) => destination.messageId === undefined)),
	);
	const single = new Set(bySingle);
	const listed = batches.filter((batch) => !single.has(batch)).flatMap(({ targets }) => targets);
	return await askAbout(listed, [...bySingle.map(questionOfRequest), ...questionsOfMessages(listed, witness)], transport, signal);
}

/** Looks up targets by lists of their message IDs. */
export async function lookUpMessages<T extends Sought>(targets: T[], transport: Transport, signal?: AbortSignal): Promise<LookUp<T>> {
	return await askAbout(targets, questionsOfMessages(targets), transport, signal);
}

/** Whether a message ID can stand in a list, whose parts are told apart by commas. */
export function isListable(messageId: string | undefined): messageId is string {
	return messageId !== undefined && !messageId.includes(',');
}

/**
 * Goes on asking until the logs have told about all targets, or the patience is over.
 * @param unread what could not be read at the first time
 * @param askAgain asks once for what is still unread, and gives back what it could not read either
 */
export async function untilRead(
	unread: Unread,
	askAgain: (unread: Unread) => Promise<Unread>,
	patienceMs: number,
	signal: AbortSignal | undefined,
): Promise<Unread> {
	const patienceEnd = host.now() + patienceMs;
	for (let tries = 0; unread.size > 0 && signal?.aborted !== true; ) {
		const failures = [...unread.values()];
		if (failures.every((failure) => isHopeless(failure))) break;
		const delay = Math.max(backoffMs(tries), ...failures.map(({ retryAfterMs = 0 }) => retryAfterMs));
		if (host.now() + delay > patienceEnd) break;
		await pause(delay, signal);
		const left = await askAgain(unread);
		tries = left.size < unread.size ? 0 : tries + 1;
		unread = left;
	}
	return unread;
}

/** One call of the logs, and the targets that it is to tell about. */
interface Question<T extends Sought> {
	query: NonNullable<ServiceRequest['query']>;
	targets: T[];
	/** Has to be among the answers. */
	witness?: string;
}

function questionOfRequest({ bulkId, targets }: Batch): Question<Target> {
	return { query: [['bulkId', bulkId]], targets };
}

function questionsOfMessages<T extends Sought>(targets: T[], witness?: string): Array<Question<T>> {
	const listable = targets.filter(({ destination }) => isListable(destination.messageId));
	return idLists(listable, ({ destination }) => destination.messageId ?? '').map((group): Question<T> => {
		const ids = group.map(({ destination }) => destination.messageId ?? '');
		return { query: [['messageId', [...ids, ...(witness === undefined ? [] : [witness])].join(',')]], targets: group, witness };
	});
}

/** @param listed those of which only lists can tell: without an ID that can stand in one, nothing in the logs is surely theirs */
async function askAbout<T extends Sought>(
	listed: T[],
	questions: Array<Question<T>>,
	transport: Transport,
	signal: AbortSignal | undefined,
): Promise<LookUp<T>> {
	const lookUp: LookUp<T> = { found: new Map(), unread: new Map() };
	for (const target of listed) if (!isListable(target.destination.messageId)) lookUp.unread.set(target, NOT_NAMED);
	let obstacle: ServiceFailure | undefined;
	for (const question of questions) {
		if (signal?.aborted === true) obstacle = STOPPED;
		if (obstacle !== undefined) {
			for (const target of question.targets) lookUp.unread.set(target, obstacle);
			continue;
		}
		const { found, failure } = await ask(question, transport);
		for (const target of question.targets) {
			const entry = found.get(target);
			if (entry !== undefined) lookUp.found.set(target, entry);
			else if (failure !== undefined) lookUp.unread.set(target, failure);
		}
		if (failure !== undefined && (isNotNow(failure) || isHopeless(failure))) obstacle = failure;
	}
	return lookUp;
}

/** Whether asking again brings the same: the credential or the address is wrong. */
function isHopeless(failure: ServiceFailure): boolean {
	return failure === NOT_NAMED || (concernsAllRequests(failure) && !isNotNow(failure));
}

/** @returns the targets that the logs show, and why they may be not all */
async function ask<T extends Sought>(
	{ query, targets, witness }: Question<T>,
	transport: Transport,
): Promise<{ found: LookUp<T>['found']; failure?: ServiceFailure }> {
	const result = await getLogs(transport, [...query, ['limit', String(MOST_RESULTS)]], TIMEOUT_MS);
	if (!result.ok) return { found: new Map(), failure: result.failure };
	const logs = result.value;
	// A full answer may have left some out
	const isWhole = logs.length < MOST_RESULTS && (witness === undefined || logs.some(({ messageId }) => String(messageId) === witness));
	return { found: matchLogs(logs, targets), ...(!isWhole && { failure: NOT_WHOLE }) };
}

/** By message ID and number; by number alone where the service makes the IDs, each log for one target. */
function matchLogs<T extends Sought>(logs: JsonObject[], targets: T[]): Map<T, JsonObject> {
	const byKey = groupByKeys(logs, ({ messageId, to }) => [`${String(messageId)} ${digitsOf(to)}`, digitsOf(to)]);
	const found = new Map<T, JsonObject>();
	for (const target of targets) {
		const { messageId, to } = target.destination;
		const log = messageId === undefined ? byKey.get(to)?.shift() : surestOf(byKey.get(`${messageId} ${to}`));
		if (log !== undefined) found.set(target, log);
	}
	return found;
}

/** A message that came twice may stand there twice: accepted, and rejected as a duplicate. */
function surestOf(logs: JsonObject[] = []): JsonObject | undefined {
	return logs.find((log) => judgeLog(log as SendResponseEntry) === 'accepted') ?? logs[0];
}

/** What a log has in common with the entry of a send response (interface: SMSResponseDetails). */
export function asResponseEntry({ to, status, smsCount, messageId }: JsonObject): SendResponseEntry {
	return Object.fromEntries(
		Object.entries({ to, status, smsCount, messageId }).filter(([, value]) => value !== undefined && value !== null),
	) as SendResponseEntry;
}
