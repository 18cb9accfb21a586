import { randomUUID } from 'node:crypto';

import type { INodeParameters } from 'n8n-workflow';

import type { RunningN8n } from '../../../tools/n8n/instance';
import {
	itemsOf,
	type Execution,
	type ExecutionStatus,
	type Item,
	type WorkflowFile,
	type WorkflowNode,
} from '../../../tools/n8n/restClient';
import { sandboxCredential } from '../../../tools/n8n/sandboxCredential';
import type { WorkflowOutcome } from '../../integration/bulk/accounting';
import { QUICK, SEND_TEXT, type Row } from '../../integration/bulk/messages';
import { SMS } from '../../integration/smsNode';
import { chain, plain, sendWorkflow, START } from '../realN8n';

export const LIST = 'Messages';
const SPLIT = 'One item per message';
export const HOOK = 'Webhook';

/** A bulk: a list of messages, one item for each, and the node that sends them. */
interface BulkRun {
	items: Row[];
	/** Where the service is: a sandbox, or the proxy in front of it. */
	service: { url: string };
	options?: INodeParameters;
	/** Settings of the node: onError, retryOnFail … */
	node?: Partial<WorkflowNode>;
	/** Workflow settings: saveExecutionProgress … */
	settings?: Record<string, unknown>;
	/** 'webhook' makes a production execution, as any published workflow has. */
	trigger?: 'manual' | 'webhook';
	/** Changes the workflow before it is saved. */
	change?: (workflow: WorkflowFile) => void;
}

/** Tries of a node with Retry On Fail, each with its patience, add up. */
const END_TIMEOUT_MS = 90_000;

/** A real n8n in which bulks are sent. */
export class BulkN8n<N extends RunningN8n = RunningN8n> {
	constructor(readonly n8n: N) {}

	/** Saves the workflow of a bulk, publishes it where it has a webhook, and starts it; returns the execution's id. */
	async begin(run: BulkRun): Promise<string> {
		const { rest, baseUrl } = this.n8n;
		const { name, type, data } = sandboxCredential(run.service.url);
		// In version 3, whose logs decide after a kill too; every other test of n8n uses version 1
		const credential = { id: await rest.saveCredential({ name, type, data: { ...data, apiVersion: '3' } }), name };
		const path = `bulk-${randomUUID()}`;
		const workflow = bulkWorkflow(run, credential, path);
		run.change?.(workflow);
		const id = await rest.saveWorkflow(workflow);
		if (run.trigger !== 'webhook') return await rest.run(id, START);
		await rest.activate(id);
		const { status } = await fetch(`${baseUrl}/webhook/${path}`, { method: 'POST' });
		if (status !== 200) throw new Error(`The webhook answered ${status}`);
		for (;;) {
			const [execution] = await rest.executionsOf(id);
			if (execution !== undefined) return execution.id;
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	}

	async send(run: BulkRun): Promise<Execution> {
		return await this.n8n.rest.finished(await this.begin(run), END_TIMEOUT_MS);
	}
}

function bulkWorkflow(
	{ items, options, node, settings, trigger }: BulkRun,
	credential: { id: string; name: string },
	path: string,
): WorkflowFile {
	const start: WorkflowNode =
		trigger === 'webhook'
			? { ...plain(HOOK, 'webhook', 2.1), webhookId: path, parameters: { httpMethod: 'POST', path, options: {} } }
			: plain(START, 'manualTrigger', 1);
	const list = {
		...plain(LIST, 'set', 3.5),
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ messages: items }), options: {} },
	};
	const split = { ...plain(SPLIT, 'splitOut', 1), parameters: { fieldToSplitOut: 'messages', options: {} } };
	const send = sendNode({
		...node,
		credentials: { smsMessagingApi: credential },
		parameters: { ...SEND_TEXT, options: { ...QUICK, ...options } },
	});
	return {
		name: 'Bulk',
		nodes: [start, list, split, send],
		connections: chain(start.name, LIST, SPLIT, SMS),
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** An SMS Messaging node as n8n stores it. */
export function sendNode(settings: Partial<WorkflowNode>): WorkflowNode {
	const node = sendWorkflow(settings).nodes.at(-1)!;
	return { ...node, id: 'sms', name: SMS, parameters: settings.parameters ?? {} };
}

/** Output of the send node, in all its runs; without what n8n puts there for a run that it lost in a crash. */
function outputOf(execution: Execution, output = 0): Item[] {
	return itemsOf(execution, SMS, output).filter(({ json }) => json.isArtificialRecoveredEventItem !== true);
}

/** An execution as n8n stored it, in the form that the accounting of the in-process tests reads. */
export function outcomeOf(execution: Execution): WorkflowOutcome {
	const { error } = execution.data.resultData;
	return {
		error: error as WorkflowOutcome['error'],
		output: (_node, output = 0) => outputOf(execution, output) as ReturnType<WorkflowOutcome['output']>,
	};
}

/** Where a restarted execution begins: the first node of its stack. Undefined if n8n stored none. */
export function startsAt(execution: Execution): string | undefined {
	return storedStack(execution)?.[0]?.node.name;
}

function storedStack({ data }: Execution): Array<{ node: { name: string } }> | undefined {
	return (data as { executionData?: { nodeExecutionStack?: Array<{ node: { name: string } }> } }).executionData
		?.nodeExecutionStack;
}

/** What the node keeps with the execution so that no further try sends a message once more. */
export function ledgerOf({ data }: Execution): { targets: Record<string, unknown> } | undefined {
	const context = (data as { executionData?: { contextData?: Record<string, { sending?: never }> } }).executionData
		?.contextData;
	return context?.[`node:${SMS}`]?.sending;
}

/** Whether the editor shows Retry for an execution (its useExecutionHelpers). */
export function editorOffersRetry(status: ExecutionStatus): boolean {
	return status === 'crashed' || status === 'error';
}
