import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { completed, NO_ENTRY, type Entry } from '../api/entry';
import { fateOf } from '../api/statuses';
import { inputFields } from '../entries/inputFields';
import { contentFactsIn, inFieldOrder } from '../entries/outputFields';
import { presentEntry, type EntryPresentation } from '../entries/presentEntry';
import type { NodeRun } from '../n8n/execution';
import { faultyItems, itemIndexOf } from '../output/errorItems';
import type { MessageKind } from '../sending/compose';
import type { Outcome, Target } from '../sending/plan/target';
import { isDone, presentOutcome } from '../sending/present';
import { n8nOf, type N8n, type RunOptions } from '../sending/run';
import { includingInput, presentSent, sendItems, type SentItems } from '../sending/send';
import { isJsonObject, withoutUndefined } from '../text/json';
import { waitFor, type WaitKind } from './wait';
import { finalIn, openMessages, type AwaitedMessage, type WaitState } from './waitState';

interface DeliveryWait extends WaitState {
	presentation: EntryPresentation;
}

/** Sends one text message per input item, and waits until all of them have a final status. */
export const waitForDelivery = async (nodeRun: NodeRun, kind: MessageKind): Promise<INodeExecutionData[][]> =>
	await waitFor(nodeRun, forDelivery(kind));

const forDelivery = (kind: MessageKind): WaitKind<DeliveryWait> => ({
	send: async (nodeRun, ofWait) => {
		const n8n = n8nOf(nodeRun);
		// A rejection is a final status
		const sent = await sendItems(n8n, kind, { ...ofWait, rejectedAs: 'items' });
		if (n8n.isDryRun) return { unsent: presentSent(n8n, sent) };
		return { found: { ...sortOut(n8n, sent), presentation: { simplify: n8n.simplify } } };
	},
	isOver: ({ messages }) => openMessages(messages).length === 0,
	output: outputItems,
	outputUnsent: outputUnawaited,
	instead: 'Use Send Text.',
});

function sortOut(
	n8n: N8n,
	{ faulty, targets, outcomes, options }: SentItems,
): { messages: AwaitedMessage[]; errors: INodeExecutionData[] } {
	const { input, simplify, labelOf, node } = n8n;
	const messages = new Map<Target, AwaitedMessage>();
	const errors = includingInput(faultyItems(faulty, labelOf, node), n8n, options);
	for (const target of targets) {
		const outcome = outcomes.get(target);
		const item = presentOutcome(target, outcomes, { ...options, simplify, isTool: false });
		const entry = isDone(outcome, options) ? entryOf(outcome) : undefined;
		if (entry !== undefined) {
			const message = awaitedMessage(target, entry, item, outcome, options);
			const from = options.includeInputFields ? input[target.itemIndex] : undefined;
			messages.set(target, from === undefined ? message : { ...message, input: inputFields(from) });
			continue;
		}
		const original = outcome?.state === 'skipped' ? outcome.original && messages.get(outcome.original) : undefined;
		const [shown] = includingInput([item], n8n, options);
		if (original === undefined) errors.push(shown!);
		else (original.skipped ??= []).push(shown!);
	}
	return { messages: [...messages.values()], errors };
}

export const entryOf = (outcome: Outcome | undefined): Entry | undefined =>
	outcome !== undefined && 'entry' in outcome ? outcome.entry : undefined;

