import type { Locator } from 'playwright-core';

import { startN8n, type N8nInstance } from '../../tools/n8n/instance';
import { packPackage } from '../../tools/n8n/packedPackage';
import { itemsOf } from '../../tools/n8n/restClient';
import { startRegistry } from '../../tools/registry/registry';
import { startSandbox, type Sandbox } from '../../sandbox';
import { plain, START } from '../end-to-end/realN8n';
import { afterwards } from '../support/afterwards';
import { Editor } from '../browser/editor';

/** What a person does, from an n8n that has never heard of the nodes to the first report, and back. Each step needs those before it. */

const PACKAGE = 'n8n-nodes-sms-messaging';
const NODE = 'SMS Messaging';
const SETTINGS = '/settings/community-nodes';

let n8n: N8nInstance;
let sandbox: Sandbox;
let editor: Editor;
let sendId: string;
let triggerId: string;
let notifyUrl: string;

beforeAll(async () => {
	sandbox = afterwards(await startSandbox({ delays: { enrouteMs: 20, finalMs: 50 } }));
	const packages = afterwards(await startRegistry());
	await packages.publish(await packPackage());
	n8n = afterwards(await startN8n({ isEmpty: true, env: packages.env }));
	editor = await Editor.open(n8n);
}, 300_000);
afterEach(() => expect(editor.pageErrors).toEqual([]));

const shown = (text: string): Locator => editor.page.getByText(text).filter({ visible: true }).first();
const inDialog = (name: RegExp): Locator => editor.page.getByRole('dialog').getByRole('button', { name }).first();
const offered = (name: RegExp): Locator =>
	editor.page.locator('[data-test-id="node-creator-item-name"]').filter({ hasText: name }).first();
const settings = async () => await editor.page.goto(`${n8n.baseUrl}${SETTINGS}`, { waitUntil: 'domcontentloaded' });

/** Opens an empty workflow, and in it the node creator at the node's entry. */
async function findNode(): Promise<void> {
	await editor.openWorkflow();
	await editor.byTestId('canvas-add-button').or(editor.byTestId('canvas-plus-button')).first().click();
	await editor.byTestId('node-creator-search-bar').waitFor();
	await editor.page.keyboard.type(NODE);
	await offered(/^SMS Messaging$/).click();
}

async function openWorkflowId(): Promise<string> {
	await editor.page.waitForURL((url) => /^\/workflow\/(?!new)\w+/.test(url.pathname));
	return new URL(editor.page.url()).pathname.split('/')[2]!;
}

test('Settings > Community nodes: the package is installed by its name', async () => {
	await settings();
	await editor.page.getByRole('button', { name: 'Install a community node' }).click();
	await editor
		.byTestId('package-name-input')
		.locator('input')
		.or(editor.byTestId('package-name-input'))
		.last()
		.fill(PACKAGE);
	await editor.byTestId('user-agreement-checkbox').click();
	await editor.screenshot('install-1-name');
	await inDialog(/^Install/).click();
	await editor.byTestId('package-name-input').waitFor({ state: 'hidden' });
	await editor.byTestId('community-package-card').getByText(PACKAGE).waitFor();
	expect(await editor.byTestId('community-package-card').innerText()).toMatch(
		/SMS Messaging,\s*SMS Messaging Polling Trigger,\s*SMS Messaging Trigger/,
	);
	await editor.screenshot('install-2-installed');
});

test('the node is found, a credential is added, and its test succeeds', async () => {
	await findNode();
	await editor.page.getByText(/^Actions \(\d+\)/).click();
	await offered(/^Send text message$/).waitFor();
	await editor.screenshot('install-3-found');
	await offered(/^Send text message$/).click();
	// n8n refuses to save a credential until it has given it a name
	const named = editor.page.waitForResponse(/\/credentials\/new/);
	await editor.byTestId('node-credentials-empty-state').getByRole('button').click();
	await named;
	await editor.byTestId('parameter-input-baseUrl').locator('input').fill(sandbox.url);
	await editor.byTestId('parameter-input-apiKey').locator('input').fill('sandbox-key');
	let isTested = false;
	const tested = editor.page.waitForResponse(/\/credentials\/test/).then(() => (isTested = true));
	// A click that comes before the dialog has taken over what was filled in is lost
	for (let tries = 0; tries < 8 && !isTested; tries++) {
		await editor
			.byTestId('credential-save-button')
			.click({ timeout: 3000 })
			.catch(() => {});
		await editor.page.waitForTimeout(2000);
	}
	await tested;
	// Once the test is good, the dialog may close by itself; the pencil opens it again
	await editor.page.waitForTimeout(3000);
	if (!(await shown('Connection tested successfully').isVisible()))
		await editor.byTestId('credential-edit-button').click();
	await shown('Connection tested successfully').waitFor();
	await editor.screenshot('install-4-credential');
	await inDialog(/Close/).click();
	expect(sandbox.requests.map(({ path, status }) => [path, status])).toContainEqual(['/sms/1/logs', 200]);
});

