import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isDryRun } from '../fields/dryRun';
import { inputFields, withInputFields } from '../output/inputFields';
import { rehearse } from '../sending/dryRun';
import { readItem } from '../parameters/items';
import { faultsError, faultyItem, type ErrorMode } from '../output/errorItems';
import { isTool, nodeContextPart, runIndexOf } from '../kept/execution';
import type { MessageKind } from '../sending/compose';
import { runIdentityOf } from '../sending/plan/identity';
import { openLedger } from '../kept/ledger';
import { LogSearch } from '../sending/submit/logSearch';
import { isDone, nodeFields, presentOutcome, presentSkipped } from '../sending/present';
import { sendItems, type SentItems } from '../sending/send';
import type { Outcome, Target } from '../sending/plan/target';
import type { SendPath, Transport } from '../service/client';
import { host } from '../service/host';
import { isJsonObject } from '../service/json';
import { RETRY_TIMES } from '../service/retryTimes';
import { knownStatusGroup, isFinal } from '../service/statuses';
import { createTransport } from '../service/transport';
import type { JsonObject } from '../service/types';
import {
	addNoEmptyItem,
	canTakeTurns,
	endedWaitIdOf,
	NO_ITEMS,
	queueTurnAfterWait,
	takeBodiesAsBytes,
} from './engineState';
import { outputItems, outputUnsent, readOutputs, type OutputChoice } from './outputs';
import { doubtAboutReach, notifyUrlOf } from './notifyUrl';
import { forgetReports, noteGoingOn, withSeenReports } from './seenReports';
import { readTimeLimit } from './timeLimit';
import {
	dropWait,
	findWait,
	keepWait,
	openMessages,
	type AwaitedMessage,
	type WaitState,
	processId,
} from './waitState';

/** More would take too many calls at once; the rest is asked for on later looks. */
const MAX_MESSAGES_PER_LOOK = 1000;
const { shortestPauseMs, longestPauseMs } = RETRY_TIMES.waiting;

/**
 * Sends one message per input item, and waits until all of them have a final status. Reports that arrive in the meantime are taken
 * by `takeReports`. In addition, n8n wakes the node at growing intervals to look into the logs, since reports can be missed: n8n
 * refuses them (409) until the wait is stored, and after an error; and the service may be unable to reach the URL at all.
 */
export async function sendAndWait(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	kind: MessageKind,
): Promise<INodeExecutionData[][]> {
	const endedWaitId = endedWaitIdOf(context);
	if (endedWaitId !== undefined) return await goOn(context, endedWaitId);
	const settings = readSettings(context);
	if (isDryRun(context)) {
		const items = rehearse(context, mode, path, kind, settings.fixed);
		addNoEmptyItem(context);
		return outputUnsent(items, settings.outputs);
	}
	const state = await send(context, mode, path, kind, settings);
	await lookIntoLogs(state, createTransport(context));
	return await waitOrEnd(context, state);
}

/** A turn after a wait: n8n was woken by a report, to look into the logs, or at the time limit. */
async function goOn(context: IExecuteFunctions, waitId: string): Promise<INodeExecutionData[][]> {
	const stored = findWait(context.getContext('node') as IDataObject);
	if (stored?.waitId !== waitId) return NO_ITEMS;
	noteGoingOn(stored);
	const state = { ...stored, messages: withSeenReports(stored) };
	await lookIntoLogs(state, createTransport(context));
	return await waitOrEnd(context, state);
}

async function waitOrEnd(context: IExecuteFunctions, state: WaitState): Promise<INodeExecutionData[][]> {
	const { waitId, messages, errors, presentation, outputs, deadline } = state;
	const nodeContext = context.getContext('node') as IDataObject;
	const now = host.now();
	// If any item is an error item, n8n may run this turn again
	const isRunForGood = errors.length === 0;
	const isOpen = openMessages(state).length > 0;
	if (isOpen && state.doubt !== undefined)
		context.addExecutionHints({ message: state.doubt, type: 'warning', location: 'outputPane' });
	if (!isOpen || now >= deadline) {
		if (isRunForGood) {
			dropWait(nodeContext);
			forgetReports(state);
			forgetRun(context);
		}
		addNoEmptyItem(context);
		return outputItems(messages, errors, presentation, outputs);
	}
	keepWait(nodeContext, { ...state, round: state.round + 1, processId: processId() });
	queueTurnAfterWait(context, waitId, runIndexOf(context), outputItems(messages, errors, presentation, outputs));
	await context.putExecutionToWait(new Date(Math.min(deadline, now + pauseMs(now - state.sentAt))));
	if (isRunForGood) forgetRun(context);
	// Shown in the editor in the meantime
	return outputItems(messages, [], presentation, outputs);
}

/** The record of what was sent is no longer needed for Retry On Fail. */
function forgetRun(context: IExecuteFunctions): void {
	const { ledgerName, runIndex } = runIdentityOf(context, []);
	openLedger(nodeContextPart(context, ledgerName), runIndex).drop();
}

