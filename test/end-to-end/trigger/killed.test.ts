import { startN8n, type N8nInstance } from '../../../tools/n8n/instance';
import { itemsOf, type Execution } from '../../../tools/n8n/restClient';
import { type Account, PollingN8n, REPORTS } from '../pollingN8n';
import { SEND, sendWorkflow, START } from '../realN8n';
import { publishTrigger, TRIGGER } from './triggerN8n';

/** n8n killed between sending and the report, or between two received messages, and started again. */

const HOUR_MS = 3_600_000;
const PHONE = '436601234567';

let n8n: N8nInstance;
let polling: PollingN8n;
const polled = { account: undefined as unknown as Account, workflowId: '', messageId: '' };
const received = { account: undefined as unknown as Account, workflowId: '' };
const pushed = { account: undefined as unknown as Account, workflowId: '', messageId: '' };

// One crash for all: a start of n8n takes about 10 seconds
beforeAll(async () => {
	n8n = await startN8n();
	polling = new PollingN8n(n8n);
	const delays = { enrouteMs: 1, finalMs: HOUR_MS };
	polled.account = await polling.newAccount({ delays });
	polled.workflowId = await polling.publish(polled.account);
	polled.messageId = await sendInN8n(polled.account, { callbackData: '42' });

	pushed.account = await polling.newAccount({ delays });
	const { workflowId, url: notifyUrl } = await publishTrigger(n8n, { startOn: 'final' });
	pushed.workflowId = workflowId;
	pushed.messageId = await sendInN8n(pushed.account, { callbackData: 'row-42', notifyUrl });

	received.account = await polling.newAccount();
	received.workflowId = await polling.publish(received.account, { startOn: 'received' });
	received.account.sandbox.receive({ from: PHONE, text: 'Before' });
	await n8n.rest.finishedExecutionsOf(received.workflowId, 1);

	await n8n.kill();
	received.account.sandbox.receive({ from: PHONE, text: 'While it is down' });
	polled.account.proxy.refuse();
	await polled.account.sandbox.advance(2 * HOUR_MS);
	await pushed.account.sandbox.advance(HOUR_MS + 1000);
	await pushed.account.sandbox.pushesSettled();
	await n8n.start();
});
afterAll(async () => {
	await n8n?.stop();
	await polling?.stop();
});

/** Sends one message in n8n, and returns its ID. */
async function sendInN8n(account: Account, messageOptions: Record<string, unknown>): Promise<string> {
	const workflow = sendWorkflow({
		credentials: { smsMessagingApi: account.credential },
		parameters: { messageOptions },
	});
	const sent = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(workflow), START);
	expect(sent.status).toBe('success');
	return String(itemsOf(sent, SEND)[0]!.json.messageId);
}

test('the polling trigger gets the report, even if the service was unreachable when n8n started', async () => {
	const { account, workflowId, messageId } = polled;
	// A failed poll shows that n8n has started the trigger, and polls on
	const [failed] = await n8n.rest.finishedExecutionsOf(workflowId, 1);
	expect(failed!.data.resultData.error?.message).toContain('ECONNREFUSED');
	await account.proxy.accept();
	const executions = await untilOneSucceeds(workflowId);
	await n8n.rest.deactivate(workflowId);
	expect(
		executions.map((execution) => itemsOf(execution, REPORTS).map(({ json }) => [json.messageId, json.callbackData])),
	).toEqual([[[messageId, '42']]]);
});

async function untilOneSucceeds(workflowId: string): Promise<Execution[]> {
	for (let count = 1; ; count++) {
		const succeeded = (await n8n.rest.finishedExecutionsOf(workflowId, count)).filter(
			({ status }) => status === 'success',
		);
		if (succeeded.length > 0) return succeeded;
	}
}

test('the webhook trigger gets the report when the service retries', async () => {
	const { account, workflowId, messageId } = pushed;
	expect(account.sandbox.pushes.map(({ outcome }) => outcome)).toEqual(['retrying']);
	await account.sandbox.advance(HOUR_MS);
	await account.sandbox.pushesSettled();
	const executions = await n8n.rest.finishedExecutionsOf(workflowId, 1);
	expect(
		executions.map((execution) => itemsOf(execution, TRIGGER).map(({ json }) => [json.messageId, json.callbackData])),
	).toEqual([[[messageId, 'row-42']]]);
	expect(account.sandbox.pushes.at(-1)).toMatchObject({ status: 200, outcome: 'accepted' });
});

test('each received message starts the workflow once, even if it came while n8n was down', async () => {
	const { account, workflowId } = received;
	account.sandbox.receive({ from: PHONE, text: 'After' });
	const texts: unknown[] = [];
	for (let count = 2; !texts.includes('After'); count++) {
		const executions = await n8n.rest.finishedExecutionsOf(workflowId, count);
		texts.splice(0, Infinity, ...executions.flatMap((one) => itemsOf(one, REPORTS).map(({ json }) => json.text)));
	}
	await n8n.rest.deactivate(workflowId);
	expect(texts.sort()).toEqual(['After', 'Before', 'While it is down']);
});
