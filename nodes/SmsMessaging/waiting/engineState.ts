import { NodeHelpers } from 'n8n-workflow';
import type {
	IDataObject,
	IExecuteData,
	IExecuteFunctions,
	INodeExecutionData,
	INodeParameters,
	IRunExecutionData,
	ITaskMetadata,
	IWebhookFunctions,
	Workflow,
} from 'n8n-workflow';

import { bodyAsBytesField } from '../notifications/request';

/**
 * The one place that reaches into the state of n8n's engine. When a wait ends, n8n does not run the node that waited: it hands on
 * what the node had stored, and numbers the items' origins anew. So that the node itself gives out the items, each paired with its
 * own input item, it puts a second turn of its own onto the engine's stack before it waits.
 */

/** Tells a turn after a wait from a first one; it stands in the metadata of its stack entry. */
type MarkedMetadata = ITaskMetadata & { smsMessagingWaitId?: string };

/** The wait after which the running turn comes; undefined in a first one. */
export function endedWaitIdOf(context: IExecuteFunctions): string | undefined {
	return (context.getExecuteData().metadata as MarkedMetadata | undefined)?.smsMessagingWaitId;
}

/** Whether this n8n lets the node queue a turn of its own. */
export function canTakeTurns(context: IExecuteFunctions): boolean {
	return stackOf(context) !== undefined;
}

/** A turn without items does not run, and leaves no trace. */
export const NO_ITEMS: INodeExecutionData[][] = [];

/**
 * Makes the running turn one that waits and gives out nothing, and queues another one behind it.
 * @param runIndex of the node; both turns count as one run
 * @param fallback what leaves by each output, should n8n pass the queued turn over: Retry with the currently saved workflow disables
 * both turns
 */
export function queueTurnAfterWait(
	context: IExecuteFunctions,
	waitId: string,
	runIndex: number,
	fallback: INodeExecutionData[][],
): void {
	const turn = context.getExecuteData();
	const { data, metadata, node, source } = turn;
	// In n8n's old order of execution a turn runs only with items at its first input
	const isOldOrder = context.getWorkflowSettings().executionOrder !== 'v1';
	const next: IExecuteData = {
		data: { ...data, main: isOldOrder ? (data.main ?? NO_ITEMS) : fallback },
		// Turns have nodes of their own, since n8n disables the first one's
		node: { ...node },
		source,
		runIndex,
		metadata: { ...metadata, smsMessagingWaitId: waitId, forwardAllOutputs: true } as MarkedMetadata,
	};
	// Takes the place of the turn that waits where n8n crashes before it has stored that one
	const spare: IExecuteData = {
		data: { ...data, main: NO_ITEMS },
		node: { ...node, alwaysOutputData: false },
		source,
		runIndex,
	};
	stackOf(context)?.unshift(spare, next);
	turn.node = { ...node, alwaysOutputData: false };
	turn.data = { ...data, main: NO_ITEMS };
}

/** Keeps n8n from adding an empty item at the first output when all items leave by others (Always Output Data). */
export function addNoEmptyItem(context: IExecuteFunctions): void {
	const turn = context.getExecuteData();
	turn.node = { ...turn.node, alwaysOutputData: false };
}

/**
 * Has n8n leave the bodies of reports to the node's webhook: it looks for this option in the workflow as it is stored with the execution.
 * Set here, it is there whoever has saved the workflow, and however.
 */
export function takeBodiesAsBytes(context: IExecuteFunctions): void {
	const node = (context as { workflow?: Workflow }).workflow?.getNode(context.getNode().name);
	if (node)
		node.parameters = {
			...node.parameters,
			options: { ...(node.parameters.options as INodeParameters), [bodyAsBytesField.name]: true },
		};
}

/** What the node keeps with the execution, for the webhook of an execution that waits; changes are stored when the wait ends. */
export function nodeContextOf(context: IWebhookFunctions): IDataObject | undefined {
	const data = runExecutionDataOf(context);
	return data?.executionData === undefined
		? undefined
		: (NodeHelpers.getContext(data, 'node', context.getNode()) as IDataObject);
}

function stackOf(context: IExecuteFunctions): IExecuteData[] | undefined {
	return runExecutionDataOf(context)?.executionData?.nodeExecutionStack;
}

function runExecutionDataOf(context: IExecuteFunctions | IWebhookFunctions): IRunExecutionData | undefined {
	return (context as { runExecutionData?: IRunExecutionData | null }).runExecutionData ?? undefined;
}