/** Each pause is as long as the time elapsed before it, within limits. */
function pauseMs(elapsedMs: number): number {
	return Math.min(longestPauseMs, Math.max(shortestPauseMs, elapsedMs));
}

/** What the operation adds to the parameters for sending. */
interface WaitSettings {
	limitMs: number;
	outputs: OutputChoice;
	/** A rejection is a final status. */
	fixed: { notifyUrl: string; rejectedAs: 'items' };
}

function readSettings(context: IExecuteFunctions): WaitSettings {
	const node = context.getNode();
	if (isTool(context) || !canTakeTurns(context)) {
		throw new NodeOperationError(node, 'n8n cannot wait in a tool of an AI agent, or where it stores no execution', {
			description: 'Nothing was sent. Use Send Text.',
		});
	}
	const limit = readItem(0, (name, itemIndex) => context.getNodeParameter(name, itemIndex), readTimeLimit);
	if (limit.faults.length > 0) throw faultsError(node, [limit], context.getInputData().length);
	return {
		limitMs: limit.value,
		outputs: readOutputs(context),
		fixed: { notifyUrl: notifyUrlOf(context), rejectedAs: 'items' },
	};
}

async function send(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	kind: MessageKind,
	{ limitMs, outputs, fixed }: WaitSettings,
): Promise<WaitState> {
	takeBodiesAsBytes(context);
	const presentation = { simplify: context.getNodeParameter('simplify', 0) === true };

	const sent = await sendItems(context, mode, path, kind, fixed);
	const sentAt = host.now();
	const { messages, errors } = sortOut(sent, presentation.simplify, context.getInputData());
	return {
		waitId: host.randomHex(8),
		round: 0,
		processId: processId(),
		sentAt,
		deadline: sent.targets.reduce((latest, target) => Math.max(latest, plannedTime(target)), sentAt) + limitMs,
		messages,
		errors,
		presentation,
		outputs,
		doubt: doubtAboutReach(fixed.notifyUrl),
	};
}

/** When the service is to send a scheduled message. */
function plannedTime({ message: { sendAt } }: Target): number {
	return typeof sendAt === 'string' ? Date.parse(sendAt) : 0;
}

function sortOut(
	{ faulty, targets, skipped, outcomes, options }: SentItems,
	simplify: boolean,
	input: INodeExecutionData[],
): { messages: AwaitedMessage[]; errors: INodeExecutionData[] } {
	const messages = new Map<Target, AwaitedMessage>();
	const errors = faulty.map(faultyItem);
	const withInput = (item: INodeExecutionData) =>
		options.includeInputFields ? withInputFields([item], input)[0]! : item;
	for (const target of targets) {
		const outcome = outcomes.get(target);
		const item = presentOutcome(target, outcome, { ...options, simplify, isTool: false });
		const entry = isDone(outcome, options) ? entryOf(outcome) : undefined;
		if (entry === undefined) errors.push(item);
		else {
			const message = awaited(target, entry, item, outcome?.isRecalled);
			const from = options.includeInputFields ? input[target.itemIndex] : undefined;
			messages.set(target, from === undefined ? message : { ...message, input: inputFields(from) });
		}
	}
	for (const one of skipped) {
		const item = withInput(presentSkipped(one, outcomes.get(one.original)));
		const original = messages.get(one.original);
		if (original === undefined) errors.push(item);
		else (original.skipped ??= []).push(item);
	}
	return { messages: [...messages.values()], errors };
}

function entryOf(outcome: Outcome | undefined): JsonObject | undefined {
	return outcome !== undefined && 'entry' in outcome ? (outcome.entry as JsonObject | undefined) : undefined;
}

function awaited(
	target: Target,
	entry: JsonObject,
	{ json }: INodeExecutionData,
	isRecalled: boolean | undefined,
): AwaitedMessage {
	const {
		itemIndex,
		destination,
		message: { callbackData },
	} = target;
	const messageId = entry.messageId ?? destination.messageId;
	return {
		itemIndex,
		destination: {
			to: destination.to,
			...(messageId !== undefined && messageId !== null && { messageId: String(messageId) }),
		},
		accepted: json,
		added: nodeFields(target, isRecalled),
		...(typeof callbackData === 'string' && { callbackData }),
		...(isKnownFinal(entry) && { final: { key: 'response', entry } }),
	};
}

/** In an answer or log, an unknown group may not be final yet; in a report it is treated as final. */
function isKnownFinal({ status }: JsonObject): boolean {
	return isJsonObject(status) && knownStatusGroup(status) !== undefined && isFinal(status);
}

async function lookIntoLogs(state: WaitState, transport: Transport): Promise<void> {
	const open = openMessages(state);
	// Different messages on each look, and all of them on the last one
	const first = (state.round * MAX_MESSAGES_PER_LOOK) % Math.max(open.length, 1);
	const looked =
		host.now() >= state.deadline
			? open
			: [...open.slice(first), ...open.slice(0, first)].slice(0, MAX_MESSAGES_PER_LOOK);
	const { found } = await new LogSearch(transport, undefined).messages(looked);
	for (const [message, entry] of found) if (isKnownFinal(entry)) message.final = { key: 'log', entry };
}
