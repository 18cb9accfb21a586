import type { WorkflowFile, WorkflowNode } from '../../../tools/n8n/restClient';
import type { Sandbox } from '../../../sandbox';
import { own, plain, SEND, START } from '../realN8n';

export const ANSWER = 'Answer';
const NO_ANSWER = 'No answer';

export const askNode = (parameters: Record<string, unknown>, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
	...own(SEND, 'smsMessaging', { operation: 'sendAndWait', from: 'Watch', ...parameters }),
	// It is in the link
	id: '0b6a4f4e-54a3-4d6c-9d0c-7d3b5b6d8a10',
	position: [240, 0],
	...more,
});

/** A manual trigger, the node that asks, and a node behind each of its outputs. */
export function askingWorkflow(parameters: Record<string, unknown>): WorkflowFile {
	const to = (...names: string[]) => ({ main: names.map((node) => [{ node, type: 'main', index: 0 }]) });
	return {
		name: 'Night watch',
		nodes: [
			plain(START, 'manualTrigger', 1),
			askNode(parameters),
			plain(ANSWER, 'noOp', 1),
			plain(NO_ANSWER, 'noOp', 1),
		],
		connections: { [START]: to(SEND), [SEND]: to(ANSWER, NO_ANSWER) },
		settings: { executionOrder: 'v1' },
	};
}

/** The link that a number got, the latest. */
export function linkTo(sandbox: Sandbox, to: string): string {
	const message = sandbox.messages.findLast((one) => one.to === to);
	const [link] = /https?:\S+/.exec(message?.text ?? '') ?? [];
	if (link === undefined) throw new Error(`No link was sent to ${to}`);
	return link;
}

/** Presses a button of the question page, as soon as n8n has stored the wait. */
export async function pressAnswer(link: string, answer: string): Promise<void> {
	const press = async () => await fetch(link, { method: 'POST', body: new URLSearchParams({ answer }) });
	while ((await press()).status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
}
