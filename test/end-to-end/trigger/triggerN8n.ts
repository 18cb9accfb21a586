import { randomUUID } from 'node:crypto';

import type { RunningN8n } from '../../../tools/n8n/instance';
import type { WorkflowFile } from '../../../tools/n8n/restClient';
import { chain, own, plain } from '../realN8n';

/** Name of the trigger in the workflows made here. */
export const TRIGGER = 'Delivery Reports';

/** A workflow of its own with the trigger and a node behind it; n8n gives it an id when it is saved. */
export function triggerWorkflow(
	parameters: Record<string, unknown> = {},
	credentials?: WorkflowFile['nodes'][number]['credentials'],
): WorkflowFile {
	return {
		name: 'Delivery reports',
		nodes: [
			{ ...own(TRIGGER, 'smsMessagingTrigger', parameters), webhookId: randomUUID(), credentials },
			{ ...plain('After', 'noOp', 1), position: [240, 0] },
		],
		connections: chain(TRIGGER, 'After'),
	};
}

export interface LiveWorkflow {
	workflowId: string;
	/** The production URL. */
	url: string;
}

/** Saves and publishes a workflow with the trigger. */
export async function publishTrigger(
	n8n: RunningN8n,
	...args: Parameters<typeof triggerWorkflow>
): Promise<LiveWorkflow> {
	const workflow = triggerWorkflow(...args);
	const workflowId = await n8n.rest.saveWorkflow(workflow);
	await n8n.rest.activate(workflowId);
	return { workflowId, url: n8n.notifyUrl(workflow) };
}

/** Pushes a body as a service does. An answer that does not come in time is an error. @returns JSON, undefined where it is none */
export async function push(
	url: string,
	body: string,
	headers: Record<string, string> = { 'Content-Type': 'application/json' },
) {
	const response = await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) });
	const text = await response.text();
	try {
		return { status: response.status, json: JSON.parse(text) as Record<string, unknown> };
	} catch {
		return { status: response.status, json: undefined };
	}
}
