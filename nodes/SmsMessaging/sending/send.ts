import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readItem, type ReadItem } from '../parameters/items';
import { readSendOptions, type SendOptions } from '../fields/options';
import { refusingEmptyExpressions } from '../parameters/emptyExpressions';
import { parameterReader } from '../parameters/parameterReader';
import { asValues } from '../parameters/values';
import { faultsError, faultyItem, inInputOrder, type ErrorMode } from '../output/errorItems';
import type { SendPath } from '../service/client';
import { composeItems, type ComposedMessage, type MessageKind } from './compose';
import { isTool } from '../kept/execution';
import type { Outcome, Target } from './plan/target';
import { planTargets } from './plan/targets';
import { isDone, notAcceptedError, presentOutcome } from './present';
import { openRun } from './run';
import type { Ledger } from '../kept/ledger';
import { submit } from './submit/submit';

/** What became of the input items of a run. */
export interface SentItems {
	/** Input items that could not be read; nothing was sent for them. */
	faulty: Array<ReadItem<ComposedMessage>>;
	/** Every destination of every other item, in input order. */
	targets: Target[];
	outcomes: ReadonlyMap<Target, Outcome>;
	options: SendOptions;
	ledger: Ledger<Outcome>;
}

/** Settings that an operation provides instead of reading parameters. */
export interface FixedSettings {
	/** Address for the delivery reports of all messages. */
	notifyUrl?: string;
	rejectedAs?: SendOptions['rejectedAs'];
}

/** Sends one message per input item, and outputs one item per destination. */
export async function sendMessages(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	kind: MessageKind,
): Promise<INodeExecutionData[]> {
	const { faulty, targets, outcomes, options, ledger } = await sendItems(context, mode, path, kind);
	const present = {
		simplify: context.getNodeParameter('simplify', 0) === true,
		rejectedAs: options.rejectedAs,
		isTool: isTool(context),
	};
	const out = [
		...faulty.map(faultyItem),
		...targets.map((target) => presentOutcome(target, outcomes.get(target), present)),
	];
	// If any item is an error item, n8n may run the node again; an agent may repeat the same call
	const isAllDone = faulty.length === 0 && targets.every((target) => isDone(outcomes.get(target), options));
	if (isAllDone && !present.isTool) ledger.drop();
	return inInputOrder(out, mode);
}

/**
 * Sends one message per input item: compose → plan → submit.
 * @throws NodeOperationError with mode 'stop', if an item is faulty (then nothing was sent) or a destination was not accepted
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
	const readAll = parameterReader(context);
	const optionsRead = readItem(0, readAll, (readOption, report) =>
		readSendOptions(asValues(readOption('options')), report),
	);
	const { faults: optionFaults } = optionsRead;
	const options = { ...optionsRead.value, rejectedAs: fixed.rejectedAs ?? optionsRead.value.rejectedAs };
	if (optionFaults.length > 0 && mode === 'stop') throw faultsError(node, [optionsRead], itemCount);
	const read = options.blankValues === 'fault' ? refusingEmptyExpressions(context, readAll, 'text') : readAll;
	const items = composeItems(itemCount, read, kind, context.getTimezone(), fixed.notifyUrl).map((item) => ({
		...item,
		faults: [...item.faults, ...optionFaults],
	}));
	const faulty = items.filter(({ faults }) => faults.length > 0);
	if (faulty.length > 0 && mode === 'stop') throw faultsError(node, faulty, itemCount);

	const messages = items
		.filter(({ faults }) => faults.length === 0)
		.map(({ itemIndex, value }) => ({ itemIndex, ...value }));
	const call = isTool(context) ? messages.map(({ facts: _facts, ...message }) => message) : [];
	const run = openRun(context, mode, path, options, call);
	const planned = planTargets(messages, run);
	const outcomes = await submit(context, run, planned);
	const { all: targets, firstKeys } = planned;
	if (mode === 'stop' && !targets.every((target) => isDone(outcomes.get(target), options)))
		throw notAcceptedError(node, targets, outcomes, options);
	if (!isTool(context)) run.ledger.close(firstKeys);
	return { faulty, targets, outcomes, options, ledger: run.ledger };
}
