import { NodeHelpers } from 'n8n-workflow';
import type { IDataObject, IExecuteData, IExecuteFunctions, INodeExecutionData, IRunExecutionData, ITaskMetadata, IWebhookFunctions } from 'n8n-workflow';

/**
 * The one place that reaches into the state of n8n's engine. When a wait ends, n8n does not run the node that waited: it hands on
 * what the node had stored, and numbers the items' origins anew. So that the node itself gives out the items, each paired with its
 * own input item, it puts a second turn of its own onto the engine's stack before it waits.
 */

/** What tells the turns of a wait apart; it stands in the metadata of their stack entries. */
export interface TurnMark {
	waitId: string;
	/** Whether this turn comes after a wait; else it is the one that waits, which has nothing to give out. */
	isAfterWait: boolean;
}

type MarkedMetadata = ITaskMetadata & { smsMessagingWait?: TurnMark };

/** The mark of the turn that is running; undefined in a first one. */
export function turnMarkOf(context: IExecuteFunctions): TurnMark | undefined {
	return (context.getExecuteData().metadata as MarkedMetadata | undefined)?.smsMessagingWait;
}

/** Whether this n8n lets the node queue a turn of its own. */
export function canTakeTurns(context: IExecuteFunctions): boolean {
	return stackOf(context) !== undefined;
}

/**
 * Makes the running turn one that waits and gives out nothing, and queues another one behind it with the same input.
 * @param runIndex of the node; both turns count as one run
 */
export function queueTurnAfterWait(context: IExecuteFunctions, waitId: string, runIndex: number, outputCount: number): void {
	const turn = context.getExecuteData();
	const { data, metadata, node, source } = turn;
	// Nodes of their own: n8n disables the one that waited
	const next: IExecuteData = { data, node: { ...node }, source, runIndex, metadata: marked(metadata, { waitId, isAfterWait: true }) };
	turn.node = { ...node, alwaysOutputData: false };
	turn.data = { ...data, main: noItems(outputCount) };
	turn.metadata = { ...marked(metadata, { waitId, isAfterWait: false }), forwardAllOutputs: true };
	stackOf(context)?.unshift(next);
}

export function noItems(outputCount: number): INodeExecutionData[][] {
	return Array.from({ length: outputCount }, () => []);
}

/** What the node keeps with the execution, for the webhook of an execution that waits; changes are stored when the wait ends. */
export function nodeContextOf(context: IWebhookFunctions): IDataObject | undefined {
	const data = runExecutionDataOf(context);
	return data?.executionData === undefined ? undefined : (NodeHelpers.getContext(data, 'node', context.getNode()) as IDataObject);
}

function marked(metadata: ITaskMetadata | undefined, smsMessagingWait: TurnMark): MarkedMetadata {
	return { ...metadata, smsMessagingWait };
}

function stackOf(context: IExecuteFunctions): IExecuteData[] | undefined {
	return runExecutionDataOf(context)?.executionData?.nodeExecutionStack;
}

function runExecutionDataOf(context: IExecuteFunctions | IWebhookFunctions): IRunExecutionData | undefined {
	return (context as { runExecutionData?: IRunExecutionData | null }).runExecutionData ?? undefined;
}
