import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { inputFields, withInputFields } from '../output/inputFields';
import { faultyItems, type ErrorMode } from '../output/errorItems';
import type { EntryPresentation } from '../output/presentEntry';
import { labelsIn } from '../parameters/labels';
import type { MessageKind } from '../sending/compose';
import { dryRun } from '../sending/dryRun';
import { isDone, nodeFields, presentOutcome, presentSkipped } from '../sending/present';
import { n8nOf } from '../sending/run';
import { sendItems, type SentItems } from '../sending/send';
import type { Outcome, Target } from '../sending/plan/target';
import { TEXT_PATH } from '../api/paths';
import { outputItems, outputUnsent, readOutputs, type OutputChoice } from './outputs';
import { isKnownFinal, waitFor, type WaitKind } from './wait';
import { openMessages, type AwaitedMessage, type WaitState } from './waitState';
import type { JsonObject } from '../text/json';

interface DeliveryWait extends WaitState {
	presentation: EntryPresentation;
	outputs: OutputChoice;
}

/** Sends one text message per input item, and waits until all of them have a final status. */
export async function waitForDelivery(
	context: IExecuteFunctions,
	mode: ErrorMode,
	kind: MessageKind,
): Promise<INodeExecutionData[][]> {
	return await waitFor(context, mode, forDelivery(kind));
}

const forDelivery = (kind: MessageKind): WaitKind<DeliveryWait> => ({
	dryRun: (context, mode, notifyUrl) =>
		outputUnsent(dryRun(context, mode, TEXT_PATH, kind, fixed(notifyUrl)), readOutputs(context)),
	send: async (context, mode, notifyUrl) => {
		const presentation = { simplify: context.getNodeParameter('simplify', 0) === true };
		const outputs = readOutputs(context);
		const sent = await sendItems(n8nOf(context, mode), TEXT_PATH, kind, fixed(notifyUrl));
		const { messages, errors } = sortOut(context, sent, presentation.simplify);
		return { targets: sent.targets, found: { messages, errors, presentation, outputs } };
	},
	isOver: (state) => openMessages(state).length === 0,
	output: (_context, { messages, errors, presentation, outputs }) =>
		outputItems(messages, errors, presentation, outputs),
	instead: 'Use Send Text.',
});

/** A rejection is a final status. */
const fixed = (notifyUrl: string) => ({ notifyUrl, rejectedAs: 'items' }) as const;

function sortOut(
	context: IExecuteFunctions,
	{ faulty, targets, skipped, outcomes, options }: SentItems,
	simplify: boolean,
): { messages: AwaitedMessage[]; errors: INodeExecutionData[] } {
	const messages = new Map<Target, AwaitedMessage>();
	const input = context.getInputData();
	const errors = faultyItems(faulty, labelsIn(context));
	const withInput = (item: INodeExecutionData) =>
		options.includeInputFields ? withInputFields([item], input)[0]! : item;
	for (const target of targets) {
		const outcome = outcomes.get(target);
		const item = presentOutcome(target, outcome, { ...options, simplify, isTool: false });
		const entry = isDone(outcome, options) ? entryOf(outcome) : undefined;
		if (entry === undefined) errors.push(item);
		else {
			const message = awaitedMessage(target, entry, item, outcome?.isRecalled);
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

export function entryOf(outcome: Outcome | undefined): JsonObject | undefined {
	return outcome !== undefined && 'entry' in outcome ? (outcome.entry as JsonObject | undefined) : undefined;
}

/** @param entry what the service said about it */
export function awaitedMessage(
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
		...(target.hasOwnId && messageId === destination.messageId && { hasOwnId: true as const }),
		accepted: json,
		added: nodeFields(target, isRecalled),
		...(typeof callbackData === 'string' && { callbackData }),
		...(isKnownFinal(entry) && { final: { key: 'response', entry } }),
	};
}
