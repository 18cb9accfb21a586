import { startN8n, type N8nInstance } from '../../../n8n/instance';
import { itemsOf, type Execution } from '../../../n8n/restClient';
import { type Account, PollingN8n, REPORTS } from '../pollingN8n';
import { SEND, sendWorkflow, START } from '../realN8n';
import { TRIGGER, triggerWorkflow } from './triggerN8n';

/** n8n killed between sending and the report, and started again. */

const HOUR_MS = 3_600_000;

let n8n: N8nInstance;
let polling: PollingN8n;
beforeAll(async () => {
	n8n = await startN8n();
	polling = new PollingN8n(n8n);
});
afterAll(async () => {
	await n8n?.stop();
	await polling?.stop();
});

/** Sends one message in n8n, and returns its ID. */
async function sendInN8n(account: Account, deliveryReport: Record<string, unknown>): Promise<string> {
	const workflow = sendWorkflow({ credentials: { smsMessagingApi: account.credential }, parameters: { deliveryReport } });
	const sent = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(workflow), START);
	expect(sent.status).toBe('success');
	return String(itemsOf(sent, SEND)[0]!.json.messageId);
}

test('the polling trigger starts with the report, also where the service cannot be reached while n8n starts', async () => {
	const account = await polling.newAccount({ delays: { enrouteMs: 1, finalMs: HOUR_MS } });
	const id = await polling.publish(account);
	const messageId = await sendInN8n(account, { reference: 42 });
	await n8n.kill();
	account.proxy.refuse();
	await account.sandbox.advance(2 * HOUR_MS);
	await n8n.start();
	// A failed poll shows that n8n has started the trigger, and polls on
	const [failed] = await n8n.rest.finishedExecutionsOf(id, 1);
	expect(failed!.data.resultData.error?.message).toContain('ECONNREFUSED');
	await account.proxy.accept();
	const executions = await untilOneSucceeds(id);
	await n8n.rest.deactivate(id);
	expect(executions.map((execution) => itemsOf(execution, REPORTS).map(({ json }) => [json.messageId, json.reference]))).toEqual([[[messageId, 42]]]);
});

async function untilOneSucceeds(workflowId: string): Promise<Execution[]> {
	for (let count = 1; ; count++) {
		const succeeded = (await n8n.rest.finishedExecutionsOf(workflowId, count)).filter(({ status }) => status === 'success');
		if (succeeded.length > 0) return succeeded;
	}
}

test('the webhook trigger starts when the service pushes again', async () => {
	const account = await polling.newAccount({ delays: { enrouteMs: 1, finalMs: HOUR_MS } });
	const workflow = triggerWorkflow({ startOn: 'final' });
	const id = await n8n.rest.saveWorkflow(workflow);
	await n8n.rest.activate(id);
	const messageId = await sendInN8n(account, { reference: 'row-42', notifyUrl: n8n.notifyUrl(workflow) });
	await n8n.kill();
	await account.sandbox.advance(HOUR_MS + 1000);
	await account.sandbox.pushesSettled();
	expect(account.sandbox.pushes.map(({ outcome }) => outcome)).toEqual(['retrying']);
	await n8n.start();
	await account.sandbox.advance(HOUR_MS);
	await account.sandbox.pushesSettled();
	const executions = await n8n.rest.finishedExecutionsOf(id, 1);
	expect(executions.map((execution) => itemsOf(execution, TRIGGER).map(({ json }) => [json.messageId, json.reference]))).toEqual([[[messageId, 'row-42']]]);
	expect(account.sandbox.pushes.at(-1)).toMatchObject({ status: 200, outcome: 'accepted' });
});
