import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { completed, NO_ENTRY } from '../api/entry';
import { contentFactsIn, inFieldOrder } from '../entries/outputFields';
import { presentEntry, type EntryPresentation } from '../entries/presentEntry';
import { isJsonObject } from '../text/json';
import { isFailed } from '../api/statuses';
import type { AwaitedMessage } from './waitState';

/** Whether delivered, failed and unanswered messages have separate outputs or share one. */
export type OutputChoice = 'three' | 'one';

export const DELIVERY_OUTPUTS = ['Delivered', 'Failed', 'No Answer'];

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

export function readOutputs(context: IExecuteFunctions): OutputChoice {
	return context.getNodeParameter('outputs', 0, 'three') === 'one' ? 'one' : 'three';
}

/**
 * Every message at its output, each output in input order. Error items go with the failed messages or, if it is not known
 * whether the message was accepted, with those without an answer.
 */
export function outputItems(
	messages: readonly AwaitedMessage[],
	errors: readonly INodeExecutionData[],
	presentation: EntryPresentation,
	outputs: OutputChoice,
): INodeExecutionData[][] {
	const lists: INodeExecutionData[][] = [[], [], []];
	for (const error of errors) lists[isUnknown(error) ? 2 : 1]!.push(error);
	for (const message of messages) {
		const json = { ...message.input, ...present(message, presentation) };
		const items = [{ json, pairedItem: { item: message.itemIndex } }, ...(message.skipped ?? [])];
		lists[outputOf(message)]!.push(...items);
	}
	return inOutputs(lists, outputs);
}

/** The items of a dry run, in which no message has an outcome. */
export function outputUnsent(items: INodeExecutionData[], outputs: OutputChoice): INodeExecutionData[][] {
	const isErrorItem = ({ json }: INodeExecutionData) => 'error' in json;
	return inOutputs([[], items.filter(isErrorItem), items.filter((item) => !isErrorItem(item))], outputs);
}

function inOutputs(lists: INodeExecutionData[][], outputs: OutputChoice): INodeExecutionData[][] {
	const all = outputs === 'one' ? [lists.flat()] : lists;
	return all.map((items) => items.sort((a, b) => itemIndexOf(a) - itemIndexOf(b)));
}

/** An unknown final status proves neither delivery nor failure. */
function outputOf({ final }: AwaitedMessage): 0 | 1 | 2 {
	if (final?.entry.statusGroup === 'DELIVERED') return 0;
	return final !== undefined && isFailed(final.entry) ? 1 : 2;
}

function isUnknown({ json: { details } }: INodeExecutionData): boolean {
	return isJsonObject(details) && details.state === 'unknown';
}

/** Only reports return the callback data; otherwise it is taken from the sent message. */
function present(
	{ accepted, added, callbackData, final }: AwaitedMessage,
	presentation: EntryPresentation,
): INodeExecutionData['json'] {
	if (final === undefined)
		return inFieldOrder({
			...accepted,
			...presentEntry('response', completed(NO_ENTRY, { callbackData }), { ...presentation, simplify: true }),
		});
	const { messageId, to, bulkId, trackingProcessKey } = accepted;
	const entry = completed(final.entry, { callbackData });
	return inFieldOrder({
		messageId,
		to,
		...(bulkId !== undefined && { bulkId }),
		...(trackingProcessKey !== undefined && { trackingProcessKey }),
		...presentEntry(final.key, entry, presentation, contentFactsIn(accepted)),
		...added,
	});
}

function itemIndexOf({ pairedItem }: INodeExecutionData): number {
	return (pairedItem as { item: number }).item;
}
