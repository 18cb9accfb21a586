import type { N8nInstance } from '../../tools/n8n/instance';
import { itemsOf, type Execution } from '../../tools/n8n/restClient';
import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import type { Sandbox } from '../../sandbox';
import { afterwards } from '../support/afterwards';
import { startFaultProxy, type FaultScript } from '../support/faults/faultProxy';
import { silenceBefore } from '../support/faults/faults';
import { newAccount, publishPolling, REPORTS, type Account } from './pollingN8n';
import { SEND, sendWorkflow, START, startN8nWithSandbox, untilWaiting } from './realN8n';
import { publishTrigger, TRIGGER } from './trigger/triggerN8n';
import { beginWait, came, messagesTo, only, runsOf } from './waiting/waitingN8n';

/** n8n killed while executions wait, and between sending and the report, and started again. */

const HOUR_MS = 3_600_000;
const DELIVERED = 'DELIVERED_TO_HANDSET';
const FIRST = '447700900201';
/** The message to this number gets its final status when the test moves the sandbox's clock on. */
const SLOW = '19990400002';
const SLOW_MS = 600_000;
const UNSTORED = '447700900211';

let n8n: N8nInstance;
let sandbox: Sandbox;
let doLogsHang = false;
const waits = { betweenReports: '', beforeStored: '' };
const polled = { account: undefined as unknown as Account, workflowId: '', messageId: '' };
const pushed = { account: undefined as unknown as Account, workflowId: '', messageId: '' };

// One crash for all: a start of n8n takes about 10 seconds
beforeAll(async () => {
	const sandboxOptions = {
		delays: { enrouteMs: 50, finalMs: 100, slowMs: SLOW_MS },
		notifications: { retryUnitMs: 500, maxRetries: 12 },
	};
	({ n8n, sandbox } = await startN8nWithSandbox({}, sandboxOptions));
	const script: FaultScript = ({ isSend }) => (doLogsHang && !isSend ? silenceBefore : undefined);
	const { url } = afterwards(await startFaultProxy(sandbox, script));
	await n8n.rest.saveCredential(sandboxCredential(url));

	const delays = { enrouteMs: 1, finalMs: HOUR_MS };
	polled.account = await newAccount(n8n, { delays });
	polled.workflowId = await publishPolling(n8n, polled.account);
	polled.messageId = await sendInN8n(polled.account, { callbackData: '42' });

	// Tried again only once the test moves the clock on
	pushed.account = await newAccount(n8n, { delays, notifications: { retryUnitMs: HOUR_MS } });
	const { workflowId, url: notifyUrl } = await publishTrigger(n8n, { startOn: 'final' });
	pushed.workflowId = workflowId;
	pushed.messageId = await sendInN8n(pushed.account, { callbackData: 'row-42', notifyUrl });

	const rows = [
		{ row: 'a', to: FIRST },
		{ row: 'b', to: SLOW },
		{ row: 'c', to: '19990200270' },
	];
	waits.betweenReports = await beginWait(n8n, { rows });
	await untilWaiting(n8n, waits.betweenReports);
	await sandbox.waitFor(
		() => sandbox.pushes.some(({ status, reports }) => status === 200 && reports.some(({ to }) => to === FIRST)),
		60_000,
	);
	doLogsHang = true;
	waits.beforeStored = await beginWait(n8n, {
		rows: [{ row: 'a', to: UNSTORED }],
		parameters: { options: { lookUpTime: 1 } },
		settings: { saveExecutionProgress: true },
	});
	await sandbox.waitFor(() => messagesTo(sandbox, UNSTORED)[0]?.status.groupName === 'DELIVERED', 60_000);

	await n8n.kill();
	doLogsHang = false;
	polled.account.proxy.refuse();
	await polled.account.sandbox.advance(2 * HOUR_MS);
	await pushed.account.sandbox.advance(HOUR_MS + 1000);
	await pushed.account.sandbox.pushesSettled();
	await n8n.start();
	await sandbox.advance(SLOW_MS);
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

const reportsIn = (executions: Execution[], trigger: string) =>
	executions.map((execution) => itemsOf(execution, trigger).map(({ json }) => [json.messageId, json.callbackData]));

test('between the reports of two messages: the first status comes from the logs when the second report arrives', async () => {
	const execution = await n8n.rest.finished(waits.betweenReports, 60_000);
	expect(came(execution)).toEqual(
		only({
			Delivered: [
				['a', FIRST, DELIVERED],
				['b', SLOW, DELIVERED],
			],
			Failed: [['c', '19990200270', 'UNDELIVERABLE_NOT_DELIVERED']],
		}),
	);
	expect(runsOf(execution)).toBe(1);
	for (const to of [FIRST, SLOW, '19990200270']) expect(messagesTo(sandbox, to)).toHaveLength(1);
});

test('before a wait is stored: Retry sends nothing again, and takes the status from the logs', async () => {
	expect((await n8n.rest.finished(waits.beforeStored)).status).toBe('crashed');
	const retried = await n8n.rest.retry(waits.beforeStored);
	expect(came(retried)).toEqual(only({ Delivered: [['a', UNSTORED, DELIVERED]] }));
	expect(messagesTo(sandbox, UNSTORED)).toHaveLength(1);
});

test('the polling trigger gets the report, even if the service was unreachable when n8n started', async () => {
	const { account, workflowId, messageId } = polled;
	// A failed poll shows that n8n has started the trigger, and polls on
	const [failed] = await n8n.rest.finishedExecutionsOf(workflowId, 1);
	expect(failed!.data.resultData.error?.message).toContain('ECONNREFUSED');
	await account.proxy.accept();
	const succeeded: Execution[] = [];
	for (let count = 1; succeeded.length === 0; count++)
		succeeded.push(
			...(await n8n.rest.finishedExecutionsOf(workflowId, count)).filter(({ status }) => status === 'success'),
		);
	await n8n.rest.deactivate(workflowId);
	expect(reportsIn(succeeded, REPORTS)).toEqual([[[messageId, '42']]]);
});

test('the webhook trigger gets the report when the service retries', async () => {
	const { account, workflowId, messageId } = pushed;
	expect(account.sandbox.pushes.map(({ outcome }) => outcome)).toEqual(['retrying']);
	await account.sandbox.advance(HOUR_MS);
	await account.sandbox.pushesSettled();
	const executions = await n8n.rest.finishedExecutionsOf(workflowId, 1);
	expect(reportsIn(executions, TRIGGER)).toEqual([[[messageId, 'row-42']]]);
	expect(account.sandbox.pushes.at(-1)).toMatchObject({ status: 200, outcome: 'accepted' });
});
