import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** What the node sees of an execution. */
export interface Execution {
	/** What n8n keeps with the execution. */
	kept?: IDataObject;
	/** Of the resume URL; none before n8n 2.14. */
	token?: string;
	id?: string;
	nodeId?: string;
	runIndex?: number;
	isRetry?: boolean;
	isTool?: boolean;
}

export function contextOf({
	kept = {},
	token,
	id = '7',
	nodeId = 'node-1',
	runIndex = 0,
	isRetry = false,
	isTool = false,
}: Execution = {}): IExecuteFunctions {
	return {
		getNode: () => ({ id: nodeId, type: 'smsMessaging' }),
		getContext: () => kept,
		getMode: () => (isRetry ? 'retry' : 'trigger'),
		getExecutionId: () => id,
		getInstanceId: () => 'instance',
		isToolExecution: () => isTool,
		getWorkflowDataProxy: () => ({
			$runIndex: runIndex,
			$execution:
				token === undefined ? {} : { resumeUrl: `https://n8n.example/webhook-waiting/${id}?signature=${token}` },
		}),
	} as unknown as IExecuteFunctions;
}
