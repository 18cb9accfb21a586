import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readItem, type ReadItem } from '../fields/items';
import { readSendOptions, type SendOptions } from '../fields/options';
import { parameterReader } from '../fields/parameterReader';
import { asValues } from '../fields/values';
import { faultsError, faultyItem, inInputOrder, type ErrorMode } from '../output/errorItems';
import { nodeContextPart } from '../output/nodeContext';
import type { SendPath } from '../service/client';
import type { ServiceFailure } from '../service/failure';
import { pause } from '../service/pace';
import { createTransport } from '../service/transport';
import type { SendResponseEntry } from '../service/types';
import { composeItems, type ComposedMessage, type MessageKind } from './compose';
import { Delivery } from './deliver';
import { isTool, runIdentityOf, type RunIdentity } from './identity';
import { judgeLog } from './judge';
import { openLedger, type Ledger } from './ledger';
import { LogSearch, NOT_PROVEN, notChecked, untilRead, type Unread } from './lookUp';
import { planRequests, type PlannedTarget } from './plan';
import { isDone, notAcceptedError, presentOutcome } from './present';
import { planTargets, type PlannedTargets } from './recall';
import { isScheduled, type Outcome, type Target } from './target';

/** What became of the input items of a run. */
export interface SentItems {
	/** Input items that could not be read; nothing of them was sent. */
	faulty: Array<ReadItem<ComposedMessage>>;
	/** Every destination of every other item, in the order of the input. */
	targets: Target[];
	outcomes: ReadonlyMap<Target, Outcome>;
	options: SendOptions;
	ledger: Ledger;
}

/** What an operation sets in place of its parameters. */
export interface FixedSettings {
	/** Address for the delivery reports of all messages. */
	notifyUrl?: string;
	rejectedAs?: SendOptions['rejectedAs'];
}

/** Sends one message for each input item, and gives out an item for each destination. */
export async function sendMessages(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	kind: MessageKind,
): Promise<INodeExecutionData[]> {
	const { faulty, targets, outcomes, options, ledger } = await sendItems(context, mode, path, kind);
	const present = { simplify: context.getNodeParameter('simplify', 0) === true, rejectedAs: options.rejectedAs, isTool: isTool(context) };
	const out = [...faulty.map(faultyItem), ...targets.map((target) => presentOutcome(target, outcomes.get(target), present))];
	// With an error item among them n8n may run the node again; an agent may make the same call again
	const isAllDone = faulty.length === 0 && targets.every((target) => isDone(outcomes.get(target), options));
	if (isAllDone && !present.isTool) ledger.drop();
	return inInputOrder(out, mode);
}

/**
 * Sends one message for each input item: compose → plan → submit.
 * @throws NodeOperationError with mode 'stop', where an item is faulty (then nothing was sent) or a destination was not accepted
 */
export async function sendItems(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	kind: MessageKind,
	fixed: FixedSettings = {},
): Promise<SentItems> {
	const node = context.getNode();
	const itemCount = context.getInputData().length;
	const read = parameterReader(context);
	const optionsRead = readItem(0, read, (readOption, report) => readSendOptions(asValues(readOption('options')), report));
	const { faults: optionFaults } = optionsRead;
	const options = { ...optionsRead.value, rejectedAs: fixed.rejectedAs ?? optionsRead.value.rejectedAs };
	if (optionFaults.length > 0 && mode === 'stop') throw faultsError(node, [optionsRead], itemCount);
	const items = composeItems(itemCount, read, kind, context.getTimezone(), fixed.notifyUrl).map((item) => ({ ...item, faults: [...item.faults, ...optionFaults] }));
	const faulty = items.filter(({ faults }) => faults.length > 0);
	if (faulty.length > 0 && mode === 'stop') throw faultsError(node, faulty, itemCount);

	const messages = items.filter(({ faults }) => faults.length === 0).map(({ itemIndex, value }) => ({ itemIndex, ...value }));
	const identity = runIdentityOf(context, messages);
	const isRetry = context.getMode() === 'retry' && identity.isLasting;
	const ledger = openLedger(context, identity);
	const targets = planTargets(messages, identity, ledger, options, mode, isRetry);
	const outcomes = await submit(context, path, targets, identity, ledger, options, isRetry);
	if (mode === 'stop' && !targets.all.every((target) => isDone(outcomes.get(target), options))) {
		throw notAcceptedError(node, targets.all, outcomes, options);
	}
	if (!isTool(context)) ledger.close(targets.firstKeys);
	return { faulty, targets: targets.all, outcomes, options, ledger };
}

