import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningN8n } from '../../tools/n8n/instance';
import type { WorkflowFile, WorkflowNode } from '../../tools/n8n/restClient';
import type { Sandbox } from '../../sandbox';
import { linkTo, pressAnswer } from '../end-to-end/asking/askingWorkflow';
import { own, plain, sharedN8nWithSandbox } from '../end-to-end/realN8n';
import { send } from '../sandbox/client';
import { Editor, TAKES_PICTURES } from './editor';

const START = 'Start';
const FILES = join(__dirname, '../../workflows');
const BULK = 'bulk-send';
const RECIPES = readdirSync(join(__dirname, '../../docs/recipes'))
	.map((page) => page.replace(/\..*/, ''))
	.filter((name) => existsSync(join(FILES, `${name}.json`)));

const actionNode = (name: string, parameters: Record<string, unknown>, row: number): WorkflowNode => ({
	...own(name, 'smsMessaging', parameters),
	position: [300, row * 200],
});

const ACTIONS = [
	actionNode(
		'Send Text',
		{ operation: 'sendText', to: '+43 660 1234567', from: 'MyCompany', text: 'Your appointment is tomorrow at 10:30.' },
		0,
	),
	actionNode(
		'Send Binary',
		{ operation: 'sendBinary', to: '+43 660 1234567', hex: '48 65 6C 6C 6F', messageOptions: { dataCoding: 4 } },
		1,
	),
	actionNode('Get Logs', { resource: 'delivery', operation: 'getLogs' }, 2),
	actionNode('Get Reports', { resource: 'delivery', operation: 'getReports' }, 3),
];

const ASK = actionNode(
	'Ask',
	{
		operation: 'sendAndWait',
		to: '+43 660 1234567',
		from: 'MyCompany',
		message: 'Restart the database? {link}',
		declineLabel: 'Not now',
	},
	4,
);

/** A zone where it is between 22 and 6 o'clock. */
function zoneWithNight(): string {
	const zones = ['Europe/London', 'Europe/Vienna', 'America/New_York', 'America/Los_Angeles', 'Asia/Tokyo'];
	return zones.find((timeZone) => {
		const hour = Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format());
		return hour >= 22 || hour < 6;
	})!;
}

const QUIET = actionNode(
	'Quiet Hours',
	{
		...ACTIONS[0]!.parameters,
		to: '+44 7700 900123, +44 7700 900124',
		defaultCountry: 'GB',
		schedule: { quietHours: { hours: { from: '21:00', to: '08:00', timeZone: zoneWithNight() } } },
		safeguards: { skipNumbers: '07700 900124' },
	},
	5,
);
const NO_TEXT = actionNode('No Text', { ...ACTIONS[0]!.parameters, text: '={{ "" }}' }, 6);
const SCHEDULED = actionNode(
	'Scheduled Messages',
	{ resource: 'scheduledMessage', operation: 'getScheduled', bulkId: 'n8n-6fcd6b-e1-06f99334-0-1' },
	7,
);
const AFTER: WorkflowNode = { ...plain('After', 'noOp', 1), position: [600, 0] };
const AFTER_START = [...ACTIONS, ASK, QUIET, NO_TEXT, SCHEDULED];

// One for all, since loading n8n's editor takes most of the time
const WORKFLOW: WorkflowFile = {
	name: 'Panels',
	nodes: [
		plain(START, 'manualTrigger', 1),
		...AFTER_START,
		AFTER,
		{
			...own('Delivery Reports', 'smsMessagingTrigger'),
			position: [0, 400],
			credentials: undefined,
			webhookId: '0b9b8a54-6a4e-4cde-9d3f-2f5f1d6b7a10',
		},
		{ ...own('Polled Reports', 'smsMessagingPollingTrigger', { options: { maxCalls: 10 } }), position: [0, 600] },
	],
	connections: {
		[START]: { main: [AFTER_START.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] },
		'Send Text': { main: [[{ node: AFTER.name, type: 'main', index: 0 }]] },
	},
};

let sandbox: Sandbox;
let n8n: RunningN8n;
let stop = async () => {};
let editor: Editor;
let workflowId: string;

beforeAll(async () => {
	({ n8n, sandbox, stop } = await sharedN8nWithSandbox());
	workflowId = await n8n.rest.saveWorkflow(WORKFLOW);
	editor = await Editor.open(n8n);
});

afterAll(async () => {
	await editor?.close();
	await stop();
});

