import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { faultyItem, type ErrorMode } from '../output/errorItems';
import type { EntryPresentation } from '../output/presentEntry';
import type { MessageKind } from '../sending/compose';
import { isDone, presentOutcome } from '../sending/present';
import { sendItems, type SentItems } from '../sending/send';
import type { Outcome, Target } from '../sending/plan/target';
import type { SendPath } from '../service/client';
import type { JsonObject } from '../service/types';
import { outputItems, readOutputs, type OutputChoice } from './outputs';
import { isKnownFinal, waitFor, type WaitKind } from './wait';
import { openMessages, type AwaitedMessage, type WaitState } from './waitState';

interface DeliveryWait extends WaitState {
	presentation: EntryPresentation;
	outputs: OutputChoice;
}

/** Sends one message per input item, and waits until all of them have a final status. */
export async function sendAndWait(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	kind: MessageKind,
): Promise<INodeExecutionData[][]> {
	return await waitFor(context, mode, forDelivery(path, kind));
}

const forDelivery = (path: SendPath, kind: MessageKind): WaitKind<DeliveryWait> => ({
	send: async (context, mode, notifyUrl) => {
		const presentation = { simplify: context.getNodeParameter('simplify', 0) === true };
		const outputs = readOutputs(context);
		// A rejection is a final status
		const sent = await sendItems(context, mode, path, kind, { notifyUrl, rejectedAs: 'items' });
		return { targets: sent.targets, found: { ...sortOut(sent, presentation.simplify), presentation, outputs } };
	},
	isOver: (state) => openMessages(state).length === 0,
	output: (_context, { messages, errors, presentation, outputs }) =>
		outputItems(messages, errors, presentation, outputs),
	instead: 'Use Send Text.',
});

function sortOut(
	{ faulty, targets, outcomes, options }: SentItems,
	simplify: boolean,
): { messages: AwaitedMessage[]; errors: INodeExecutionData[] } {
	const messages: AwaitedMessage[] = [];
	const errors = faulty.map(faultyItem);
	for (const target of targets) {
		const outcome = outcomes.get(target);
		const item = presentOutcome(target, outcome, { ...options, simplify, isTool: false });
		const entry = isDone(outcome, options) ? entryOf(outcome) : undefined;
		if (entry === undefined) errors.push(item);
		else messages.push(awaitedMessage(target, entry, item));
	}
	return { messages, errors };
}

export function entryOf(outcome: Outcome | undefined): JsonObject | undefined {
	return outcome !== undefined && 'entry' in outcome ? (outcome.entry as JsonObject | undefined) : undefined;
}

/** @param entry what the service said about it */
export function awaitedMessage(
	{ itemIndex, destination, message: { callbackData } }: Target,
	entry: JsonObject,
	{ json }: INodeExecutionData,
): AwaitedMessage {
	const messageId = entry.messageId ?? destination.messageId;
	return {
		itemIndex,
		destination: {
			to: destination.to,
			...(messageId !== undefined && messageId !== null && { messageId: String(messageId) }),
		},
		accepted: json,
		...(typeof callbackData === 'string' && { callbackData }),
		...(isKnownFinal(entry) && { final: { key: 'response', entry } }),
	};
}
