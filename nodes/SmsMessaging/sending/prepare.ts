import type { IExecuteFunctions } from 'n8n-workflow';

import { readSendOptions, type SendOptions } from '../fields/options';
import { faultsError, type ErrorMode } from '../output/errorItems';
import { refusingEmptyExpressions } from '../parameters/emptyExpressions';
import { readItem, type Fault, type ReadItem } from '../parameters/items';
import { parameterReader } from '../parameters/parameterReader';
import { asValues } from '../parameters/values';
import { isTool } from '../service/execution';
import type { SendPath } from '../service/paths';
import { composeItems, type ComposedMessage, type MessageKind } from './compose';
import { planTargets, type PlannedTargets } from './plan/targets';
import { openRun, type Run } from './run';

/** Settings that an operation provides instead of reading parameters. */
export interface FixedSettings {
	/** Address for the delivery reports of all messages. */
	notifyUrl?: string;
	rejectedAs?: SendOptions['rejectedAs'];
	/** Whether nothing may be sent or stored. */
	isDryRun?: boolean;
	/** The messages to send for an item. */
	messagesOf?: (message: ComposedMessage, itemIndex: number) => ComposedMessage[];
	/** Throws with mode 'stop' only if certainly no destination was accepted. */
	goesOnWithSome?: true;
}

/** Everything that happens before the first request. */
export interface Prepared {
	run: Run;
	/** Input items that could not be read; nothing is sent for them. */
	faulty: Array<ReadItem<ComposedMessage>>;
	/** Every destination of every other item. */
	planned: PlannedTargets;
}

/**
 * Composes one message per input item, and plans what becomes of its destinations.
 * @throws NodeOperationError with mode 'stop', if an item is faulty
 */
export function prepare(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	kind: MessageKind,
	{ notifyUrl, rejectedAs, isDryRun = false, messagesOf = (message) => [message] }: FixedSettings,
): Prepared {
	const node = context.getNode();
	const itemCount = context.getInputData().length;
	const readAll = parameterReader(context);
	const optionsRead = readItem(0, readAll, (readOption, addFault) =>
		readSendOptions(
			{ ...asValues(readOption('options')), ...(isTool(context) && { maxMessages: readOption('maxMessages') }) },
			addFault,
		),
	);
	const { faults: optionFaults } = optionsRead;
	const options = {
		...optionsRead.value,
		...(rejectedAs !== undefined && { rejectedAs }),
		// An agent's input is not the data of the workflow
		includeInputFields: optionsRead.value.includeInputFields && !isTool(context),
	};
	if (optionFaults.length > 0 && mode === 'stop') throw faultsError(node, [optionsRead], itemCount);
	const read =
		options.blankValues === 'fault'
			? refusingEmptyExpressions(context, readAll, kind.textParameter ?? 'text')
			: readAll;
	const asRead = composeItems(itemCount, read, kind, { timezone: context.getTimezone(), notifyUrl, options });
	const composed =
		optionFaults.length === 0
			? asRead
			: asRead.map((item) => ({ ...item, faults: withOthers(item.faults, optionFaults) }));
	const items = options.sameNumber === 'report' ? reportSameNumbers(composed) : composed;
	const faulty = items.filter(({ faults }) => faults.length > 0);
	if (faulty.length > 0 && mode === 'stop') throw faultsError(node, faulty, itemCount);

	const messages = items
		.filter(({ faults }) => faults.length === 0)
		.flatMap(({ itemIndex, value }) => messagesOf(value, itemIndex).map((message) => ({ ...message, itemIndex })));
	// Writing the numbers differently does not make it another call
	const call = isTool(context)
		? messages.map(({ destinations: _destinations, facts: _facts, ...message }) => message)
		: [];
	const run = openRun(context, mode, path, options, { call, isDryRun });
	return { run, faulty, planned: planTargets(messages, run) };
}

function withOthers(faults: Fault[], others: Fault[]): Fault[] {
	const known = new Set(faults.map(({ field, reason }) => `${field} ${reason}`));
	return [...faults, ...others.filter(({ field, reason }) => !known.has(`${field} ${reason}`))];
}

/** Makes an item faulty if one of its numbers has appeared before. */
function reportSameNumbers(items: Array<ReadItem<ComposedMessage>>): Array<ReadItem<ComposedMessage>> {
	const firstItemOf = new Map<string, number>();
	return items.map((item) => {
		const { itemIndex, value, faults } = item;
		if (faults.length > 0) return item;
		const found: Fault[] = [];
		const own = new Set<string>();
		for (const { to } of value.destinations) {
			const first = own.has(to) ? itemIndex : firstItemOf.get(to);
			own.add(to);
			if (first === undefined) continue;
			const where = first === itemIndex ? 'appears twice in this item' : `already appears in item ${first}`;
			found.push({ field: 'to', reason: `${to} ${where} (Options → Same Number Twice)` });
		}
		if (found.length === 0) for (const to of own) firstItemOf.set(to, itemIndex);
		return { ...item, faults: found };
	});
}
