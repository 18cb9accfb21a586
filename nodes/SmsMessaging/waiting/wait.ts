import { type IDataObject, type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { delayMs } from '../api/pacer';
import { RETRY_TIMES } from '../api/retryTimes';
import { openService } from '../api/transport';
import { openLedger } from '../kept/ledger';
import { isTool, nodeContextPart, resumeUrlOf, runIndexOf, type NodeRun } from '../n8n/execution';
import { host } from '../n8n/host';
import { faultsError } from '../output/errorItems';
import { readItem } from '../parameters/items';
import type { Target } from '../sending/plan/target';
import { identityIn } from '../sending/plan/identity';
import { addNoEmptyItem, queueTurnAfterWait, turnOf } from './engineState';
import { lookIntoLogs } from './lookIntoLogs';
import { resumeAddressOf } from './resumeAddress';
import { readTimeLimit } from './timeLimit';
import { endWait, keepWait, openMessages, resumeWait, type WaitState } from './waitState';

export interface WaitKind<S extends WaitState> {
	/** Sends one message per input item, or shows what would be sent. */
	send(
		nodeRun: NodeRun,
		notifyUrl: string,
	): Promise<{ targets: Target[]; found: Omit<S, keyof Common> } | { dryRun: INodeExecutionData[][] }>;
	/** Changes the state when Retry continues a wait of an earlier execution. */
	resume?(context: IExecuteFunctions, state: S): S;
	isOver(state: S): boolean;
	output(context: IExecuteFunctions, state: S): INodeExecutionData[][];
	/** What to use instead where n8n cannot wait. */
	instead: string;
}

type Common = Omit<WaitState, 'messages' | 'errors' | 'awaitsMore'>;

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
	const state = await begunOrResumed(nodeRun, kind);
	if (state === undefined) return [];
	if ('dryRun' in state) {
		addNoEmptyItem(context);
		return state.dryRun;
	}
	if (!kind.isOver(state)) await lookIntoLogs(state, await openService(context, resumeUrlOf(context)));
	return await waitOrEnd(context, state, kind);
}

/** Sends or, in a turn after a wait, goes on: n8n was woken by a report or an answer, to look into the logs, or at the time limit. */
async function begunOrResumed<S extends WaitState>(
	nodeRun: NodeRun,
	kind: WaitKind<S>,
): Promise<S | { dryRun: INodeExecutionData[][] } | undefined> {
	const { context } = nodeRun;
	const { endedWaitId, canWait } = turnOf(context);
	if (endedWaitId === undefined) return await begin(nodeRun, kind, canWait && !isTool(context));
	const state = resumeWait<S>(context.getContext('node') as IDataObject, endedWaitId);
	return state && (kind.resume?.(context, state) ?? state);
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
			endWait(nodeContext, state);
			forgetRun(context);
		}
		addNoEmptyItem(context);
		return kind.output(context, state);
	}
	keepWait(nodeContext, state);
	queueTurnAfterWait(context, waitId, runIndexOf(context), kind.output(context, state));
	const hasOpen = openMessages(state.messages).length > 0;
	const pause = hasOpen ? delayMs(RETRY_TIMES.waiting, now - state.sentAt) : Infinity;
	await context.putExecutionToWait(new Date(Math.min(deadline, now + pause)));
	if (isRunForGood) forgetRun(context);
	return [];
}

/** The record of what was sent is no longer needed for Retry On Fail. */
function forgetRun(context: IExecuteFunctions): void {
	const { ledgerName, runIndex } = identityIn(context);
	openLedger(nodeContextPart(context, ledgerName), runIndex).drop();
}

async function begin<S extends WaitState>(
	nodeRun: NodeRun,
	kind: WaitKind<S>,
	canWait: boolean,
): Promise<S | { dryRun: INodeExecutionData[][] }> {
	const { context, labelOf } = nodeRun;
	const node = context.getNode();
	if (!canWait) {
		throw new NodeOperationError(node, 'n8n cannot wait in a tool of an AI agent, or where it stores no execution', {
			description: `Nothing was sent. ${kind.instead}`,
		});
	}
	const limit = readItem(0, (name, itemIndex) => context.getNodeParameter(name, itemIndex), readTimeLimit);
	if (limit.faults.length > 0) throw faultsError(node, [limit], context.getInputData().length, labelOf);

	const { notifyUrl, doubt } = resumeAddressOf(context, await openService(context));
	const beganAt = host.now();
	const sent = await kind.send(nodeRun, notifyUrl);
	if ('dryRun' in sent) return sent;
	const { targets, found } = sent;
	const sentAt = host.now();
	const latest = targets.reduce((time, target) => Math.max(time, plannedTime(target)), sentAt);
	const waitId = host.randomHex(8);
	const common: Common = { waitId, round: 0, processId: '', beganAt, sentAt, deadline: latest + limit.value, doubt };
	return { ...common, ...found } as S;
}

/** When the service is to send a scheduled message. */
function plannedTime({ sendAt }: Target): number {
	return sendAt === undefined ? 0 : Date.parse(sendAt);
}
