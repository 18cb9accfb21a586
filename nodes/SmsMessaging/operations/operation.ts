import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

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
	/**
	 * Works through all input items.
	 * @throws NodeOperationError with mode 'stop' only
	 */
	execute(context: IExecuteFunctions, mode: ErrorMode): Promise<INodeExecutionData[]>;
}
