import { randomUUID } from 'node:crypto';

import type { INodeParameters } from 'n8n-workflow';

import type { RunningN8n } from '../../../tools/n8n/instance';
import { itemsOf, type Execution, type WorkflowFile, type WorkflowNode } from '../../../tools/n8n/restClient';
import type { WorkflowOutcome } from '../../integration/bulk/accounting';
import { QUICK, SEND_TEXT, type Row } from '../../integration/bulk/messages';
import { SMS } from '../../integration/smsNode';
import { chain, newCredential, plain, sendWorkflow, START } from '../realN8n';

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

/** Saves the workflow of a bulk, publishes it where it has a webhook, and starts it; returns the execution's id. */
export async function beginBulk(n8n: RunningN8n, run: BulkRun): Promise<string> {
	const { rest, baseUrl } = n8n;
	// In version 3, whose logs decide after a kill too; every other test of n8n uses version 1
	const credential = await newCredential(n8n, run.service.url, { apiVersion: '3' });
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

function bulkWorkflow(
	{ items, options, node, settings, trigger }: BulkRun,
	credential: { id: string; name: string },
	path: string,
): WorkflowFile {
	const start: WorkflowNode =
		trigger === 'webhook'
			? { ...plain(HOOK, 'webhook', 2.1, { httpMethod: 'POST', path, options: {} }), webhookId: path }
			: plain(START, 'manualTrigger', 1);
	const send = sendNode({
		...node,
		credentials: { smsMessagingApi: credential },
		parameters: { ...SEND_TEXT, options: { ...QUICK, ...options } },
	});
	return {
		name: 'Bulk',
		nodes: [
			start,
			plain(LIST, 'set', 3.5, { mode: 'raw', jsonOutput: JSON.stringify({ messages: items }), options: {} }),
			plain(SPLIT, 'splitOut', 1, { fieldToSplitOut: 'messages', options: {} }),
			send,
		],
		connections: chain(start.name, LIST, SPLIT, SMS),
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** An SMS Messaging node as n8n stores it. */
export function sendNode(settings: Partial<WorkflowNode>): WorkflowNode {
	const node = sendWorkflow(settings).nodes.at(-1)!;
	return { ...node, id: 'sms', name: SMS, parameters: settings.parameters ?? {} };
}

/** An execution as n8n stored it, in the form that the accounting of the in-process tests reads. */
export function outcomeOf(execution: Execution): WorkflowOutcome {
	const { error } = execution.data.resultData;
	return {
		error: error as WorkflowOutcome['error'],
		// Without what n8n puts there for a run that it lost in a crash
		output: (_node, output = 0) =>
			itemsOf(execution, SMS, output).filter(({ json }) => json.isArtificialRecoveredEventItem !== true) as ReturnType<
				WorkflowOutcome['output']
			>,
	};
}

/** Where a restarted execution begins: the first node of its stack. Undefined if n8n stored none. */
export function startsAt({ data }: Execution): string | undefined {
	const { executionData } = data as { executionData?: { nodeExecutionStack?: Array<{ node: { name: string } }> } };
	return executionData?.nodeExecutionStack?.[0]?.node.name;
}