test('with To and Text filled in, the step outputs the message', async () => {
	await editor.byTestId('parameter-input-to').locator('input').fill('+44 7700 900123');
	await editor.byTestId('parameter-input-text').locator('textarea').fill('Your appointment is tomorrow at 10:30.');
	await editor.byTestId('node-execute-button').click();
	await editor.byTestId('output-panel').getByText('447700900123').first().waitFor();
	await editor.screenshot('install-5-sent');
	expect(sandbox.messages.map(({ to, text }) => ({ to, text }))).toEqual([
		{ to: '447700900123', text: 'Your appointment is tomorrow at 10:30.' },
	]);
	sendId = await openWorkflowId();
});

test('a workflow with the trigger is published, and a report arrives', async () => {
	await findNode();
	await offered(/^On new SMS Messaging event$|^On .*report/i).click();
	await editor.byTestId('node-parameters').waitFor();
	await editor.byTestId('ndv-close-button').click();
	await editor.byTestId('workflow-open-publish-modal-button').click();
	await inDialog(/^Publish$/).click();
	await shown('Workflow published').waitFor();
	await editor.page.getByRole('button', { name: 'Got it' }).click();
	await editor.screenshot('install-6-published');
	triggerId = await openWorkflowId();
	notifyUrl = n8n.notifyUrl(await n8n.rest.call('GET', `/workflows/${triggerId}`));

	const send = await n8n.rest.call<Parameters<typeof n8n.rest.saveWorkflow>[0]>('GET', `/workflows/${sendId}`);
	const node = send.nodes.find(({ type }) => type.endsWith('.smsMessaging'))!;
	node.parameters = { ...node.parameters, messageOptions: { notifyUrl } };
	await n8n.rest.saveWorkflow(send);
	await n8n.rest.runToEnd(sendId, START);
	const [execution] = await n8n.rest.finishedExecutionsOf(triggerId, 1);
	expect(itemsOf(execution!, execution!.data.resultData.lastNodeExecuted!)[0]!.json).toMatchObject({
		to: '447700900123',
		status: 'DELIVERED_TO_HANDSET',
	});
	await editor.page.getByText('Executions', { exact: true }).first().click();
	await shown('Succeeded').waitFor();
});

test('after uninstalling, n8n works, and a workflow with the node names the missing package', async () => {
	const other = await n8n.rest.saveWorkflow({
		name: 'Another workflow',
		nodes: [plain(START, 'manualTrigger', 1)],
		connections: {},
	});
	await settings();
	await editor.byTestId('community-package-card').getByText(PACKAGE).waitFor();
	await editor.byTestId('community-package-card').locator('[data-test-id="action-toggle"]').first().click();
	await shown('Uninstall package').click();
	await inDialog(/uninstall/i).click();
	await editor.page.getByRole('button', { name: 'Install a community node' }).waitFor();

	expect((await n8n.rest.runToEnd(other, START)).status).toBe('success');
	await editor.openWorkflow(sendId);
	await editor.page.locator('[data-test-id="canvas-node"][data-node-name="Send text message"]').dblclick();
	await shown('Install this node to use it').waitFor();
	await editor.screenshot('install-7-uninstalled');
	await expect(n8n.rest.runToEnd(sendId, START)).rejects.toThrow(/Unrecognized node type/);
	await n8n.restart();
	expect((await n8n.rest.runToEnd(other, START)).status).toBe('success');
});
