import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { messagesPerRequestOf } from '../fields/options';
import { faultsError, faultyItem, inInputOrder, type ErrorMode } from '../output/errorItems';
import type { SendPath } from '../service/client';
import { createTransport } from '../service/transport';
import { composeItems, type MessageKind } from './compose';
import { planRequests } from './plan';
import { presentOutcome, unansweredError } from './present';
import { submitRequests } from './submit';

/** Sends one message for each input item: compose → plan → submit → present. */
export async function sendMessages(
	context: IExecuteFunctions,
	mode: ErrorMode,
	path: SendPath,
	kind: MessageKind,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const itemCount = context.getInputData().length;
	const items = composeItems(itemCount, (name, itemIndex) => context.getNodeParameter(name, itemIndex), kind, context.getTimezone());
	const faulty = items.filter(({ faults }) => faults.length > 0);
	if (faulty.length > 0 && mode === 'stop') throw faultsError(node, faulty, itemCount);

	const messages = items
		.filter(({ faults }) => faults.length === 0)
		.map(({ itemIndex, value }) => ({ itemIndex, ...value }));
	const outcomes = await submitRequests(planRequests(messages, messagesPerRequestOf(context)), path, createTransport(context));
	const error = mode === 'stop' ? unansweredError(node, outcomes) : undefined;
	if (error !== undefined) throw error;

	const simplify = context.getNodeParameter('simplify', 0) === true;
	const out = [...faulty.map(faultyItem), ...outcomes.map((outcome) => presentOutcome(outcome, simplify))];
	return inInputOrder(out, mode);
}
