import type { SendPath } from '../api/paths';
import { readSendOptions } from '../fields/options';
import { readSafeguards } from '../fields/safeguards';
import { faultsError } from '../output/errorItems';
import { readItem, type Fault, type ReadItem } from '../parameters/items';
import { asValues } from '../parameters/values';
import { composeItems, type ComposedMessage, type MessageKind } from './compose';
import { planTargets, type PlannedTargets, reportSameIds, reportSameNumbers } from './plan/targets';
import { type N8n, openRun, type Run, type RunOptions } from './run';

/** Settings that an operation provides instead of reading parameters. */
export interface FixedSettings {
	/** Address for the delivery reports of all messages. */
	notifyUrl?: string;
	rejectedAs?: RunOptions['rejectedAs'];
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
 * Composes one message per input item, and plans its destinations.
 * @throws NodeOperationError with mode 'stop', if an item is faulty
 */
export function prepare(n8n: N8n, path: SendPath, kind: MessageKind, fixed: FixedSettings): Prepared {
	const { node, mode, input, isTool, labelOf } = n8n;
	const { isDryRun = false, messagesOf = (message: ComposedMessage) => [message] } = fixed;
	const { options, faults } = readOptions(n8n, fixed);
	if (faults.length > 0 && mode === 'stop')
		throw faultsError(node, [{ itemIndex: 0, value: undefined, faults }], input.length, labelOf);
	const composed = compose(n8n, kind, options, fixed.notifyUrl).map((item) =>
		faults.length === 0 ? item : { ...item, faults: withOthers(item.faults, faults) },
	);
	const asked = options.sameNumber === 'report' ? reportSameNumbers(composed) : composed;
	const messages = (items: Array<ReadItem<ComposedMessage>>) =>
		items
			.filter((item) => item.faults.length === 0)
			.flatMap(({ itemIndex, value }) => messagesOf(value, itemIndex).map((message) => ({ ...message, itemIndex })));
	// Writing the numbers differently does not make it another call
	const call = isTool
		? messages(asked).map(({ destinations: _destinations, facts: _facts, ...message }) => message)
		: [];
	const run = openRun(n8n, path, options, call, isDryRun);
	const items = reportSameIds(asked, run);
	const faulty = items.filter((item) => item.faults.length > 0);
	if (faulty.length > 0 && mode === 'stop') throw faultsError(node, faulty, input.length, labelOf);
	return { run, faulty, planned: planTargets(messages(items), run) };
}

function readOptions(
	{ read, isTool }: N8n,
	{ rejectedAs = 'errors' }: FixedSettings,
): { options: RunOptions; faults: Fault[] } {
	const { value, faults } = readItem(0, read, (readOption, addFault) => ({
		...readSendOptions(asValues(readOption('options')), addFault),
		...readSafeguards(
			{ ...asValues(readOption('safeguards')), ...(isTool && { maxMessages: readOption('maxMessages') }) },
			addFault,
		),
	}));
	// An agent's input is not the data of the workflow
	const includeInputFields = value.includeInputFields && !isTool;
	return { options: { ...value, includeInputFields, rejectedAs }, faults };
}

function compose(n8n: N8n, kind: MessageKind, options: RunOptions, notifyUrl: string | undefined) {
	const { input, timezone } = n8n;
	const read = options.blankValues === 'fault' ? n8n.readRefusingEmpty(kind.textParameter ?? 'text') : n8n.read;
	return composeItems(input.length, read, kind, { timezone, notifyUrl, options });
}

function withOthers(faults: Fault[], others: Fault[]): Fault[] {
	const known = new Set(faults.map(({ field, reason }) => `${field} ${reason}`));
	return [...faults, ...others.filter(({ field, reason }) => !known.has(`${field} ${reason}`))];
}