async function submit(
	context: IExecuteFunctions,
	path: SendPath,
	targets: PlannedTargets,
	identity: RunIdentity,
	ledger: Ledger,
	options: SendOptions,
	isRetry: boolean,
): Promise<Delivery['outcomes']> {
	const transport = createTransport(context, identity.resumeUrl);
	const signal = context.getExecutionCancelSignal();
	const nextBulkId = () => identity.bulkId(ledger.nextRequestNumber());
	const logs = new LogSearch(transport, signal, targets.all.flatMap(({ destination }) => destination.messageId ?? []), options.skipSent ? undefined : targets.ownIdsBefore);
	const delivery = new Delivery(path, transport, options, ledger, logs, nextBulkId, signal);
	for (const [target, outcome] of targets.recalled) delivery.recall(target, outcome);
	// A crashed or stopped execution has no ledger, and one that was retried before knows nothing of that retry
	if (isRetry && targets.fresh.length > 0) await waitForLogs(context, options, signal);
	const asked = isRetry ? targets.fresh : targets.fresh.filter(({ hasOwnId }) => options.skipSent && hasOwnId);
	const unproven = await settleWhatLogsShow(asked, delivery, logs, options, signal);
	if (isRetry && options.ifUnclear === 'report') nameScheduled(targets.fresh, delivery, ledger);
	const plan = (planned: PlannedTarget[]) => planRequests(planned, options.messagesPerRequest, nextBulkId);
	const unsent = targets.fresh.filter((target) => !delivery.outcomes.has(target));
	await delivery.run(plan(unsent.filter((target) => !unproven.has(target))), plan(targets.doubtful), plan(unsent.filter((target) => unproven.has(target))));
	return delivery.outcomes;
}

/** What an earlier try sent last may not be in the logs yet; one wait is enough for all rounds of a loop. */
async function waitForLogs(context: IExecuteFunctions, { lookUpMs }: SendOptions, signal: AbortSignal | undefined): Promise<void> {
	const retry = nodeContextPart(context, 'retry');
	const executionId = context.getExecutionId();
	if (executionId !== undefined && retry.waitedIn === executionId) return;
	await pause(lookUpMs, signal);
	retry.waitedIn = executionId;
}

/**
 * Asks the logs before anything is sent; what they cannot tell is not sent.
 * @returns those whose absence is not proven, as long as the logs have shown nothing that was sent
 */
async function settleWhatLogsShow(
	targets: PlannedTarget[],
	delivery: Delivery,
	logs: LogSearch,
	options: SendOptions,
	signal: AbortSignal | undefined,
): Promise<ReadonlySet<Target>> {
	const unproven = new Set<Target>();
	const ask = async (asked: PlannedTarget[]) => {
		const { found, unread } = await logs.messages(asked);
		// What was rejected is tried once more
		for (const [target, log] of found) if (judgeLog(log as SendResponseEntry) !== 'refused') delivery.settleFromLogs(target, log);
		return unread;
	};
	const isIn = (unread: Unread) => targets.filter((target) => unread.has(target));
	const unread = await untilRead(await ask(targets), async (left) => await ask(isIn(left)), options.patienceMs, signal);
	for (const [target, failure] of unread) {
		if (failure === NOT_PROVEN) unproven.add(target);
		else delivery.settle(target, { state: 'unknown', failure: notChecked(failure) });
	}
	return unproven;
}

/** Logs need not show what waits for its time, so for what an earlier try may have sent their silence proves nothing. */
function nameScheduled(targets: PlannedTarget[], delivery: Delivery, ledger: Ledger): void {
	for (const target of targets) {
		if (!isScheduled(target) || delivery.outcomes.has(target) || ledger.find(target.key) !== undefined) continue;
		delivery.settle(target, { state: 'unknown', failure: SCHEDULED_BEFORE });
	}
}

const SCHEDULED_BEFORE: ServiceFailure = {
	kind: 'unclear',
	message: 'It cannot be told whether an earlier try of this execution sent this scheduled message',
	description:
		'Scheduled messages need not be in the logs before their time. Look for it in Get Logs after its time, or run the workflow anew if you know that nothing was sent.',
};

