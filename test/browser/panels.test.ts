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

/** A zone where it is between 22 and 6 o'clock. */
function zoneWithNight(): string {
	const zones = ['Europe/London', 'Europe/Vienna', 'America/New_York', 'America/Los_Angeles', 'Asia/Tokyo'];
	return zones.find((timeZone) => {
		const hour = Number(new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone }).format());
		return hour >= 22 || hour < 6;
	})!;
}

const SEND_TEXT = {
	operation: 'sendText',
	to: '+43 660 1234567',
	from: 'MyCompany',
	text: 'Your appointment is tomorrow at 10:30.',
};
/** The action nodes, by name. */
const ACTIONS: Record<string, Record<string, unknown>> = {
	'Send Text': SEND_TEXT,
	'Send Binary': {
		...{ operation: 'sendBinary', to: '+43 660 1234567', hex: '48 65 6C 6C 6F' },
		messageOptions: { dataCoding: 4 },
	},
	'Get Logs': { resource: 'delivery', operation: 'getLogs' },
	'Get Reports': { resource: 'delivery', operation: 'getReports' },
	Ask: {
		...{ operation: 'sendAndWait', to: '+43 660 1234567', from: 'MyCompany' },
		...{ message: 'Restart the database? {link}', declineLabel: 'Not now' },
	},
	'Quiet Hours': {
		...{ ...SEND_TEXT, to: '+44 7700 900123, +44 7700 900124', defaultCountry: 'GB' },
		schedule: { quietHours: { hours: { from: '21:00', to: '08:00', timeZone: zoneWithNight() } } },
		safeguards: { skipNumbers: '07700 900124' },
	},
	'No Text': { ...SEND_TEXT, text: '={{ "" }}' },
	'Scheduled Messages': {
		...{ resource: 'scheduledMessage', operation: 'getScheduled' },
		bulkId: 'n8n-6fcd6b-e1-06f99334-0-1',
	},
};
const AFTER: WorkflowNode = { ...plain('After', 'noOp', 1), position: [600, 0] };

// One for all, since loading n8n's editor takes most of the time
const WORKFLOW: WorkflowFile = {
	name: 'Panels',
	nodes: [
		plain(START, 'manualTrigger', 1),
		...Object.entries(ACTIONS).map(
			([name, parameters], row): WorkflowNode => ({
				...own(name, 'smsMessaging', parameters),
				position: [300, 200 * row],
			}),
		),
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
		[START]: { main: [Object.keys(ACTIONS).map((node) => ({ node, type: 'main', index: 0 }))] },
		'Send Text': { main: [[{ node: AFTER.name, type: 'main', index: 0 }]] },
	},
};

let sandbox: Sandbox;
let n8n: RunningN8n;
let editor: Editor;
let workflowId: string;

beforeAll(async () => {
	({ n8n, sandbox } = await sharedN8nWithSandbox());
	workflowId = await n8n.rest.saveWorkflow(WORKFLOW);
	editor = await Editor.open(n8n);
});

afterEach(() => expect(editor.pageErrors).toEqual([]));

const open = async (name: string) => {
	await editor.backTo(workflowId);
	await editor.openNode(name);
};

test.each([
	['Send Binary', 'send-binary'],
	['Get Logs', 'get-logs'],
	['Get Reports', 'get-reports'],
])('%s is executed from its panel', async (name, picture) => {
	await open(name);
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
	await open('Ask');
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
	await open('Delivery Reports');
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
	await open('Polled Reports');
	await editor
		.byTestId('node-parameters')
		.getByText(/can be fetched only once/)
		.waitFor();
	await editor.byTestId('node-execute-button').click();
	await editor.byTestId('output-panel').getByText('447700900123').first().waitFor();
	await editor.screenshot('polling-trigger');
	expect(path(before)).toEqual(['/sms/1/logs']);
});

test('the connection test succeeds', async () => {
	const before = sandbox.requests.length;
	await open('Send Text');
	await editor.byTestId('credential-edit-button').click();
	await editor.byTestId('credentials-config-container-test-success').waitFor();
	await editor.screenshot('credential');
	expect(sandbox.requests.slice(before).map(({ path, status }) => [path, status])).toContainEqual(['/sms/1/logs', 200]);
});

test('quiet hours defer a message, and a number to skip gets none', async () => {
	await open('Quiet Hours');
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
	await open('No Text');
	const before = sandbox.requests.length;
	await editor.byTestId('node-execute-button').click();
	await editor.byTestId('output-panel').getByText("'Text' is empty").first().waitFor();
	await editor.screenshot('wrong-input');
	expect(sandbox.requests).toHaveLength(before);
});

test('the next node shows the fields before anything was sent', async () => {
	await open(AFTER.name);
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
	await editor.page.getByText('Triggers (5)', { exact: true }).waitFor();
	await editor.page.getByText('Send binary message', { exact: true }).click();
	await editor.byTestId('node-parameters').waitFor();
	await editor.page.locator('[data-test-id="canvas-node"][data-node-name="Send binary message"]').waitFor();
});

test('an operation with a field for a time can be chosen', async () => {
	await open('Scheduled Messages');
	await editor.choose(editor.byTestId('parameter-input-operation'), /^Reschedule/);
	for (const label of ['Send At', 'Time Zone'])
		await editor.byTestId('node-parameters').getByText(label, { exact: true }).first().waitFor();
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
