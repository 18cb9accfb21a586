import type { IExecuteFunctions, INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { ErrorMode } from '../output/errorItems';

/** One entry of the node's operation dropdown, with all that belongs to it. */
export interface Operation {
	name: string;
	value: string;
	description: string;
	/** How the editor words it in the list of actions. */
	action: string;
	/** Parameters, without display options: they are shown for this operation. */
	fields: INodeProperties[];
	/** Settings of the operation in the dropdown, for example where it is not offered. */
	displayOptions?: INodePropertyOptions['displayOptions'];
	/**
	 * Works through all input items.
	 * @returns the items of each output
	 * @throws NodeOperationError with mode 'stop' only
	 */
	execute(context: IExecuteFunctions, mode: ErrorMode): Promise<INodeExecutionData[][]>;
	/** Where error items go that stand for all input items; left out, to the first output. */
	placeErrors?(context: IExecuteFunctions, items: INodeExecutionData[]): INodeExecutionData[][];
}