/** @param entry what the service said about it */
export function awaitedMessage(
	target: Target,
	entry: Entry,
	{ json }: INodeExecutionData,
	outcome: Outcome | undefined,
	{ messageIds }: Pick<RunOptions, 'messageIds'>,
): AwaitedMessage {
	const { itemIndex, destination, message } = target;
	const messageId = entry.messageId ?? destination.messageId;
	// Quiet hours that have begun since do not put off what an earlier try has sent
	const planned = outcome?.isRecalled === true && target.deferredTo !== undefined ? undefined : target.sendAt;
	const dueAt = outcome?.times?.sendAt ?? planned;
	const { final } = finalIn('response', entry);
	return {
		itemIndex,
		destination: { to: destination.to, messageId },
		...(target.hasOwnId &&
			messageId === destination.messageId && { hasOwnId: messageIds === 'own' ? ('once' as const) : (true as const) }),
		accepted: json,
		...(dueAt !== undefined && { dueAt }),
		...(message.callbackData !== undefined && { callbackData: message.callbackData }),
		...(final !== undefined && (outcome?.state === 'accepted' ? { atFirst: final } : { final })),
	};
}

export const DELIVERY_OUTPUTS = ['Delivered', 'Failed', 'Still Open'];

export const outputsField: INodeProperties = {
	displayName: 'Outputs',
	name: 'outputs',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'One for Each Outcome',
			value: 'three',
			description:
				'Separate outputs for delivered messages, for failed or expired ones, and for those without a final status in time',
		},
		{
			name: 'One for All',
			value: 'one',
			description: 'A single output. The status says what happened to each message.',
		},
	],
	default: 'three',
	description:
		'Which output each message goes to. With On Error → Continue (using error output), there is also an error output.',
};

/** Every message at its output, each output in input order. */
function outputItems(
	context: IExecuteFunctions,
	{ messages, errors, presentation }: Pick<DeliveryWait, 'messages' | 'errors' | 'presentation'>,
): INodeExecutionData[][] {
	const lists: INodeExecutionData[][] = [[], [], []];
	for (const item of errors) lists[isFailed(item) ? 1 : 2]!.push(item);
	for (const message of messages) {
		const json = { ...message.input, ...presentAwaited(message, presentation) };
		const items = [{ json, pairedItem: { item: message.itemIndex } }, ...(message.skipped ?? [])];
		lists[outputOf(message)]!.push(...items);
	}
	const all = context.getNodeParameter('outputs', 0, 'three') === 'one' ? [lists.flat()] : lists;
	return all.map((items) => items.sort((a, b) => itemIndexOf(a) - itemIndexOf(b)));
}

/** The items of a dry run, or of a run that failed as a whole. */
export const outputUnawaited = (context: IExecuteFunctions, errors: INodeExecutionData[]): INodeExecutionData[][] =>
	outputItems(context, { messages: [], errors, presentation: { simplify: true } });

/** Neither a status of an unknown group nor an unconfirmed one proves delivery or failure. */
function outputOf({ final }: AwaitedMessage): 0 | 1 | 2 {
	const fate = final && fateOf(final.entry);
	return fate === 'delivered' ? 0 : fate === 'failed' ? 1 : 2;
}

/** Whether it is certain that nothing was accepted. A skipped message goes with the one that was to be sent instead. */
function isFailed({ json: { error, details, skipped, originalState } }: INodeExecutionData): boolean {
	if (error === undefined) return skipped === true && ['refused', 'notSent'].includes(String(originalState));
	return !isJsonObject(details) || details.state !== 'unknown';
}

/** The item of a message, with what is known of it. Only reports return the callback data; otherwise it is taken from the sent message. */
export function presentAwaited(
	{ accepted, callbackData, final }: AwaitedMessage,
	presentation: EntryPresentation,
): INodeExecutionData['json'] {
	if (final === undefined)
		return inFieldOrder({
			...accepted,
			...presentEntry('response', completed(NO_ENTRY, { callbackData }), { ...presentation, simplify: true }),
		});
	const { messageId, to, bulkId, trackingProcessKey, given, sendAt, deferredTo, warning } = accepted;
	const entry = completed(final.entry, { callbackData });
	return inFieldOrder({
		...withoutUndefined({ messageId, to, bulkId, trackingProcessKey }),
		...presentEntry(final.key, entry, presentation, contentFactsIn(accepted)),
		...withoutUndefined({ given, sendAt, deferredTo, warning }),
	});
}