afterEach(() => expect(editor.pageErrors).toEqual([]));

test.each([
	[
		'Send Binary',
		[
			'To',
			'Default Country',
			'From',
			'Content Source',
			'Hex',
			'Simplify',
			'Message Options',
			'Schedule',
			'Safeguards',
			'Options',
		],
		'send-binary',
	],
	['Get Logs', ['Output', 'Return All', 'Limit', 'Simplify', 'Filters', 'Query Parameters', 'Options'], 'get-logs'],
	['Get Reports', ['Return All', 'Limit', 'Simplify', 'Filters', 'Query Parameters', 'Options'], 'get-reports'],
])('the panel of %s shows its parameters, and executes', async (name, labels, picture) => {
	await editor.backTo(workflowId);
	await editor.openNode(name);
	const panel = editor.byTestId('node-parameters');
	for (const label of labels) await panel.getByText(label, { exact: true }).first().waitFor();
	const before = sandbox.requests.length;
	await editor.byTestId('node-execute-button').click();
	await sandbox.waitFor(() => sandbox.requests.length > before, 30_000);
	// n8n shows the number of items in the output, or that there are none
	await editor
		.byTestId('output-panel')
		.getByText(/\d+ items?|No output data returned/)
		.first()
		.waitFor();
	// The button is blank until the editor has heard of the end
	await editor.byTestId('node-execute-button').getByText('Execute step').waitFor();
	await editor.screenshot(picture);
	// After sending by hand, the logs are looked at too
	const [first, ...others] = sandbox.requests.slice(before);
	expect([first!.status, ...others.map(({ method }) => method)]).toEqual([200, ...others.map(() => 'GET')]);
});

test('Send and Wait for Response continues with the answer', async () => {
	await editor.backTo(workflowId);
	await editor.openNode(ASK.name);
	const panel = editor.byTestId('node-parameters');
	for (const label of ['To', 'From', 'Question', 'Response Type', 'Wait For', 'Time Limit', 'Message Options'])
		await panel.getByText(label, { exact: true }).first().waitFor();
	const before = sandbox.messages.length;
	await editor.byTestId('node-execute-button').click();
	await sandbox.waitFor(() => sandbox.messages.length > before, 30_000);
	const output = editor.byTestId('output-panel');
	await output.getByText('continues with the answer').waitFor();
	expect(await output.getByText('1 item').count()).toBe(0);
	await pressAnswer(linkTo(sandbox, '436601234567'), 'approved');
	await output.getByText('Answer Branch (1 item)', { exact: true }).waitFor();
	await output.getByText('Approve', { exact: true }).first().waitFor();
	await editor.screenshot('ask-panel');
});

test('the panel of the trigger shows its URL and where to paste it', async () => {
	await editor.backTo(workflowId);
	await editor.openNode('Delivery Reports');
	await editor.page.getByText('Webhook URLs', { exact: true }).click();
	await editor.page.getByText('Production URL', { exact: true }).click();
	await editor.page
		.getByText(/\/webhook\/.*\/sms-notifications/)
		.first()
		.waitFor();
	await editor.page
		.getByText("Copy the 'Production URL' from 'Webhook URLs' above into 'Message Options → Notify URL'")
		.waitFor();
	await editor.screenshot('trigger');
});

test('the panel of the polling trigger warns that reports are fetched once; its test shows messages from the logs and fetches no report', async () => {
	await send(sandbox, '447700900123', { callbackData: 'row-42' });
	await sandbox.waitFor(() => sandbox.messages.at(-1)!.doneAt !== undefined);
	const path = (from: number) => sandbox.requests.slice(from).map((request) => request.path);
	const before = sandbox.requests.length;
	await editor.backTo(workflowId);
	await editor.openNode('Polled Reports');
	const panel = editor.byTestId('node-parameters');
	await panel.getByText(/can be fetched only once/).waitFor();
	for (const label of ['Poll Times', 'Trigger On', 'Simplify', 'Options', 'Calls per Poll'])
		await panel.getByText(label, { exact: true }).first().waitFor();
	await editor.byTestId('node-execute-button').click();
	await editor.byTestId('output-panel').getByText('447700900123').first().waitFor();
	await editor.screenshot('polling-trigger');
	expect(path(before)).toEqual(['/sms/1/logs']);
});

