import type { WorkflowFile, WorkflowNode } from '../../../tools/n8n/restClient';
import { SANDBOX_CREDENTIAL } from '../../../tools/n8n/sandboxCredential';
import { SEND, START } from '../realN8n';

export const ROWS = 'Rows';
export const SPLIT = 'One item per row';
/** The nodes after the outputs, in order. */
export const OUTPUTS = ['Delivered', 'Failed', 'No answer', 'Errors'];

export interface WaitingRow {
	row: string;
	to: string;
}

export interface WaitingRun {
	rows: WaitingRow[];
	parameters?: Record<string, unknown>;
	node?: Partial<WorkflowNode>;
	settings?: Record<string, unknown>;
}

/**
 * Rows → one item each → Send Text and Wait for Delivery → a node behind each output that takes the row from the origin of its item,
 * so that a wrong pairing shows.
 */
export function waitingWorkflow({ rows, parameters, node, settings }: WaitingRun): WorkflowFile {
	const plain = (name: string, type: string, typeVersion: number, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
		id: name.toLowerCase().replace(/\W/g, '-'),
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters: {},
		...more,
	});
	const send = plain(SEND, 'n8n-nodes-sms-messaging.smsMessaging', 1, {
		credentials: { smsMessagingApi: { id: SANDBOX_CREDENTIAL.id, name: SANDBOX_CREDENTIAL.name } },
		...node,
		parameters: {
			operation: 'sendTextAndWait',
			to: '={{ $json.to }}',
			from: 'DemoShop',
			text: '=Row {{ $json.row }}',
			...parameters,
		},
	});
	const afterwards = OUTPUTS.map((name) =>
		plain(name, 'n8n-nodes-base.set', 3.5, {
			parameters: {
				mode: 'raw',
				jsonOutput: `={{ { row: $('${SPLIT}').item.json.row, to: $json.to ?? $json.details?.to, status: $json.status, messageId: $json.messageId, error: $json.error } }}`,
				options: {},
			},
		}),
	);
	const main = (...names: string[]) => names.map((name) => [{ node: name, type: 'main', index: 0 }]);
	return {
		name: 'Send and wait',
		nodes: [
			plain(START, 'n8n-nodes-base.manualTrigger', 1),
			plain(ROWS, 'n8n-nodes-base.set', 3.5, {
				parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
			}),
			plain(SPLIT, 'n8n-nodes-base.splitOut', 1, { parameters: { fieldToSplitOut: 'rows', options: {} } }),
			send,
			...afterwards,
		],
		connections: {
			[START]: { main: main(ROWS) },
			[ROWS]: { main: main(SPLIT) },
			[SPLIT]: { main: main(SEND) },
			[SEND]: { main: main(...OUTPUTS) },
		},
		// As n8n's editor sets it
		settings: { executionOrder: 'v1', ...settings },
	};
}
