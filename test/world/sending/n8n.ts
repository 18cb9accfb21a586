import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';

import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { SmsMessaging } from '../../../nodes/SmsMessaging/SmsMessaging.node.ts';
import { SECRET, type Network, type Request } from './network';

/** What n8n keeps of an execution for its nodes: `getContext('node')`. */
export type ContextData = IDataObject;

/** One execution as the node sees it. */
export interface ExecutionFacts {
	id: number;
	mode: 'trigger' | 'retry';
	/** Part of the resume URL: stays the same after a crash, Stop and Retry. */
	token: string;
	contextData: ContextData;
	signal: AbortSignal;
}

export interface NodeSettings {
	parameters: IDataObject;
	/** Of the interface, in the credential. */
	version?: string;
	/** The key in the credential, if it is not SECRET. */
	key?: string;
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** How often n8n runs the node at most, with Retry On Fail; otherwise 1. */
	tries: number;
	/** Whether an AI agent calls it: n8n counts each try that throws as a run of its own. */
	isTool?: boolean;
}

/** How one run of the node ended. */
export type NodeOutcome =
	| { items: INodeExecutionData[]; hints: string[] }
	| { error: Error & { context?: { data?: IDataObject } }; logged?: string[] };

const WAIT_BETWEEN_TRIES_MS = 1000;
const node = new SmsMessaging();

/** Runs the node as n8n's engine does with Retry On Fail: again after an error, or if the first item failed. */
export async function runNode(
	settings: NodeSettings,
	items: IDataObject[],
	runIndex: number,
	execution: ExecutionFacts,
	network: Network,
): Promise<NodeOutcome> {
	for (let tries = 1; ; tries++) {
		const hints: string[] = [];
		const run = runIndex + (settings.isTool === true ? tries - 1 : 0);
		const context = executeFunctions(settings, items, run, execution, network, hints);
		let outcome: NodeOutcome;
		try {
			outcome = { items: (await node.execute.call(context)).flat(), hints };
		} catch (error) {
			outcome = { error: error as Error, logged: hints };
		}
		const isFailed = 'error' in outcome || outcome.items[0]?.json.error !== undefined;
		if (!isFailed || tries >= settings.tries || execution.signal.aborted) return outcome;
		await host.sleep(WAIT_BETWEEN_TRIES_MS);
	}
}

/** Only what the node calls; parameters are literals or `={{ $json.name }}`. @param hints everything that it says besides items, including the log */
export function executeFunctions(
	{ parameters, version = '1', key, onError, tries, isTool = false }: NodeSettings,
	rows: IDataObject[],
	runIndex: number,
	{ id, mode, token, contextData, signal }: ExecutionFacts,
	network: Pick<Network, 'request'>,
	hints: string[],
): IExecuteFunctions {
	const items = rows.map((json): INodeExecutionData => ({ json }));
	const self: INode = {
		id: 'sms',
		name: 'SMS Messaging',
		type: 'n8n-nodes-sms-messaging.smsMessaging',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		onError,
		retryOnFail: tries > 1,
	};
	const data = {
		$runIndex: runIndex,
		$execution: { resumeUrl: `http://127.0.0.1:5678/webhook-waiting/${id}?signature=${token}` },
		$input: { all: () => items },
	};
	const log = (message: string) => void hints.push(message);
	const context: Record<string, unknown> = {
		getNode: () => self,
		getInputData: () => items,
		getNodeParameter: (name: string, itemIndex: number, fallback?: unknown, options?: { rawExpressions?: boolean }) => {
			const raw = atPath(parameters, name) ?? fallback ?? defaultOf(name);
			return options?.rawExpressions === true ? raw : evaluated(raw, rows[itemIndex]!);
		},
		continueOnFail: () => onError !== 'stopWorkflow',
		getMode: () => mode,
		getExecutionId: () => String(id),
		getInstanceId: () => 'instance',
		getTimezone: () => 'Etc/UTC',
		getWorkflow: () => ({ id: 'workflow', name: 'Workflow', active: true }),
		getContext: () => contextData,
		getWorkflowDataProxy: () => data,
		isToolExecution: () => isTool,
		getExecutionCancelSignal: () => signal,
		...serviceFor(network, version, key),
		addExecutionHints: ({ message }: { message: string }) => void hints.push(message),
		logger: { debug: log, info: log, warn: log, error: log },
	};
	return context as unknown as IExecuteFunctions;
}

/** The service of a credential, behind n8n's HTTP helper. */
export const serviceFor = (network: Pick<Network, 'request'>, apiVersion: string, apiKey = SECRET) => ({
	getCredentials: async () => ({
		baseUrl: 'https://service.example',
		authentication: 'apiKey',
		apiKey,
		apiVersion,
	}),
	helpers: {
		httpRequestWithAuthentication: async (_type: string, options: Request & { body?: object }) => {
			// n8n sends text, so the request cannot be changed afterwards
			return await network.request({ ...options, body: options.body && JSON.parse(JSON.stringify(options.body)) });
		},
	},
});

const atPath = (parameters: IDataObject, path: string): unknown =>
	path.split('.').reduce<unknown>((value, name) => (value as IDataObject | undefined)?.[name], parameters);

function defaultOf(name: string): unknown {
	const property = node.description.properties.find((candidate) => candidate.name === name);
	if (property === undefined) throw new Error(`The node asks for '${name}', which it does not have`);
	return property.default;
}

function evaluated(raw: unknown, json: IDataObject): unknown {
	if (typeof raw === 'string') {
		const name = /^=\{\{ \$json\.(\w+) \}\}$/.exec(raw)?.[1];
		return name === undefined ? raw : json[name];
	}
	if (typeof raw !== 'object' || raw === null) return raw;
	if (Array.isArray(raw)) return raw.map((part) => evaluated(part, json));
	return Object.fromEntries(Object.entries(raw).map(([key, part]) => [key, evaluated(part, json)]));
}

/** Everything in an outcome that somebody may read. */
export function textOf(outcome: NodeOutcome): string {
	if ('items' in outcome) return `${JSON.stringify(outcome.items)} ${outcome.hints.join(' ')}`;
	const { error, logged = [] } = outcome;
	return `${error.message} ${error.stack} ${JSON.stringify(error)} ${logged.join(' ')}`;
}