test('the connection test succeeds', async () => {
	const before = sandbox.requests.length;
	await editor.backTo(workflowId);
	await editor.openNode('Send Text');
	await editor.byTestId('credential-edit-button').click();
	await editor.byTestId('credentials-config-container-test-success').waitFor();
	await editor.screenshot('credential');
	expect(sandbox.requests.slice(before).map(({ path, status }) => [path, status])).toContainEqual(['/sms/1/logs', 200]);
});

test('quiet hours defer a message, and a number to skip gets none', async () => {
	await editor.backTo(workflowId);
	await editor.openNode(QUIET.name);
	const before = sandbox.messages.length;
	await editor.byTestId('node-execute-button').click();
	const output = editor.byTestId('output-panel');
	await output.getByText('2 items').first().waitFor();
	await output.getByText('SKIPPED').first().waitFor();
	await editor.byTestId('node-parameters').getByText('Skip These Numbers').first().scrollIntoViewIfNeeded();
	await editor.screenshot('quiet-hours');
	const sent = sandbox.messages.slice(before).map(({ to, status }) => [to, status.groupName]);
	expect(sent).toEqual([['447700900123', 'PENDING']]);
});

test('a message without a text is refused, and the error names the field', async () => {
	await editor.backTo(workflowId);
	await editor.openNode(NO_TEXT.name);
	const before = sandbox.requests.length;
	await editor.byTestId('node-execute-button').click();
	await editor.byTestId('output-panel').getByText("'Text' is empty").first().waitFor();
	await editor.screenshot('wrong-input');
	expect(sandbox.requests).toHaveLength(before);
});

test('the next node shows the fields before anything was sent', async () => {
	await editor.backTo(workflowId);
	await editor.openNode(AFTER.name);
	for (const field of ['messageId', 'text', 'statusGroup', 'bulkId'])
		await editor.byTestId('ndv-input-panel').getByText(field, { exact: true }).first().waitFor();
});

test('common search words find the node with its actions and triggers', async () => {
	await editor.backTo(workflowId);
	await editor.byTestId('node-creator-plus-button').click();
	const search = editor.byTestId('node-creator-search-bar');
	const entry = (name: RegExp) => editor.page.locator('[data-test-id="node-creator-item-name"]', { hasText: name });
	for (const words of ['infobip', '2fa', 'verification code', 'phone', 'notify', 'text message', 'otp', 'sms']) {
		await search.fill('no such node');
		await entry(/^\s*SMS Messaging\s*$/).waitFor({ state: 'hidden' });
		await search.fill(words);
		await entry(/^\s*SMS Messaging\s*$/).waitFor();
		await entry(/^\s*SMS Messaging Polling\s*$/).waitFor();
	}
	await entry(/^\s*SMS Messaging\s*$/).click();
	for (const action of [
		'Send text message',
		'Send text message and wait for delivery',
		'Send binary message',
		'Get message logs',
		'Get delivery reports',
		'Get received messages',
		'Triggers (5)',
	]) {
		await editor.page.getByText(action, { exact: true }).waitFor();
	}
	await editor.page.getByText('Send binary message', { exact: true }).click();
	await editor.byTestId('node-parameters').waitFor();
	await editor.page.locator('[data-test-id="canvas-node"][data-node-name="Send binary message"]').waitFor();
});

test('an operation with a field for a time can be chosen', async () => {
	await editor.backTo(workflowId);
	await editor.openNode(SCHEDULED.name);
	const panel = editor.byTestId('node-parameters');
	await editor.byTestId('parameter-input-operation').click();
	await editor.page.getByRole('option', { name: /^Reschedule/ }).click();
	for (const label of ['Send At', 'Time Zone']) await panel.getByText(label, { exact: true }).first().waitFor();
	await editor.screenshot('reschedule');
});

// The recipes are opened for their pictures alone: each runs elsewhere
test.each(TAKES_PICTURES ? [BULK, ...new Set(RECIPES)] : [BULK])('the example %s opens unchanged', async (name) => {
	const example = JSON.parse(readFileSync(join(FILES, `${name}.json`), 'utf8')) as WorkflowFile;
	const id = await n8n.rest.saveWorkflow(example);
	await editor.openWorkflow(id);
	for (const node of example.nodes.filter(({ type }) => !type.endsWith('stickyNote')))
		await editor.page.locator(`[data-test-id="canvas-node"][data-node-name="${node.name}"]`).first().waitFor();
	await editor.byTestId('zoom-to-fit').click();
	await editor.screenshot(name === BULK ? 'workflow' : `recipes/${name}`, 'canvas-wrapper');
});
