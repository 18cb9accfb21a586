import { nodeOf } from '../../tools/n8n/exampleWorkflows';
import type { RunningN8n } from '../../tools/n8n/instance';
import type { WorkflowFile } from '../../tools/n8n/restClient';
import type { Sandbox } from '../../sandbox';
import { sharedN8nWithSandbox } from '../end-to-end/realN8n';
import { TRIGGER, triggerWorkflow } from '../end-to-end/trigger/triggerN8n';
import { send } from '../sandbox/client';
import { Editor } from './editor';

let sandbox: Sandbox;
let n8n: RunningN8n;
let editor: Editor;
let workflowId: string;

// One for each test, since the editor saves by itself what a test changes; all in one workflow, since loading it takes long
const NAMES = ['Example', 'Authentication', 'Options'];
const workflow: WorkflowFile = {
	...triggerWorkflow(),
	nodes: NAMES.map((name, row) => ({
		...triggerWorkflow().nodes[0]!,
		id: name,
		name,
		position: [0, 200 * row] as [number, number],
	})),
	connections: {},
};

beforeAll(async () => {
	({ n8n, sandbox } = await sharedN8nWithSandbox({ notifications: { retryUnitMs: 200 } }));
	workflowId = await n8n.rest.saveWorkflow(workflow);
	editor = await Editor.open(n8n);
});

const open = async (name: string) => {
	await editor.backTo(workflowId);
	await editor.openNode(name);
};
afterEach(() => expect(editor.pageErrors).toEqual([]));

test('‘Listen for test event’: a report pushed to the test URL appears', async () => {
	const alone = triggerWorkflow();
	await editor.openWorkflow(await n8n.rest.saveWorkflow(alone));
	await editor.openNode(TRIGGER);
	await editor.byTestId('node-execute-button').click();
	await editor.page.getByText('Waiting for a report or a message at the Test URL').first().waitFor();
	await send(sandbox, '447700900123', { notifyUrl: n8n.notifyUrl(alone).replace('/webhook/', '/webhook-test/') });
	const output = editor.byTestId('output-panel');
	await output.getByText('DELIVERED_TO_HANDSET').first().waitFor();
	await output.getByText('447700900123').first().waitFor();
	// Without n8n's hint that the output can be pinned
	await output.getByText('1 item').click();
	await editor.screenshot('trigger-output');
});

test('the panel shows an example of the output', async () => {
	await open('Example');
	await editor.page.getByText('Example output for a report:').first().waitFor();
	await editor.page.getByText('"status": "DELIVERED_TO_HANDSET"').first().waitFor();
	await editor.screenshot('trigger-example');
	await editor.choose(editor.byTestId('parameter-input-startOn'), /^Received Messages/);
	await editor.page.getByText('Example output for a received message:').first().waitFor();
	expect(await editor.page.getByText('Example output for a report:').count()).toBe(0);
});

test('each kind of authentication asks for what it needs', async () => {
	await open('Authentication');
	const panel = editor.byTestId('node-parameters');
	const fields = {
		Basic: ['User', 'Password'],
		Header: ['Header Name', 'Header Value'],
		'Token From Credential': ['Credential for SMS Messaging API'],
		'Token in URL': ['Token'],
	};
	for (const [name, labels] of Object.entries(fields)) {
		await editor.choose(editor.byTestId('parameter-input-authentication'), new RegExp(`^${name}`));
		for (const label of labels) await editor.page.getByText(label, { exact: true }).first().waitFor();
	}
	await panel.getByText('Trigger On', { exact: true }).waitFor();
	await editor.screenshot('trigger-authentication');
});

test('adding an option does not make n8n parse the body', async () => {
	await open('Options');
	await editor.choose(editor.byTestId('node-parameters').getByPlaceholder('Add option'), /^Allowed Addresses/);
	const addresses = editor.byTestId('parameter-input-allowedAddresses').locator('input');
	await addresses.fill('127.0.0.1');
	await addresses.press('Tab');
	await editor.page.keyboard.press('Control+s');
	const saved = async () =>
		nodeOf(await n8n.rest.call<WorkflowFile>('GET', `/workflows/${workflowId}`), 'Options').parameters.options as
			| { allowedAddresses?: string }
			| undefined;
	// The editor may have saved before it knew of what was typed
	while ((await saved())?.allowedAddresses !== '127.0.0.1') await editor.page.waitForTimeout(100);
	expect(await saved()).toEqual({ allowedAddresses: '127.0.0.1', binaryData: true });
});
