import type { IDataObject, IPollFunctions, NodeOperationError } from 'n8n-workflow';

import { withoutStatus, type Entry } from '../api/entry';
import { failureDetails, type ServiceFailure } from '../api/failure';
import { delayMs, RETRY_TIMES } from '../api/pacer';
import { openService } from '../api/transport';
import { drainInTime, type Drained } from '../entries/drain';
import { describeHandoutFailure, nameOf, type EntryKind } from '../entries/kinds';
import { presentTogether } from '../entries/presentEntry';
import { entryFilter, kindOf } from '../entries/selection';
import { host, remembered } from '../n8n/host';
import { operationError } from '../output/errorItems';
import { inHtml } from '../text/html';
import type { PollingSettings } from './pollingSettings';

const DEFAULT_BUDGET_MS = 5 * 60_000;

/** Calls under way for one trigger, and the poll that outputs their results. */
interface DrainUnderWay {
	kind: EntryKind;
	reader: IPollFunctions;
	drained: Promise<Drained>;
}

/** n8n may start a poll while the previous one is still under way. */
const underWay = () => remembered('polls', () => new Map<string, DrainUnderWay>());

/** The pauses in this process: n8n does not always store the static data of a poll that starts nothing. */
const pauses = () => remembered('poll pauses', () => new Map<string, PollingMemory>());

/** A trigger, in what this process remembers. */
const keyOf = (context: IPollFunctions): string => `${context.getWorkflow().id}:${context.getNode().id}`;

/** Publications of a trigger that have polled: by default, n8n creates one context for each, and uses it for all its polls. */
const hasPolled = new WeakSet<IPollFunctions>();

/** The json of the items that start a run, from newly fetched entries; if empty, no run starts. */
export async function newReports(context: IPollFunctions, settings: PollingSettings): Promise<IDataObject[]> {
	const isFirstPoll = !hasPolled.has(context);
	hasPolled.add(context);
	const memory = context.getWorkflowStaticData('node') as PollingMemory;
	// Where nothing is stored of a poll that starts no run
	const inProcess = isDurable(context) ? undefined : pauses().get(keyOf(context));
	const { notBefore = 0 } = inProcess ?? {};
	const isRecent = notBefore + RETRY_TIMES.polling.longestMs > host.now();
	if (isRecent && notBefore > (memory.notBefore ?? 0)) Object.assign(memory, inProcess);
	// Whoever publishes it, perhaps with another credential, wants to see what it does
	if (isFirstPoll && !isByStart(context) && !isDurable(context)) endPause(context, memory);
	const drained = await drainAlone(context, settings, memory);
	if (drained === undefined) return [];

	const { kind, entries, failure } = drained;
	if (failure?.kind === 'notNow') {
		beginPause(memory, host.now(), entries.length === 0, failure.retryAfterMs);
		pauses().set(keyOf(context), { ...memory });
		const until = new Date(memory.notBefore ?? 0).toISOString();
		log(context, 'info', `${failure.message}; the next call is after ${until}. ${countOf(kind, entries)}.`);
	} else {
		endPause(context, memory);
		if (failure !== undefined) handleFailure(context, kind, failure, entries, isFirstPoll);
	}
	return presentTogether(kind, choose(context, kind, entries, settings), settings);
}

/**
 * Drains for one poll at a time; undefined if this poll outputs nothing. n8n discards the result of a poll that started
 * before its trigger was published again, so the poll of the new publication takes over what the old one fetches.
 */
async function drainAlone(
	context: IPollFunctions,
	settings: PollingSettings,
	memory: PollingMemory,
): Promise<(Drained & { kind: EntryKind }) | undefined> {
	const key = keyOf(context);
	let drain = underWay().get(key);
	if (drain?.reader === context) return undefined;
	if (drain !== undefined) drain.reader = context;
	else {
		if (pauseLeft(memory, host.now()) > 0) return undefined;
		const budgetMs = budgetOf(context);
		const kind = kindOf(settings);
		const { maxCalls } = settings;
		const drained = openService(context)
			.then(async (service) => await drainInTime(service, kind, { maxCalls, budgetMs }))
			.finally(() => underWay().delete(key));
		drain = { kind, reader: context, drained };
		underWay().set(key, drain);
	}
	const drained = await drain.drained;
	return drain.reader === context ? { ...drained, kind: drain.kind } : undefined;
}

/** Reports what went wrong; throws only if nothing was fetched, so that nothing is lost by throwing. */
function handleFailure(
	context: IPollFunctions,
	kind: EntryKind,
	failure: ServiceFailure,
	entries: Entry[],
	isFirstPoll: boolean,
): void {
	// If a trigger fails while n8n starts, n8n retries it for 15 seconds, then leaves it off until someone publishes it again
	const wouldStayOff = isFirstPoll && isByStart(context);
	if (entries.length === 0 && !wouldStayOff) throw pollError(context, kind, failure);
	log(context, 'warn', `${warningOf(kind, failure)} ${countOf(kind, entries)}.`);
}

