import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';

import { SmsMessagingApi } from '../../credentials/SmsMessagingApi.credentials';
import { SmsMessaging } from '../../nodes/SmsMessaging/SmsMessaging.node';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox';
import { bareNode } from '../support/bareNode';
import { MAIN, passThroughType, runWorkflow, type Execution, type WorkflowStart } from './engine';

export const INPUT = 'Input';
export const SMS = 'SMS Messaging';

export interface SmsRun {
	/** Parameters of the node; n8n fills in the defaults of all others. */
	parameters: INodeParameters;
	/** json of the input items; one empty item when left out. */
	items?: IDataObject[];
	credential: ICredentialDataDecryptedObject;
	/** Settings of the node: onError, retryOnFail, maxTries … */
	settings?: Partial<INode>;
	timezone?: string;
	/** Anything else about the execution. */
	start?: Partial<WorkflowStart>;
}

export interface SmsResult extends Execution {
	/** json of the items of the first output. */
	json: IDataObject[];
	/** Index of the input item that each item of the first output is paired with. */
	paired: number[];
	/** Items of the error output. */
	failed: INodeExecutionData[];
}

/** The workflow Input → SMS Messaging. */
export function smsWorkflow({
	parameters,
	items = [{}],
	credential,
	settings,
	timezone,
	start,
}: SmsRun): WorkflowStart {
	return {
		nodes: [
			bareNode(INPUT, 'passThrough'),
			{
				...bareNode(SMS, 'smsMessaging', withResource(withShortWaits(parameters))),
				credentials: { smsMessagingApi: { id: 'credential-1', name: 'SMS Messaging account' } },
				// n8n waits a second by default
				waitBetweenTries: 1,
				...settings,
			},
		],
		connections: { [INPUT]: { main: [[{ node: SMS, type: MAIN, index: 0 }]] } },
		nodeTypes: { passThrough: passThroughType, smsMessaging: new SmsMessaging() },
		credentialTypes: { smsMessagingApi: new SmsMessagingApi() },
		credentials: { 'credential-1': credential },
		items: items.map((json) => ({ json })),
		settings: timezone === undefined ? {} : { timezone },
		...start,
	};
}

/** Input → Round 0, Round 1 …, each → SMS Messaging, so that the node runs once for the items of each, in one execution. */
export function inRounds(start: WorkflowStart, rounds: INodeExecutionData[][], pauseMs = 0): WorkflowStart {
	const [input, sms] = start.nodes as [INode, INode];
	const names = rounds.map((_, round) => `Round ${round}`);
	const to = (...nodes: string[]) => ({ main: [nodes.map((node) => ({ node, type: MAIN, index: 0 }))] });
	const typeGiving = (items: INodeExecutionData[]): INodeType => ({
		...passThroughType,
		async execute() {
			if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
			return [items];
		},
	});
	return {
		...start,
		// n8n begins with the upper ones
		nodes: [
			input,
			...names.map((name, round): INode => ({ ...input, id: name, name, type: name, position: [0, 100 * round] })),
			sms,
		],
		connections: { [INPUT]: to(...names), ...Object.fromEntries(names.map((name) => [name, to(SMS)])) },
		nodeTypes: {
			...start.nodeTypes,
			...Object.fromEntries(rounds.map((items, round) => [names[round]!, typeGiving(items)])),
		},
	};
}

/** Runs the node in n8n's engine. An error that stops it comes back as `error`. */
export async function runSms(run: SmsRun): Promise<SmsResult> {
	const execution = await runWorkflow(smsWorkflow(run));
	const out = execution.output(SMS);
	return { ...execution, json: out.map(({ json }) => json), paired: pairedWith(out), failed: execution.output(SMS, 1) };
}

export function pairedWith(items: INodeExecutionData[]): number[] {
	return items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
}

/** The hints on the node. */
export const hintsOf = (execution: Execution): string[] =>
	(execution.task(SMS)?.hints ?? []).map(({ message }) => message);

/** The credential for a sandbox, or for any service at that address. */
export const credentialFor = ({ url }: Pick<Sandbox, 'url'>): ICredentialDataDecryptedObject => ({
	baseUrl: url,
	authentication: 'apiKey',
	apiKey: 'sandbox-key',
});

/** A sandbox that no other test has used, and the node against it. */
export interface NodeAndSandbox {
	readonly sandbox: Sandbox;
	/** @param parameters what n8n stores, which its types do not all know */
	run: (parameters: object, more?: Partial<SmsRun>) => Promise<SmsResult>;
	/** Sends Hello to the `to` of each item, with Continue, unless told otherwise. */
	send: (items: object[], parameters?: object, more?: Partial<SmsRun>) => Promise<SmsResult>;
	sentTo: () => string[];
}

export function sandboxForEach(options: SandboxOptions = {}): NodeAndSandbox {
	let sandbox: Sandbox;
	let isNew = false;
	let isUsed = false;
	beforeEach(async () => {
		if (!isNew) sandbox = await startSandbox(options);
		isNew = true;
		isUsed = false;
	});
	afterEach(async () => {
		isNew = !isUsed && sandbox.requests.length + sandbox.messages.length === 0;
		if (!isNew) await sandbox.stop();
	});
	afterAll(async () => await sandbox.stop());
	const run: NodeAndSandbox['run'] = async (parameters, { credential, ...more } = {}) => {
		const result = await runSms({
			parameters: parameters as INodeParameters,
			credential: { ...credentialFor(sandbox), ...credential },
			...more,
		});
		// A test may empty the list
		isUsed ||= sandbox.requests.length > 0;
		return result;
	};
	return {
		get sandbox() {
			return sandbox;
		},
		run,
		send: async (items, parameters = {}, more = {}) =>
			await run(
				{ operation: 'sendText', to: '={{ $json.to }}', text: 'Hello', ...parameters },
				{ items: items as IDataObject[], settings: CONTINUE, ...more },
			),
		sentTo: () => sandbox.messages.map(({ to }) => to),
	};
}

/** The ID that the node gives a message, and the one that it gives the first request of execution 1. */
export const NODE_MADE: unknown = expect.stringMatching(/^[0-9a-f]{24}$/);
export const NODE_MADE_BULK_ID: unknown = expect.stringMatching(/^n8n-[0-9a-f]{6}-e1-[0-9a-f]{8}-0-1$/);

/** The three ways of Settings → On Error. */
export const STOP: Partial<INode> = { onError: 'stopWorkflow' };
export const CONTINUE: Partial<INode> = { onError: 'continueRegularOutput' };
export const ERROR_OUTPUT: Partial<INode> = { onError: 'continueErrorOutput' };

/** As the editor stores it with the operation. */
export function withResource(parameters: INodeParameters): INodeParameters {
	const isOfMessage = /^send|^getReceived$/.test(String(parameters.operation));
	return { resource: isOfMessage ? 'message' : 'delivery', ...parameters };
}

/** Refused connections and unclear answers are waited for and looked up; not for long in a test. */
function withShortWaits(parameters: INodeParameters): INodeParameters {
	const isSending = String(parameters.operation).startsWith('send');
	const options = {
		patience: 0.3,
		...(isSending && { lookUpTime: 0.1 }),
		...(parameters.options as object),
	};
	return { ...parameters, options };
}
