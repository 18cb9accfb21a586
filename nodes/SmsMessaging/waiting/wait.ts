import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { readItem } from '../parameters/items';
import { faultsError } from '../output/errorItems';
import { readList, idLists } from '../logs/listReading';
import { LogReader } from '../logs/logReader';
import { identityIn } from '../sending/run';
import { openLedger } from '../kept/ledger';
import { withOwn, type Entry } from '../api/entry';
import type { Service } from '../api/client';
import { CLOCK_TOLERANCE_MS } from '../text/dateTime';
import { isTool, nodeContextPart, resumeUrlOf, runIndexOf, type NodeRun } from '../n8n/execution';
import { host } from '../n8n/host';
import { isBlankId } from '../text/matching';
import { delayMs } from '../api/pacer';
import { RETRY_TIMES } from '../api/retryTimes';
import { isFinal, isKnownGroup, judgeLog, surestOf } from '../api/statuses';
import { openService } from '../api/transport';
import type { Target } from '../sending/plan/target';
import {
	addNoEmptyItem,
	canTakeTurns,
	endedWaitIdOf,
	noItems,
	queueTurnAfterWait,
	takeBodiesAsBytes,
} from './engineState';
import { doubtAboutReach, notifyUrlOf } from './notifyUrl';
import { forgetReports, noteResumed, withSeenReports } from './seenReports';
import { readTimeLimit } from './timeLimit';
import {
	dropWait,
	findWait,
	isMessageSettled,
	keepWait,
	openMessages,
	processId,
	type AwaitedMessage,
	type WaitState,
} from './waitState';

/** More would take too many calls at once; the rest is asked for on later looks. */
const MAX_MESSAGES_PER_LOOK = 1000;
const LOOK_TIMEOUT_MS = 10_000;

/** What an operation waits for, and what it outputs. */
export interface WaitKind<S extends WaitState> {
	/** Sends one message per input item, or shows what would be sent. */
	send(
		nodeRun: NodeRun,
		notifyUrl: string,
	): Promise<{ targets: Target[]; found: Omit<S, keyof Common> } | { dryRun: INodeExecutionData[][] }>;
	/** Changes the state when Retry continues a wait of an earlier execution. */
	resume?(context: IExecuteFunctions, state: S): S;
	isOver(state: S): boolean;
	/** The items of each output, with what is known so far. */
	output(context: IExecuteFunctions, state: S): INodeExecutionData[][];
	/** What to use instead where n8n cannot wait. */
	instead: string;
}

/** What every wait keeps, whatever it waits for. */
type Common = Pick<
	WaitState,
	'waitId' | 'round' | 'processId' | 'beganAt' | 'sentAt' | 'deadline' | 'doubt' | 'skipsLook'
>;

/**
 * Sends one message per input item, and waits until everything is known that the operation waits for. `takeReports` receives reports in
 * the meantime. In addition, n8n wakes the node at growing intervals to look into the logs, since reports can be missed: n8n
 * refuses them (409) until the wait is stored, and after an error; and the service may be unable to reach the URL at all.
 */
export async function waitFor<S extends WaitState>(
	nodeRun: NodeRun,
	kind: WaitKind<S>,
): Promise<INodeExecutionData[][]> {
	const { context } = nodeRun;
	const endedWaitId = endedWaitIdOf(context);
	if (endedWaitId !== undefined) return await resume(context, endedWaitId, kind);
	const settings = readSettings(nodeRun, kind.instead);
	const state = await send(nodeRun, kind, settings);
	if ('dryRun' in state) {
		addNoEmptyItem(context);
		return state.dryRun;
	}
	await lookIntoLogs(state, await openService(context, resumeUrlOf(context)));
	return await waitOrEnd(context, state, kind);
}

/** A turn after a wait: n8n was woken by a report, to look into the logs, or at the time limit. */
async function resume<S extends WaitState>(
	context: IExecuteFunctions,
	waitId: string,
	kind: WaitKind<S>,
): Promise<INodeExecutionData[][]> {
	const stored = findWait<S>(context.getContext('node') as IDataObject);
	if (stored?.waitId !== waitId) return noItems();
	noteResumed(stored);
	const { skipsLook, ...rest } = stored;
	const known = { ...rest, messages: withSeenReports(stored) } as S;
	const state = kind.resume?.(context, known) ?? known;
	if (skipsLook !== true) await lookIntoLogs(state, await openService(context, resumeUrlOf(context)));
	return await waitOrEnd(context, state, kind);
}

