import { SEND, sharedN8nWithSandbox } from '../end-to-end/realN8n';
import { came, only } from '../end-to-end/waiting/waitingN8n';
import { waitingWorkflow } from '../end-to-end/waiting/waitingWorkflow';
import { Editor } from './editor';

test('the workflow pauses at the node, then each message is routed to its output', async () => {
	const delays = { enrouteMs: 200, finalMs: 2000 };
	const { n8n } = await sharedN8nWithSandbox({ delays, sendVersions: ['3'] });
	const editor = await Editor.open(n8n);
	const workflow = waitingWorkflow({
		rows: [
			{ row: 'a', to: '447700900401' },
			{ row: 'b', to: '447700900402' },
			{ row: 'c', to: '19990200270' },
		],
		// Without the error output
		outputs: 3,
		parameters: { timeLimit: 5, timeLimitUnit: 'minutes' },
	});
	const id = await n8n.rest.saveWorkflow(workflow);
	await editor.openWorkflow(id);
	for (const label of ['Delivered', 'Failed', 'Still Open'])
		await editor.page.getByText(label, { exact: true }).first().waitFor();
	await editor.byTestId('execute-workflow-button').click();
	await editor.page.getByText('Workflow executed successfully').first().waitFor();
	await editor.byTestId('zoom-to-fit').click();
	await editor.screenshot('wait');

	const [execution] = await n8n.rest.finishedExecutionsOf(id, 1);
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

	await editor.openNode(SEND);
	await editor
		.byTestId('node-parameters')
		.getByText(/The delivery report goes only to this execution/)
		.waitFor();
	await editor.byTestId('output-panel').getByText('447700900401').first().waitFor();
	await editor.screenshot('wait-panel');
	expect(editor.pageErrors).toEqual([]);
});
