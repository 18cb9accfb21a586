import {
	NodeHelpers,
	type IDataObject,
	type IExecuteData,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeParameters,
	type ITaskMetadata,
	type IWebhookFunctions,
	type Workflow,
} from 'n8n-workflow';

import { bodyAsBytesField } from '../fields/options';
import { runExecutionDataOf } from '../n8n/execution';

/**
 * The only place that changes the state of n8n's engine for good. When a wait ends, n8n does not run the waiting node: it passes on
 * what the node had output before the wait, and renumbers the items' origins. So before waiting, the node puts a second turn of
 * itself onto the engine's stack, which outputs the items, each paired with its own input item.
 *
 * What this relies on in n8n, none of which it promises (test/integration/waiting/engineState.test.ts):
 * - The context of a node has `runExecutionData`, and `workflow` with its nodes.
 * - The engine takes its next turn from the beginning of `executionData.nodeExecutionStack`, with the node, items, run index and
 *   metadata that it finds there, and stores what is left of the stack with a waiting execution.
 * - A waiting turn is put back in front, and is disabled when the wait ends: with `forwardAllOutputs` it passes on its items.
 * - A turn without items does not run, and leaves no trace.
 * - `contextData` of the run data is stored with a waiting execution, and so are changes that a webhook makes there as it wakes it.
 */

/** Distinguishes a turn after a wait from a first one; stored in the metadata of its stack entry. */
type MarkedMetadata = ITaskMetadata & { smsMessagingWaitId?: string };

/** The wait that the running turn follows, undefined in a first turn; and whether this n8n lets the node queue another turn. */
export function turnOf(context: IExecuteFunctions): { endedWaitId: string | undefined; canWait: boolean } {
	const metadata = context.getExecuteData().metadata as MarkedMetadata | undefined;
	return { endedWaitId: metadata?.smsMessagingWaitId, canWait: stackOf(context) !== undefined };
}

/**
 * Makes the running turn wait and output nothing, and queues another one after it.
 * @param runIndex of the node; both turns count as one run
 * @param fallback the items for each output if n8n skips the queued turn: Retry with the currently saved workflow disables both
 * turns
 */
export function queueTurnAfterWait(
	context: IExecuteFunctions,
	waitId: string,
	runIndex: number,
	fallback: INodeExecutionData[][],
): void {
	const turn = context.getExecuteData();
	const { data, metadata, node, source } = turn;
	// With n8n's legacy execution order, a turn runs only with items at its first input
	const isOldOrder = context.getWorkflowSettings().executionOrder !== 'v1';
	const next: IExecuteData = {
		data: { ...data, main: isOldOrder ? (data.main ?? []) : fallback },
		// Each turn has its own copy of the node, since n8n disables the first turn's node
		node: { ...node },
		source,
		runIndex,
		metadata: { ...metadata, smsMessagingWaitId: waitId, forwardAllOutputs: true } as MarkedMetadata,
	};
	// Replaces the waiting turn if n8n crashes before storing it
	const spare: IExecuteData = {
		data: { ...data, main: [] },
		node: { ...node, alwaysOutputData: false },
		source,
		runIndex,
	};
	stackOf(context)?.unshift(spare, next);
	takeBodiesAsBytes(context);
	turn.node = { ...node, alwaysOutputData: false };
	turn.data = { ...data, main: [] };
}

/** Keeps n8n from adding an empty item at the first output if all items go to other outputs (Always Output Data). */
export function addNoEmptyItem(context: IExecuteFunctions): void {
	const turn = context.getExecuteData();
	turn.node = { ...turn.node, alwaysOutputData: false };
}

/**
 * Makes n8n leave the bodies of reports to the node's webhook: it looks for this option in the workflow stored with the execution. Set
 * here, it is present no matter who saved the workflow, or how.
 */
function takeBodiesAsBytes(context: IExecuteFunctions): void {
	const node = (context as { workflow?: Workflow }).workflow?.getNode(context.getNode().name);
	if (node)
		node.parameters = {
			...node.parameters,
			options: { ...(node.parameters.options as INodeParameters), [bodyAsBytesField.name]: true },
		};
}

/** What the node keeps with the execution, for the webhook of a waiting execution; changes are stored when the wait ends. */
export function waitingNodeContextOf(context: IWebhookFunctions): IDataObject | undefined {
	const data = runExecutionDataOf(context);
	return data?.executionData === undefined
		? undefined
		: (NodeHelpers.getContext(data, 'node', context.getNode()) as IDataObject);
}

const stackOf = (context: IExecuteFunctions): IExecuteData[] | undefined =>
	runExecutionDataOf(context)?.executionData?.nodeExecutionStack;
