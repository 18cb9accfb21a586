import type { WorkflowFile, WorkflowNode } from '../../../tools/n8n/restClient';
import { chain, plain, SEND, sendWorkflow, START } from '../realN8n';

const ROWS = 'Rows';
const SPLIT = 'One item per row';
/** The nodes after the outputs, in order. */
export const OUTPUTS = ['Delivered', 'Failed', 'Still open', 'Errors'];

interface WaitingRow {
	row: string;
	to: string;
}

export interface WaitingRun {
	rows: WaitingRow[];
	/** The first of OUTPUTS; all if absent. */
	outputs?: number;
	parameters?: Record<string, unknown>;
	node?: Partial<WorkflowNode>;
	settings?: Record<string, unknown>;
}

/**
 * Rows → one item each → Send Text and Wait for Delivery → a node behind each output that takes the row from the origin of its item,
 * so that a wrong pairing shows.
 */
export function waitingWorkflow({ rows, outputs, parameters, node, settings }: WaitingRun): WorkflowFile {
	const names = OUTPUTS.slice(0, outputs);
	const send = sendWorkflow({
		...node,
		parameters: {
			operation: 'sendTextAndWait',
			to: '={{ $json.to }}',
			from: 'DemoShop',
			text: '=Row {{ $json.row }}',
			...parameters,
		},
	}).nodes[1]!;
	const afterwards = names.map((name, index) => ({
		...plain(name, 'set', 3.5, {
			mode: 'raw',
			jsonOutput: `={{ { row: $('${SPLIT}').item.json.row, to: $json.to ?? $json.details?.to, status: $json.status, messageId: $json.messageId, error: $json.error } }}`,
			options: {},
		}),
		position: [1000, 200 * index] as [number, number],
	}));
	const before = [
		plain(START, 'manualTrigger', 1),
		plain(ROWS, 'set', 3.5, { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} }),
		plain(SPLIT, 'splitOut', 1, { fieldToSplitOut: 'rows', options: {} }),
		send,
	].map((one, index) => ({ ...one, position: [230 * index, 200] as [number, number] }));
	return {
		name: 'Send and wait',
		nodes: [...before, ...afterwards],
		connections: {
			...chain(START, ROWS, SPLIT, SEND),
			[SEND]: { main: names.map((name) => [{ node: name, type: 'main', index: 0 }]) },
		},
		// As n8n's editor sets it
		settings: { executionOrder: 'v1', ...settings },
	};
}
