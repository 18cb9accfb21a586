import type { WorkflowFile, WorkflowNode } from '../../tools/n8n/restClient';

/** A node without a position; the chain assigns it one. */
export type ChainNode = Pick<WorkflowNode, 'name' | 'type' | 'parameters'> & Partial<WorkflowNode>;

/** A workflow in which each node feeds the next. n8n keeps all of its executions, as it does unless told otherwise. */
export function chain(id: string, name: string, nodes: ChainNode[]): WorkflowFile {
	return {
		id,
		name,
		active: false,
		nodes: nodes.map((node, index) => ({ id: `${id}${index}`, typeVersion: 1, position: [index * 220, 0], ...node })),
		connections: Object.fromEntries(
			nodes
				.slice(0, -1)
				.map((node, index) => [node.name, { main: [[{ node: nodes[index + 1]!.name, type: 'main', index: 0 }]] }]),
		),
		settings: { executionOrder: 'v1' },
	};
}

export const manualTrigger: ChainNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };

/** A Code node that runs once for all items. */
export function code(name: string, jsCode: string): ChainNode {
	return { name, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}
