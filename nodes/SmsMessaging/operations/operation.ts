import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { NodeRun } from '../n8n/execution';

/** One entry of the node's operation dropdown, with everything that belongs to it. */
export interface Operation {
	name: string;
	value: string;
	description: string;
	/** Its name in the editor's list of actions. */
	action: string;
	/** What an AI agent reads about the operation as a tool. Without it, the node has no description of its own. */
	toolDescription?: string;
	/** Parameters without display options; they are shown for this operation. */
	fields: INodeProperties[];
	/** Settings of the operation in the dropdown, for example to hide it. */
	displayOptions?: INodePropertyOptions['displayOptions'];
	/** Processes all input items. @returns the items of each output. @throws NodeOperationError with mode 'stop' only */
	execute(nodeRun: NodeRun): Promise<INodeExecutionData[][]>;
	/** Where to put error items that stand for all input items; by default the first output. */
	placeErrors?(context: NodeRun['context'], items: INodeExecutionData[]): INodeExecutionData[][];
}
