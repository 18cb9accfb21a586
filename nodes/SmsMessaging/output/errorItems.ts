import { type IDataObject, type INode, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { inHtml } from '../text/html';
import { countText } from '../text/numbers';
import type { ErrorMode } from '../n8n/execution';
import { type ReadItem, describeFaults, type LabelOf } from '../parameters/items';

/**
 * An item that n8n treats as failed: it goes to the error output if there is one, with the fields of its input item.
 * Any key other than `error` and `details` would send it out as a success.
 */
export function errorItem(itemIndex: number, error: string, details: IDataObject): INodeExecutionData {
	return { json: { error, details }, pairedItem: { item: itemIndex } };
}

export function faultyItems(faulty: Array<ReadItem<unknown>>, labelOf: LabelOf, node: INode): INodeExecutionData[] {
	return faulty.map(({ itemIndex, faults }) =>
		errorItem(itemIndex, describeFaults(faults, labelOf), {
			faults: faults.map((fault) => ({ ...fault })),
			description: `${nothingDone(node)} for this item in this run. Correct the fields, then run this item again.`,
		}),
	);
}

function nothingDone({ parameters }: INode): string {
	const operation = String(parameters.operation);
	return `Nothing was ${operation.startsWith('send') ? 'sent' : operation.startsWith('get') ? 'fetched' : 'changed'}`;
}

/**
 * Those of the items that are faulty.
 * @param mayHaveSent whether earlier runs or tries of the execution may have sent messages
 * @throws NodeOperationError with mode 'stop' if there is any, which names them all; nothing was sent or fetched then
 */
export function faultyOf<T>(
	items: Array<ReadItem<T>>,
	{ node, mode, labelOf }: { node: INode; mode: ErrorMode; labelOf: LabelOf },
	mayHaveSent = false,
): Array<ReadItem<T>> {
	const faulty = items.filter(({ faults }) => faults.length > 0);
	const [first, ...others] = faulty;
	if (first === undefined || mode !== 'stop') return faulty;
	const advice = mayHaveSent
		? `${nothingDone(node)} in this run, but earlier runs or tries of this execution may have sent messages, which a new execution may send again. Retry gets the same input items: correct only the expressions of these fields, save the workflow, and use Retry with the currently saved workflow.`
		: `${nothingDone(node)}. Correct the fields, then run again.`;
	const data = {
		faultyItems: faulty.map(({ itemIndex, faults }) => ({ itemIndex, faults: faults.map((fault) => ({ ...fault })) })),
	};
	if (others.length === 0) {
		const { itemIndex, faults } = first;
		// Written as the editor does, which adds the item if it is missing
		const message = `${describeFaults(faults, labelOf)} [item ${itemIndex}]`;
		throw operationError(node, message, advice, data, itemIndex);
	}
	const lines = faulty.map(({ itemIndex, faults }) => `Item ${itemIndex}: ${describeFaults(faults, labelOf)}`);
	const message = `${countText(faulty.length)} of ${countText(items.length)} items need fixing`;
	throw operationError(node, message, withLines(advice, lines), data);
}

/**
 * An error whose details are stored with the execution and reach an error workflow as execution.error.context.data.
 * @param description what to do, as HTML
 */
export function operationError(
	node: INode,
	message: string,
	description: string,
	data: IDataObject,
	itemIndex?: number,
): NodeOperationError {
	const error = new NodeOperationError(node, message, { description, ...(itemIndex !== undefined && { itemIndex }) });
	// n8n replaces any message containing a code such as ECONNREFUSED with a generic sentence
	error.message = message;
	error.messages = [];
	error.context.data = data;
	return error;
}

const MAX_LINES = 20;

/** A description with a list, of which only the first lines are shown. n8n's editor renders it as HTML. */
export function withLines(text: string, lines: string[]): string {
	const shown = lines.slice(0, MAX_LINES);
	if (lines.length > MAX_LINES) shown.push(`and ${countText(lines.length - MAX_LINES)} more: see the details`);
	return `${inHtml(text)}<ul>${shown.map((line) => `<li>${inHtml(line)}</li>`).join('')}</ul>`;
}

/** The same error for a model, which does not see the description. */
export function toldInFull(error: NodeOperationError): NodeOperationError {
	const description = (error.description ?? '')
		.replace(/<\/?(?:ul|li)>/g, ' ')
		.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
	error.message = `${error.message}. ${description}`.replace(/ +/g, ' ').trim();
	return error;
}

/**
 * The same error, with an invisible character within the word 'canceled': n8n takes an error with this word for an execution that was
 * stopped by hand, for which its editor has no Retry.
 */
export function notAsCanceled(error: NodeOperationError): NodeOperationError {
	error.message = error.message.replaceAll('canceled', 'cancel\u2060ed');
	return error;
}

/**
 * Items in the order of their input items, but successes first for the error output: with Retry On Fail, n8n runs a
 * node again if the first item it returns is a failed one.
 */
export function inInputOrder(items: INodeExecutionData[], mode: ErrorMode): INodeExecutionData[] {
	const rank = (item: INodeExecutionData) => (mode === 'errorOutput' && 'error' in item.json ? 1 : 0);
	return [...items].sort((a, b) => rank(a) - rank(b) || itemIndexOf(a) - itemIndexOf(b));
}

/** The first input item that it is paired with. */
export const itemIndexOf = ({ pairedItem }: INodeExecutionData): number =>
	((Array.isArray(pairedItem) ? pairedItem[0] : pairedItem) as { item: number }).item;
