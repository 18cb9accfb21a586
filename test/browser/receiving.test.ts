import { chromium, type Browser, type Page } from 'playwright-core';
import type { RunningN8n } from '../../tools/n8n/instance';
import type { WorkflowFile } from '../../tools/n8n/restClient';
import type { Sandbox } from '../../sandbox';
import { own, sharedN8nWithSandbox } from '../end-to-end/realN8n';
import { triggerWorkflow } from '../end-to-end/trigger/triggerN8n';
import { send } from '../sandbox/client';
import { chromiumPath } from './editor';

const PHONE = '436601234567';
const NUMBER = '447491163443';

let n8n: RunningN8n;
let sandbox: Sandbox;
let stop: (() => Promise<void>) | undefined;
let browser: Browser;
let page: Page;

beforeAll(async () => {
	({ n8n, sandbox, stop } = await sharedN8nWithSandbox());
	browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', '--disable-gpu'] });
	page = await browser.newPage();
	page.setDefaultTimeout(20_000);
});
afterAll(async () => {
	await browser?.close();
	await stop?.();
});

/** Whoever writes gets an answer that repeats it, from the number that was written to. */
function answeringWorkflow(): WorkflowFile {
	const workflow = triggerWorkflow({ startOn: 'received', options: { keyword: 'yes', binaryData: true } });
	const { name } = workflow.nodes[1]!;
	workflow.nodes[1] = own(name, 'smsMessaging', {
		resource: 'message',
		operation: 'sendText',
		to: '={{ $json.from }}',
		from: '={{ $json.to }}',
		text: '=You said: {{ $json.text }}',
	});
	return workflow;
}

test('a reply in the inbox starts a workflow, and its answer appears in the inbox', async () => {
	const workflow = answeringWorkflow();
	const id = await n8n.rest.saveWorkflow(workflow);
	await n8n.rest.activate(id);
	sandbox.forward(n8n.notifyUrl(workflow));
	await send(sandbox, PHONE, { from: NUMBER, text: 'Shall we come tomorrow?' });

	await page.goto(`${sandbox.url}/#/${PHONE}`);
	const conversation = page.getByRole('region', { name: PHONE });
	const bubble = (text: string) => conversation.getByText(text, { exact: true });
	await bubble('Shall we come tomorrow?').waitFor();
	const reply = page.getByRole('textbox', { name: `Reply from +${PHONE}` });
	for (const text of ['What is this?', 'Yes, at nine']) {
		await reply.fill(text);
		await reply.press('Enter');
		await bubble(text).waitFor();
		expect(await reply.inputValue()).toBe('');
	}
	await bubble('You said: Yes, at nine').waitFor();
	expect(await page.getByRole('alert').count()).toBe(0);
	const texts = await conversation.locator('.bubble').allTextContents();
	expect(texts).toEqual(['Shall we come tomorrow?', 'What is this?', 'Yes, at nine', 'You said: Yes, at nine']);
	expect(sandbox.messages.at(-1)).toMatchObject({ from: NUMBER, to: PHONE });
	await n8n.rest.deactivate(id);
	const executions = await n8n.rest.finishedExecutionsOf(id, 1);
	expect(executions).toHaveLength(1);
});
