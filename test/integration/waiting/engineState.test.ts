import '../n8nSettings';

import { WebhookContext } from 'n8n-core';
import {
	Workflow,
	type INodeExecutionData,
	type INodeType,
	type IRunExecutionData,
	type IWebhookData,
} from 'n8n-workflow';

import { runIndexOf } from '../../../nodes/SmsMessaging/n8n/execution';
import {
	addNoEmptyItem,
	queueTurnAfterWait,
	turnOf,
	waitingNodeContextOf,
} from '../../../nodes/SmsMessaging/waiting/engineState';
import { bareNode } from '../../support/bareNode';
import {
	additionalDataOf,
	MAIN,
	nodeTypesOf,
	passThroughType,
	runWorkflow,
	type Execution,
	type WorkflowStart,
} from '../engine';

/** What n8n's engine has to do for a wait, although it promises none of it. If this fails with a new n8n, waits do not work there. */

const NODE = 'Waiting';
const ITEMS = [{ json: { name: 'a' } }, { json: { name: 'b' } }];

/** Waits once; then outputs its items in reverse, at its second output. */
const waitingType: INodeType = {
	description: { ...passThroughType.description, outputs: [MAIN, MAIN] },
	async execute() {
		const { endedWaitId, canWait } = turnOf(this);
		if (endedWaitId !== undefined) {
			addNoEmptyItem(this);
			const { kept } = this.getContext('node');
			const item = (index: number) => ({ json: { endedWaitId, kept }, pairedItem: { item: index } });
			return [[], [item(1), item(0)]];
		}
		expect(canWait).toBe(true);
		this.getContext('node').kept = 'before';
		queueTurnAfterWait(this, 'wait-1', runIndexOf(this), [[{ json: { fallback: true }, pairedItem: { item: 0 } }]]);
		await this.putExecutionToWait(new Date(Date.now() + 60_000));
		return [];
	},
};

const start: WorkflowStart = {
	nodes: [
		bareNode('Input', 'passThrough'),
		{ ...bareNode(NODE, 'waiting'), alwaysOutputData: true },
		bareNode('After', 'passThrough'),
	],
	connections: {
		Input: { main: [[{ node: NODE, type: MAIN, index: 0 }]] },
		[NODE]: { main: [[], [{ node: 'After', type: MAIN, index: 0 }]] },
	},
	nodeTypes: { passThrough: passThroughType, waiting: waitingType },
	items: ITEMS,
};

/** As n8n's database returns it. */
function storedIn({ run }: Execution): IRunExecutionData {
	expect(run.waitTill).toBeInstanceOf(Date);
	const data = JSON.parse(JSON.stringify(run.data)) as IRunExecutionData;
	data.waitTill = run.waitTill ?? undefined;
	return data;
}

const itemsOf = (items: INodeExecutionData[]) => items.map(({ json, pairedItem }) => ({ ...json, pairedItem }));

test.each(['v1', 'v0'] as const)(
	'after a wait, the node takes another turn, and its items stay paired (execution order %s)',
	async (executionOrder) => {
		const own: WorkflowStart = { ...start, settings: { executionOrder } };
		const waiting = await runWorkflow(own);
		// n8n stores the workflow with the execution, and reads there how to receive bodies
		expect(own.nodes[1]!.parameters).toMatchObject({ options: { binaryData: true } });
		const ended = await runWorkflow({ ...own, executionData: storedIn(waiting) });
		expect(ended.error).toBeUndefined();
		expect(ended.run.data.resultData.runData[NODE]).toHaveLength(1);
		expect([ended.output(NODE, 0), itemsOf(ended.output(NODE, 1))]).toEqual([
			[],
			[1, 0].map((item) => ({ endedWaitId: 'wait-1', kept: 'before', pairedItem: { item } })),
		]);
		expect(ended.output('After')).toHaveLength(2);
	},
);

test('what a webhook changes as it wakes the execution is there afterwards', async () => {
	const data = storedIn(await runWorkflow(start));
	const { nodes, connections, nodeTypes } = start;
	const workflow = new Workflow({ id: '1', nodes, connections, active: true, nodeTypes: nodeTypesOf(nodeTypes) });
	const webhook = new WebhookContext(
		workflow,
		workflow.getNode(NODE)!,
		additionalDataOf(start, 'webhook'),
		'webhook',
		{} as IWebhookData,
		[],
		data,
	);
	waitingNodeContextOf(webhook)!.kept = 'by the webhook';
	const ended = await runWorkflow({ ...start, executionData: data });
	expect(itemsOf(ended.output(NODE, 1))).toMatchObject([{ kept: 'by the webhook' }, { kept: 'by the webhook' }]);
});
