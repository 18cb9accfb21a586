import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import '../n8nSettings';

import { WebhookContext, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type INodeExecutionData,
	type INodeParameters,
	type IWebhookData,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { SmsMessagingApi } from '../../../credentials/SmsMessagingApi.credentials';
import { SmsMessagingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingTrigger.node';
import { bareNode } from '../../support/bareNode';
import { listen } from '../../support/listen';
import { additionalDataOf, MAIN, nodeTypesOf, passThroughType, type WorkflowStart } from '../engine';

const TRIGGER = 'SMS Messaging Trigger';
const AFTER = 'After';

const trigger = new SmsMessagingTrigger();

export interface TriggerServer {
	/** The trigger's URL. */
	url: string;
	/** For each execution that was started: the items that the node after the trigger got. */
	executions: IDataObject[][];
	/** Errors that webhook() threw. There must never be one. */
	thrown: unknown[];
	/** What the trigger wrote to the log. */
	logged: string[];
	/** Pushes these, and gives the answer. */
	push: (results: object[], query?: string) => Promise<{ status: number; answer: Record<string, unknown> }>;
	close: () => Promise<void>;
}

let workflowCount = 0;

/**
 * A workflow with the trigger behind a real HTTP server, run by n8n's engine in this process. Requests are handled as n8n handles them.
 * @param credential what the trigger's credential holds; without it the trigger has none
 * @param mode manual: as at the test URL
 */
export async function startTrigger(
	parameters: INodeParameters = {},
	{ credential, mode = 'webhook' }: { credential?: ICredentialDataDecryptedObject; mode?: 'webhook' | 'manual' } = {},
): Promise<TriggerServer> {
	workflowCount += 1;
	const start: WorkflowStart = {
		nodes: [
			{ ...bareNode(TRIGGER, 'smsMessagingTrigger', parameters), ...(credential && { credentials: CREDENTIAL }) },
			bareNode(AFTER, 'passThrough'),
		],
		connections: { [TRIGGER]: { main: [[{ node: AFTER, type: MAIN, index: 0 }]] } },
		nodeTypes: { smsMessagingTrigger: trigger, passThrough: passThroughType },
		credentialTypes: { smsMessagingApi: new SmsMessagingApi() },
		...(credential && { credentials: { 'credential-1': credential } }),
	};
	const workflow = new Workflow({
		...start,
		id: `workflow-${workflowCount}`,
		active: true,
		nodeTypes: nodeTypesOf(start.nodeTypes),
		settings: {},
	});
	const additionalDataFor = (httpRequest?: IncomingMessage, httpResponse?: ServerResponse) =>
		additionalDataOf({ ...start, additionalData: { httpRequest, httpResponse } as never }, 'webhook');
	const triggerNode = workflow.getNode(TRIGGER)!;
	const outcome: Omit<TriggerServer, 'url' | 'push' | 'close'> = {
		executions: [],
		thrown: [],
		logged: [],
	};

	const callWebhook = async (request: IncomingMessage, response: ServerResponse): Promise<IWebhookResponseData> => {
		const webhookDescription = trigger.description.webhooks![0]!;
		const context = new WebhookContext(
			workflow,
			triggerNode,
			additionalDataFor(request, response),
			mode,
			{ webhookDescription } as IWebhookData,
			[],
			null,
		);
		const log = (message: string) => outcome.logged.push(message);
		Object.defineProperty(context, 'logger', { value: { error: log, warn: log } });
		return await trigger.webhook.call(context);
	};

	const runWorkflow = async (main: INodeExecutionData[][]): Promise<void> => {
		const run = await new WorkflowExecute(
			additionalDataFor(),
			'webhook',
			createRunExecutionData({
				executionData: { nodeExecutionStack: [{ node: triggerNode, data: { main }, source: null }] },
			}),
		).processRunExecutionData(workflow);
		const { error, runData } = run.data.resultData;
		if (error) throw error;
		outcome.executions.push((runData[AFTER]?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json));
	};

	const server = createServer((request, response) => {
		void (async () => {
			const query = Object.fromEntries(queryOf(request));
			Object.assign(request, { query, params: {}, ip: request.socket.remoteAddress });
			Object.assign(response, expressMethods(response));
			try {
				const { noWebhookResponse, workflowData, webhookResponse } = await callWebhook(request, response);
				if (workflowData !== undefined) await runWorkflow(workflowData);
				if (!noWebhookResponse) answer(response, 200, webhookResponse);
			} catch (error) {
				outcome.thrown.push(error);
				answer(response, 500, { message: 'thrown' });
			}
		})();
	});
	const { url: base, stop } = await listen(server);
	const url = `${base}/webhook/0b1c/sms-notifications`;
	const push: TriggerServer['push'] = async (results, query = '') => {
		const body = JSON.stringify({ results, messageCount: results.length, pendingMessageCount: 0 });
		const headers = { 'Content-Type': 'application/json' };
		const response = await fetch(url + query, { method: 'POST', headers, body });
		return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
	};
	return { ...outcome, url, push, close: stop };
}

const CREDENTIAL = { smsMessagingApi: { id: 'credential-1', name: 'SMS Messaging account' } };

/** A name that occurs several times becomes a list, as in n8n. */
function queryOf(request: IncomingMessage): Map<string, string | string[]> {
	const { searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
	return new Map(
		[...searchParams.keys()].map((name) => {
			const values = searchParams.getAll(name);
			return [name, values.length > 1 ? values : values[0]!];
		}),
	);
}

function expressMethods(response: ServerResponse) {
	return {
		status: (code: number) => {
			response.statusCode = code;
			return response;
		},
		json: (body: unknown) => answer(response, response.statusCode, body),
	};
}

function answer(response: ServerResponse, statusCode: number, body: unknown): void {
	response.writeHead(statusCode, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
