import { Editor } from '../browser/editor';
import { SEND, sendWorkflow, sharedN8nWithSandbox } from '../end-to-end/realN8n';

test('the panel of Send Text shows its parameters, and outputs the accepted message', async () => {
	const { n8n, sandbox } = await sharedN8nWithSandbox();
	const editor = await Editor.open(n8n);
	const workflow = sendWorkflow({
		parameters: { to: '+43 660 1234567', from: 'MyCompany', text: 'Your appointment is tomorrow at 10:30.' },
	});
	await editor.openWorkflow(await n8n.rest.saveWorkflow(workflow));
	await editor.openNode(SEND);
	const panel = editor.byTestId('node-parameters');
	for (const label of ['To', 'From', 'Text', 'Simplify', 'Message Options', 'Schedule', 'Safeguards', 'Options']) {
		await panel.getByText(label, { exact: true }).first().waitFor();
	}
	await editor.byTestId('node-execute-button').click();
	const output = editor.byTestId('output-panel');
	await output.getByText('PENDING_ACCEPTED').first().waitFor();
	await output.getByText('436601234567').first().waitFor();
	// The button is blank until the editor has heard of the end
	await editor.byTestId('node-execute-button').getByText('Execute step').waitFor();
	await editor.screenshot('send-text');
	// After sending by hand, the logs are looked at too
	expect(sandbox.requests.map(({ method, status }) => [method, status])).toEqual([
		['POST', 200],
		['GET', 200],
	]);
	expect(sandbox.messages).toEqual([
		expect.objectContaining({ to: '436601234567', from: 'MyCompany', text: 'Your appointment is tomorrow at 10:30.' }),
	]);
	expect(editor.pageErrors).toEqual([]);
});