const isByStart = (context: IPollFunctions) => ['init', 'leadershipChange'].includes(context.getActivationMode());

/** n8n's durable polls have a context each, so that every one looks like the first after a change; and less time than others. */
const isDurable = (context: IPollFunctions) => budgetOf(context) < DEFAULT_BUDGET_MS;

/** Older versions of n8n set no limit. */
const budgetOf = (context: IPollFunctions): number => context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;

/** An entry of another kind counts as a report with an unknown status, or as a message with the fields that it has. */
function choose(context: IPollFunctions, kind: EntryKind, entries: Entry[], settings: PollingSettings): Entry[] {
	const { is, many } = kind;
	// Published anew for the other kind, it has no filters for what the poll before it fetched
	const isChosen = kind === kindOf(settings) ? entryFilter(settings) : () => true;
	const chosen = entries.filter((entry) => isChosen(is(entry) ? entry : withoutStatus(entry)));
	const others = entries.filter((entry) => !is(entry));
	if (others.length > 0) {
		const lost = others.filter((entry) => !chosen.includes(entry)).length;
		log(
			context,
			'warn',
			`The service returned entries that are not ${many} (${others.length}), such as ${nameOf(others[0]!)}. Of these, ${lost} do not match the filters and start nothing.`,
		);
	}
	return chosen;
}

const countOf = ({ list }: EntryKind, entries: Entry[]): string =>
	entries.length === 0 ? `This poll fetched no ${list}` : `${entries.length} ${list} were fetched`;

/**
 * What the trigger remembers between polls (n8n: static data of the node, changed in place). Times in milliseconds since the epoch.
 * - `notBefore`: no call before this time
 * - `pauseMs`: the full length of the pause
 * - `refusedSince`: the first of the polls in a row that began with 429
 */
type PollingMemory = IDataObject & {
	notBefore?: number;
	pauseMs?: number;
	refusedSince?: number;
};

/** How long until the next call is allowed, in milliseconds; 0 if it is allowed now. */
function pauseLeft({ notBefore, pauseMs }: PollingMemory, now: number): number {
	const left = (notBefore ?? 0) - now;
	// More can be left only if the clock was set back
	return left > 0 && left <= (pauseMs ?? 0) ? left : 0;
}

/**
 * Begins a pause after 429.
 * @param isFirstCall false if the poll had already got an answer; then the service is not as busy as earlier polls may have found it
 */
function beginPause(memory: PollingMemory, now: number, isFirstCall: boolean, retryAfterMs?: number): void {
	memory.refusedSince = (isFirstCall ? memory.refusedSince : undefined) ?? now;
	memory.pauseMs = delayMs(RETRY_TIMES.polling, now - memory.refusedSince, retryAfterMs);
	memory.notBefore = now + memory.pauseMs;
}

function endPause(context: IPollFunctions, memory: PollingMemory): void {
	pauses().delete(keyOf(context));
	delete memory.notBefore;
	delete memory.pauseMs;
	delete memory.refusedSince;
}

const NEXT = 'While it is published, the trigger tries again at the next poll time.';

/** The error of a poll that fetched nothing: n8n shows it as a failed execution, or as the reason for not publishing. */
export function pollError(
	context: IPollFunctions,
	kind: EntryKind,
	failure: ServiceFailure,
	description = describeHandoutFailure(kind, failure, NEXT, true),
): NodeOperationError {
	const facts = { ...failureDetails(failure), description } as IDataObject;
	const error = operationError(context.getNode(), failure.message, inHtml(description), facts);
	const { httpStatus, retryAfterMs } = failure;
	// What n8n (2.36 and later) decides by, when to poll again: not for half an hour after a 401 or 403
	return Object.assign(error, {
		...(httpStatus !== undefined && { httpCode: String(httpStatus) }),
		...(retryAfterMs !== undefined && {
			response: { headers: { 'retry-after': String(Math.ceil(retryAfterMs / SECOND_MS)) } },
		}),
	});
}

const SECOND_MS = 1000;

/** What happened, what to do, and what may be lost, for the log, which has no details. */
export const warningOf = (kind: EntryKind, failure: ServiceFailure): string =>
	`${failure.message}. ${describeHandoutFailure(kind, failure, NEXT, false)}`;

export function log(context: IPollFunctions, level: 'info' | 'warn', message: string): void {
	context.logger[level](`SMS Messaging Polling Trigger '${context.getNode().name}': ${message}`);
}