async function waitOrEnd<S extends WaitState>(
	context: IExecuteFunctions,
	state: S,
	kind: WaitKind<S>,
): Promise<INodeExecutionData[][]> {
	const { waitId, errors, deadline } = state;
	const nodeContext = context.getContext('node') as IDataObject;
	const now = host.now();
	// If any item is an error item, n8n may run this turn again
	const isRunForGood = errors.length === 0;
	const isOver = kind.isOver(state);
	if (!isOver && state.doubt !== undefined)
		context.addExecutionHints({ message: state.doubt, type: 'warning', location: 'outputPane' });
	if (isOver || now >= deadline) {
		if (isRunForGood) {
			dropWait(nodeContext);
			forgetReports(state);
			forgetRun(context);
		}
		addNoEmptyItem(context);
		return kind.output(context, state);
	}
	keepWait(nodeContext, { ...state, round: state.round + 1, processId: processId() });
	queueTurnAfterWait(context, waitId, runIndexOf(context), kind.output(context, state));
	const pause = openMessages(state).length > 0 ? delayMs(RETRY_TIMES.waiting, now - state.sentAt) : Infinity;
	await context.putExecutionToWait(new Date(Math.min(deadline, now + pause)));
	if (isRunForGood) forgetRun(context);
	return noItems();
}

/** The record of what was sent is no longer needed for Retry On Fail. */
function forgetRun(context: IExecuteFunctions): void {
	const { ledgerName, runIndex } = identityIn(context);
	openLedger(nodeContextPart(context, ledgerName), runIndex).drop();
}

interface WaitSettings {
	limitMs: number;
	notifyUrl: string;
}

function readSettings({ context, labelOf }: NodeRun, instead: string): WaitSettings {
	const node = context.getNode();
	if (isTool(context) || !canTakeTurns(context)) {
		throw new NodeOperationError(node, 'n8n cannot wait in a tool of an AI agent, or where it stores no execution', {
			description: `Nothing was sent. ${instead}`,
		});
	}
	const limit = readItem(0, (name, itemIndex) => context.getNodeParameter(name, itemIndex), readTimeLimit);
	if (limit.faults.length > 0) throw faultsError(node, [limit], context.getInputData().length, labelOf);
	return { limitMs: limit.value, notifyUrl: notifyUrlOf(context) };
}

async function send<S extends WaitState>(
	nodeRun: NodeRun,
	kind: WaitKind<S>,
	{ limitMs, notifyUrl }: WaitSettings,
): Promise<S | { dryRun: INodeExecutionData[][] }> {
	takeBodiesAsBytes(nodeRun.context);
	const beganAt = host.now();
	const sent = await kind.send(nodeRun, notifyUrl);
	if ('dryRun' in sent) return sent;
	const { targets, found } = sent;
	const sentAt = host.now();
	const common: Common = {
		waitId: host.randomHex(8),
		round: 0,
		processId: processId(),
		beganAt,
		sentAt,
		deadline: targets.reduce((latest, target) => Math.max(latest, plannedTime(target)), sentAt) + limitMs,
		doubt: doubtAboutReach(notifyUrl),
	};
	return { ...common, ...found } as S;
}

/** When the service is to send a scheduled message. */
function plannedTime({ sendAt }: Target): number {
	return sendAt === undefined ? 0 : Date.parse(sendAt);
}

/** In an answer or log, an unknown group may not be final yet; in a report it is treated as final. */
export function isKnownFinal({ statusGroup }: Entry): boolean {
	return isKnownGroup(statusGroup) && isFinal({ statusGroup });
}

async function lookIntoLogs(state: WaitState, service: Service): Promise<void> {
	const open: AwaitedMessage[] = state.messages.filter((message) => !isMessageSettled(message));
	// Different messages on each look, and all of them on the last one
	const first = (state.round * MAX_MESSAGES_PER_LOOK) % Math.max(open.length, 1);
	const looked =
		host.now() >= state.deadline
			? open
			: [...open.slice(first), ...open.slice(0, first)].slice(0, MAX_MESSAGES_PER_LOOK);
	const ofId = new Map(looked.map((message) => [message.destination.messageId, message]));
	const request = { timeoutMs: LOOK_TIMEOUT_MS };
	const reader = new LogReader(service, { patienceMs: 0, triesIfUnclear: 1, request }, undefined);
	for (const list of idLists(ofId.keys())) {
		const failure = await readList(
			reader,
			list,
			() => undefined,
			({ ids, entriesOf }) => {
				for (const id of ids) takeLogs(ofId.get(id)!, entriesOf.get(id) ?? [], state);
			},
		);
		// The next look asks again
		if (failure !== undefined) return;
	}
}

function takeLogs(message: AwaitedMessage, logs: Entry[], { beganAt = Infinity }: WaitState): void {
	// Other executions may have used an ID of the user
	const isOfMessage = ({ bulkId, sentAt = -Infinity }: Entry) =>
		message.hasOwnId !== true ||
		(isBlankId(bulkId) ? sentAt >= beganAt - CLOCK_TOLERANCE_MS : bulkId === message.accepted.bulkId);
	const entry = surestOf(logs.filter(isOfMessage));
	// A rejection of a known ID is not about the message that has the ID
	if (entry !== undefined && judgeLog(entry) !== 'duplicate' && isKnownFinal(entry))
		message.final = { key: 'log', entry: withOwn(entry, { to: message.destination.to }) };
}
