import './n8nSettings';

import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	NodeHelpers,
	Workflow,
	type ExecutionError,
	type IConnections,
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IDataObject,
	type IHttpRequestOptions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IRunExecutionData,
	type ITaskData,
	type IWorkflowExecuteAdditionalData,
	type IWorkflowSettings,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

/** A workflow, and how it is run by n8n's engine in this process: real expressions, real error handling, real HTTP. */
export interface WorkflowStart {
	nodes: INode[];
	connections: IConnections;
	nodeTypes: Record<string, INodeType>;
	credentialTypes?: Record<string, ICredentialType>;
	/** By credential id. */
	credentials?: Record<string, ICredentialDataDecryptedObject>;
	settings?: IWorkflowSettings;
	mode?: WorkflowExecuteMode;
	/** The input of the first node. */
	items?: INodeExecutionData[];
	/** A stored execution to continue, from `storedForRetry`; `items` has no effect then. */
	executionData?: IRunExecutionData;
	/** Ties an execution to an earlier one whose data was not stored, as after a crash; null where n8n gives none. Left out: a new one. */
	resumeToken?: string | null;
	/** Overrides what n8n tells the nodes about itself: execution id, URLs, variables. */
	additionalData?: Partial<IWorkflowExecuteAdditionalData>;
}

/** An execution that has ended. */
export interface Execution {
	run: IRun;
	/** The error that stopped it. */
	error?: ExecutionError;
	/** What is stored of the latest run of a node. */
	task: (node: string) => ITaskData | undefined;
	/** The items of a node, by output. */
	output: (node: string, output?: number) => INodeExecutionData[];
}

/** An execution under way. */
export interface StartedExecution {
	ended: Promise<Execution>;
	/** What Stop does in the editor. */
	cancel: () => void;
}

export function startWorkflow(start: WorkflowStart): StartedExecution {
	const { nodes, connections, mode = 'trigger' } = start;
	const workflow = new Workflow({
		id: 'workflow-1',
		name: 'Workflow',
		nodes,
		connections,
		active: false,
		nodeTypes: nodeTypesOf(start.nodeTypes),
		settings: { executionOrder: 'v1', ...start.settings },
	});
	const additionalData = additionalDataOf(start, mode);
	const executing = new WorkflowExecute(
		additionalData,
		mode,
		start.executionData ?? freshExecution(workflow, start),
	).processRunExecutionData(workflow);
	return { ended: executing.then(executionOf), cancel: () => executing.cancel() };
}

export async function runWorkflow(start: WorkflowStart): Promise<Execution> {
	return await startWorkflow(start).ended;
}

/** What n8n starts from when Retry is pressed for an execution that failed: its stored data, without the failed run of the last node. */
export function storedForRetry({ run }: Execution): IRunExecutionData {
	const stored = JSON.parse(JSON.stringify(run.data)) as IRunExecutionData;
	const { resultData } = stored;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? ''];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	return stored;
}

function freshExecution(
	workflow: Workflow,
	{ nodes, items = [{ json: {} }], resumeToken }: WorkflowStart,
): IRunExecutionData {
	const node = workflow.getNode(nodes[0]!.name)!;
	const data = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: [items] }, source: null }] },
		...(typeof resumeToken === 'string' && { resumeToken }),
	});
	if (resumeToken === null) delete data.resumeToken;
	return data;
}

function executionOf(run: IRun): Execution {
	const { error, runData } = run.data.resultData;
	const task = (node: string) => runData[node]?.at(-1);
	return { run, error, task, output: (node, output = 0) => task(node)?.data?.main?.[output] ?? [] };
}

export function nodeTypesOf(types: Record<string, INodeType>): INodeTypes {
	const find = (name: string): INodeType => {
		const type = types[name];
		if (type === undefined) throw new Error(`The test gives no node type '${name}'`);
		return type;
	};
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) as IDataObject };
}

/** What n8n hands to a node beside its workflow: credentials, URLs, hooks. */
export function additionalDataOf(start: WorkflowStart, mode: WorkflowExecuteMode): IWorkflowExecuteAdditionalData {
	const base = 'http://127.0.0.1:5678';
	const workflowData = {
		id: 'workflow-1',
		name: 'Workflow',
		active: false,
		nodes: start.nodes,
		connections: start.connections,
	};
	return {
		executionId: '1',
		credentialsHelper: credentialsHelperOf(start),
		hooks: new ExecutionLifecycleHooks(mode, '1', workflowData as never),
		currentNodeExecutionIndex: 0,
		variables: {},
		restApiUrl: `${base}/rest`,
		instanceBaseUrl: base,
		formBaseUrl: `${base}/form`,
		formWaitingBaseUrl: `${base}/form-waiting`,
		formTestBaseUrl: `${base}/form-test`,
		webhookBaseUrl: `${base}/webhook`,
		webhookWaitingBaseUrl: `${base}/webhook-waiting`,
		webhookTestBaseUrl: `${base}/webhook-test`,
		setExecutionStatus: () => {},
		sendDataToUI: () => {},
		...start.additionalData,
	} as unknown as IWorkflowExecuteAdditionalData;
}

/** n8n's helper without its database: fills in the defaults of what is not stored, and lets the credential type authenticate. */
function credentialsHelperOf({ credentials = {}, credentialTypes = {} }: WorkflowStart): unknown {
	const typeOf = (name: string): ICredentialType => {
		const type = credentialTypes[name];
		if (type === undefined) throw new Error(`The test gives no credential type '${name}'`);
		return type;
	};
	return {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getCredentialsProperties: (name: string) => typeOf(name).properties,
		getDecrypted: async (_additionalData: unknown, { id }: { id: string }, name: string) => {
			const stored = credentials[id];
			if (stored === undefined) throw new Error(`Credential with ID "${id}" does not exist for type "${name}".`);
			return NodeHelpers.getNodeParameters(typeOf(name).properties, stored as never, true, false, null, null);
		},
		authenticate: async (data: ICredentialDataDecryptedObject, name: string, request: IHttpRequestOptions) => {
			const { authenticate } = typeOf(name);
			if (typeof authenticate !== 'function')
				throw new Error(`Credential type '${name}' has no function that authenticates`);
			return await authenticate(data, request);
		},
		preAuthentication: async () => undefined,
		runPreAuthentication: async () => undefined,
	};
}

export const MAIN = NodeConnectionTypes.Main;

/** A node that outputs its input; the start of a workflow, or the node after another. */
export const passThroughType: INodeType = {
	description: {
		displayName: 'Pass Through',
		name: 'passThrough',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Pass Through' },
		inputs: [MAIN],
		outputs: [MAIN],
		properties: [],
	},
	async execute() {
		return [this.getInputData()];
	},
};
