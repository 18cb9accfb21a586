import type { INodeExecutionData } from 'n8n-workflow';

import type { Entry } from '../api/entry';
import { inputFields, withInputFields } from '../entries/inputFields';
import type { EntryPresentation } from '../entries/presentEntry';
import type { NodeRun } from '../n8n/execution';
import { faultyItems } from '../output/errorItems';
import type { MessageKind } from '../sending/compose';
import type { Outcome, Target } from '../sending/plan/target';
import { isDone, nodeFields, presentOutcome } from '../sending/present';
import { n8nOf, type N8n } from '../sending/run';
import { presentSent, sendItems, type SentItems } from '../sending/send';
import { outputItems, outputUnsent, readOutputs, type OutputChoice } from './outputs';
import { isKnownFinal, waitFor, type WaitKind } from './wait';
import { openMessages, type AwaitedMessage, type WaitState } from './waitState';

interface DeliveryWait extends WaitState {
	presentation: EntryPresentation;
	outputs: OutputChoice;
}

/** Sends one text message per input item, and waits until all of them have a final status. */
export async function waitForDelivery(nodeRun: NodeRun, kind: MessageKind): Promise<INodeExecutionData[][]> {
	return await waitFor(nodeRun, forDelivery(kind));
}

const forDelivery = (kind: MessageKind): WaitKind<DeliveryWait> => ({
	send: async (nodeRun, notifyUrl) => {
		const n8n = n8nOf(nodeRun);
		const outputs = readOutputs(nodeRun.context);
		// A rejection is a final status
		const sent = await sendItems(n8n, kind, { notifyUrl, rejectedAs: 'items' });
		if (n8n.isDryRun) return { dryRun: outputUnsent(presentSent(n8n, sent), outputs) };
		const presentation = { simplify: n8n.simplify };
		return { targets: sent.targets, found: { ...sortOut(n8n, sent), presentation, outputs } };
	},
	isOver: (state) => openMessages(state).length === 0,
	output: (_context, { messages, errors, presentation, outputs }) =>
		outputItems(messages, errors, presentation, outputs),
	instead: 'Use Send Text.',
});

function sortOut(
	{ input, simplify, labelOf }: N8n,
	{ faulty, targets, outcomes, options }: SentItems,
): { messages: AwaitedMessage[]; errors: INodeExecutionData[] } {
	const messages = new Map<Target, AwaitedMessage>();
	const errors = faultyItems(faulty, labelOf);
	for (const target of targets) {
		const outcome = outcomes.get(target);
		const item = presentOutcome(target, outcomes, { ...options, simplify, isTool: false });
		const entry = isDone(outcome, options) ? entryOf(outcome) : undefined;
		if (entry !== undefined) {
			const message = awaitedMessage(target, entry, item, outcome?.isRecalled);
			const from = options.includeInputFields ? input[target.itemIndex] : undefined;
			messages.set(target, from === undefined ? message : { ...message, input: inputFields(from) });
			continue;
		}
		const original = outcome?.state === 'skipped' ? messages.get(outcome.original) : undefined;
		const isWithInput = outcome?.state === 'skipped' && options.includeInputFields;
		const shown = isWithInput ? withInputFields([item], input)[0]! : item;
		if (original === undefined) errors.push(shown);
		else (original.skipped ??= []).push(shown);
	}
	return { messages: [...messages.values()], errors };
}

export function entryOf(outcome: Outcome | undefined): Entry | undefined {
	return outcome !== undefined && 'entry' in outcome ? outcome.entry : undefined;
}

/** @param entry what the service said about it */
export function awaitedMessage(
	target: Target,
	entry: Entry,
	{ json }: INodeExecutionData,
	isRecalled: boolean | undefined,
): AwaitedMessage {
	const { itemIndex, destination, message } = target;
	const messageId = entry.messageId ?? destination.messageId;
	return {
		itemIndex,
		destination: { to: destination.to, messageId },
		...(target.hasOwnId && messageId === destination.messageId && { hasOwnId: true as const }),
		accepted: json,
		added: nodeFields(target, isRecalled),
		...(message.callbackData !== undefined && { callbackData: message.callbackData }),
		...(isKnownFinal(entry) && { final: { key: 'response', entry } }),
	};
}
