import { itemsOf } from '../../tools/n8n/restClient';
import { SEND, sharedN8nWithSandbox, START } from '../end-to-end/realN8n';
import { came, only, WaitingN8n } from '../end-to-end/waiting/waitingN8n';
import { OUTPUTS, ROWS, SPLIT, waitingWorkflow } from '../end-to-end/waiting/waitingWorkflow';
import { Editor } from './editor';

const PLACES: Record<string, [number, number]> = {
	[START]: [0, 200],
	[ROWS]: [220, 200],
	[SPLIT]: [440, 200],
	[SEND]: [700, 184],
	[OUTPUTS[0]!]: [1000, 0],
	[OUTPUTS[1]!]: [1000, 200],
	[OUTPUTS[2]!]: [1000, 400],
};

let waiting: WaitingN8n;
let editor: Editor;

beforeAll(async () => {
	waiting = new WaitingN8n(
		await sharedN8nWithSandbox({ delays: { enrouteMs: 200, finalMs: 2000 }, sendVersions: ['3'] }),
	);
	editor = await Editor.open(waiting.n8n);
}, 180_000);
afterAll(async () => {
	await editor?.close();
	await waiting?.stop();
}, 60_000);

test('the workflow pauses at the node, then each message is routed to its output', async () => {
	const workflow = waitingWorkflow({
		rows: [
			{ row: 'a', to: '447700900401' },
			{ row: 'b', to: '447700900402' },
			{ row: 'c', to: '19990200270' },
		],
		parameters: { timeLimit: 5, timeLimitUnit: 'minutes' },
	});
	const nodes = workflow.nodes
		.filter(({ name }) => PLACES[name] !== undefined)
		.map((node) => ({ ...node, position: PLACES[node.name]! }));
	// Without the error output
	const [delivered, failed, noAnswer] = OUTPUTS.map((node) => [{ node, type: 'main', index: 0 }]);
	const id = await waiting.n8n.rest.saveWorkflow({
		...workflow,
		nodes,
		connections: { ...workflow.connections, [SEND]: { main: [delivered, failed, noAnswer] } },
	});
	await editor.openWorkflow(id);
	for (const label of ['Delivered', 'Failed', 'Still Open'])
		await editor.page.getByText(label, { exact: true }).first().waitFor();
	await editor.byTestId('execute-workflow-button').click();
	await editor.page.getByText('Workflow executed successfully').first().waitFor();
	await editor.byTestId('zoom-to-fit').click();
	await editor.screenshot('wait');

	const [execution] = await waiting.n8n.rest.finishedExecutionsOf(id, 1);
	const status = 'DELIVERED_TO_HANDSET';
	expect(came(execution!)).toEqual(
		only({
			Delivered: [
				['a', '447700900401', status],
				['b', '447700900402', status],
			],
			Failed: [['c', '19990200270', 'UNDELIVERABLE_NOT_DELIVERED']],
		}),
	);
	expect(itemsOf(execution!, SEND, 2)).toEqual([]);

	await editor.openNode(SEND);
	await editor
		.byTestId('node-parameters')
		.getByText(/The delivery report goes only to this execution/)
		.waitFor();
	for (const label of ['Time Limit', 'Outputs'])
		await editor.byTestId('node-parameters').getByText(label, { exact: true }).first().waitFor();
	await editor.byTestId('output-panel').getByText('447700900401').first().waitFor();
	await editor.screenshot('wait-panel');
	expect(editor.pageErrors).toEqual([]);
});
