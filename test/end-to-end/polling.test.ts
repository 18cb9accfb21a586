import { startN8n, type N8nInstance } from '../../n8n/instance';
import { itemsOf, type Execution, type WorkflowFile } from '../../n8n/restClient';
import { sandboxCredential } from '../../n8n/sandboxCredential';
import { startSandbox, type Sandbox } from '../../sandbox';
import { startFaultProxy, type Fault, type FaultProxy } from '../faults/faultProxy';
import { resetBefore, serverError, slow, tooManyRequestsUntil, unauthorized } from '../faults/faults';
import { post, TEXT } from '../sandbox/client';
import { SEND, sendWorkflow, START } from './realN8n';

jest.setTimeout(240_000);

const REPORTS = 'Reports';
const DELIVERED = '447700900123';
const UNDELIVERABLE = '999020027';
const HOUR_MS = 3_600_000;

/** n8n takes no expression for more than one second of a minute, but any number of poll times. */
const EVERY_OTHER_SECOND = {
	item: Array.from({ length: 30 }, (_, index) => ({ mode: 'custom', cronExpression: `${2 * index} * * * * *` })),
};

let n8n: N8nInstance;
beforeAll(async () => {
	n8n = await startN8n();
});
afterAll(async () => await n8n?.stop());

/** An account of its own at the service, behind a proxy that can fail. */
interface Account {
	sandbox: Sandbox;
	proxy: FaultProxy;
	credential: { id: string; name: string };
	/** What goes wrong with the next calls for reports, in this order; undefined lets one pass. */
	faults: Array<Fault | undefined>;
}

const accounts: Account[] = [];
afterAll(async () => {
	for (const { sandbox, proxy } of accounts) {
		await proxy.stop();
		await sandbox.stop();
	}
});

async function newAccount(options: Parameters<typeof startSandbox>[0] = {}): Promise<Account> {
	const sandbox = await startSandbox({ delays: { enrouteMs: 1, finalMs: 1 }, ...options });
	const faults: Account['faults'] = [];
	const proxy = await startFaultProxy(sandbox, ({ url }) => (url.startsWith('/sms/1/reports') ? faults.shift() : undefined));
	const { name, type, data } = sandboxCredential(proxy.url);
	const account = { sandbox, proxy, faults, credential: { id: await n8n.rest.saveCredential({ name, type, data }), name } };
	accounts.push(account);
	return account;
}

/** Sends messages by their IDs, without n8n, and waits for their final status. */
async function send({ sandbox }: Account, messages: Array<{ id: string; to?: string; notifyUrl?: string; callbackData?: string }>): Promise<void> {
	const { status } = await post(sandbox, TEXT, {
		messages: messages.map(({ id, to = DELIVERED, ...fields }) => ({ text: 'Hello', destinations: [{ to, messageId: id }], ...fields })),
	});
	expect(status).toBe(200);
	await sandbox.waitFor(() => sandbox.messages.every(({ doneAt }) => doneAt !== undefined));
}

function pollingWorkflow({ credential }: Account, parameters: Record<string, unknown> = {}): WorkflowFile {
	return {
		name: 'Polling',
		nodes: [
			{
				id: 'reports',
				name: REPORTS,
				type: 'n8n-nodes-sms-messaging.smsMessagingPollingTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: { pollTimes: EVERY_OTHER_SECOND, startOn: 'final', ...parameters },
				credentials: { smsMessagingApi: credential },
			},
		],
		connections: {},
	} as WorkflowFile;
}

async function publish(account: Account, parameters?: Record<string, unknown>): Promise<string> {
	const id = await n8n.rest.saveWorkflow(pollingWorkflow(account, parameters));
	await n8n.rest.activate(id);
	return id;
}

const idsOf = (executions: Execution[]) => executions.map((execution) => itemsOf(execution, REPORTS).map(({ json }) => json.messageId));

/** Waits until the trigger has polled so many times more. */
async function polls({ proxy }: Account, count: number): Promise<void> {
	const isPoll = ({ request }: FaultProxy['records'][number]) => request.url.startsWith('/sms/1/reports');
	const wanted = proxy.records.filter(isPoll).length + count;
	while (proxy.records.filter(isPoll).length < wanted) await new Promise((resolve) => setTimeout(resolve, 100));
}

test('what waits when the workflow is published starts one execution, and what comes later the next; nothing starts twice', async () => {
	const account = await newAccount();
	await send(account, [{ id: 'a', callbackData: '{"n8nReference":17}' }, { id: 'b', to: UNDELIVERABLE }, { id: 'elsewhere', notifyUrl: 'http://127.0.0.1:9/' }]);
	const id = await publish(account);
	const [first] = await n8n.rest.finishedExecutionsOf(id, 1);
	expect([first!.mode, first!.status]).toEqual(['trigger', 'success']);
	expect(itemsOf(first!, REPORTS).map(({ json }) => json)).toEqual([
		expect.objectContaining({ messageId: 'a', statusGroup: 'DELIVERED', reference: 17 }),
		expect.objectContaining({ messageId: 'b', statusGroup: 'UNDELIVERABLE' }),
	]);
	await send(account, [{ id: 'c' }]);
	await n8n.rest.finishedExecutionsOf(id, 2);
	await polls(account, 2);
	expect(idsOf(await n8n.rest.finishedExecutionsOf(id, 2))).toEqual([['a', 'b'], ['c']]);
	await n8n.rest.deactivate(id);
});

test('reports that do not fit start nothing, and are used up', async () => {
	const account = await newAccount();
	await send(account, [{ id: 'a' }, { id: 'b' }]);
	const id = await publish(account, { startOn: 'failed', options: { callbackData: 'row-*' } });
	await polls(account, 1);
	await send(account, [{ id: 'c', to: UNDELIVERABLE }, { id: 'd', to: UNDELIVERABLE, callbackData: 'row-1' }]);
	expect(idsOf(await n8n.rest.finishedExecutionsOf(id, 1))).toEqual([['d']]);
	await n8n.rest.deactivate(id);
	expect(account.sandbox.store.takeReports({ limit: 10 } as never, account.sandbox.now())).toEqual([]);
});

test.each([
	['429', tooManyRequestsUntil('1')],
	['500', serverError],
	['a lost connection', resetBefore],
])('%s in the middle of a poll: what was fetched starts the workflow, and the rest comes later', async (_name, fault) => {
	const account = await newAccount();
	await send(account, [{ id: 'a' }, { id: 'b' }]);
	account.faults.push(undefined, fault);
	const id = await publish(account);
	await n8n.rest.finishedExecutionsOf(id, 1);
	await send(account, [{ id: 'c' }]);
	const executions = await n8n.rest.finishedExecutionsOf(id, 2);
	await n8n.rest.deactivate(id);
	expect(account.proxy.records.slice(0, 2).map(({ fault: name }) => name)).toEqual([undefined, fault.name]);
	expect(executions.map(({ status }) => status)).toEqual(['success', 'success']);
	expect(idsOf(executions)).toEqual([['a', 'b'], ['c']]);
});

test('429 at the beginning of a poll is no failed execution', async () => {
	const account = await newAccount();
	await send(account, [{ id: 'a' }]);
	account.faults.push(tooManyRequestsUntil('1'));
	const id = await publish(account);
	expect(idsOf(await n8n.rest.finishedExecutionsOf(id, 1))).toEqual([['a']]);
	await n8n.rest.deactivate(id);
	expect((await n8n.rest.executionsOf(id)).map(({ status }) => status)).toEqual(['success']);
});

test('a failing service is a failed execution that says what to do, and the next poll gets the reports', async () => {
	const account = await newAccount();
	const id = await publish(account);
	account.faults.push(serverError);
	await n8n.rest.finishedExecutionsOf(id, 1);
	await send(account, [{ id: 'a' }]);
	const [failed, succeeded] = await n8n.rest.finishedExecutionsOf(id, 2);
	await n8n.rest.deactivate(id);
	expect(failed!.status).toBe('error');
	expect(failed!.data.resultData.error).toMatchObject({
		message: expect.stringContaining('(500)'),
		description: expect.stringMatching(/asks again at the next poll time.*Get Logs/),
	});
	expect(idsOf([succeeded!])).toEqual([['a']]);
});

test('a wrong credential: the workflow is not published, and n8n says why', async () => {
	const account = await newAccount();
	account.faults.push(...Array(10).fill(unauthorized));
	await expect(publish(account)).rejects.toThrow('The service does not accept the credential (401)');
});

test('published anew while a poll is under way: its reports start the new version once', async () => {
	const account = await newAccount();
	// Late enough that the message is there before, and the next version long after
	const once = (seconds: number) => ({ item: [{ mode: 'custom', cronExpression: `${(new Date().getSeconds() + seconds) % 60} * * * * *` }] });
	account.faults.push(undefined, slow(10_000));
	const id = await publish(account, { pollTimes: once(8) });
	await send(account, [{ id: 'a' }]);
	await polls(account, 1);
	await n8n.rest.saveWorkflow({ ...pollingWorkflow(account, { simplify: false }), id });
	await n8n.rest.activate(id);
	const [execution] = await n8n.rest.finishedExecutionsOf(id, 1);
	await polls(account, 2);
	await n8n.rest.deactivate(id);
	expect(account.proxy.records[1]).toMatchObject({ fault: 'slow' });
	expect(idsOf(await n8n.rest.finishedExecutionsOf(id, 1))).toEqual([['a']]);
	expect(itemsOf(execution!, REPORTS)[0]!.json).toHaveProperty('report.messageId', 'a');
});

test('the test in the editor shows messages from the logs, and uses up no report', async () => {
	const account = await newAccount();
	const id = await n8n.rest.saveWorkflow(pollingWorkflow(account));
	const empty = await n8n.rest.runToEnd(id, REPORTS);
	expect([empty.status, itemsOf(empty, REPORTS)]).toEqual(['success', []]);
	await send(account, [{ id: 'a', callbackData: 'row-1' }]);
	const shown = await n8n.rest.runToEnd(id, REPORTS);
	expect(itemsOf(shown, REPORTS).map(({ json }) => json)).toEqual([expect.objectContaining({ messageId: 'a', statusGroup: 'DELIVERED' })]);
	await n8n.rest.activate(id);
	expect(idsOf((await n8n.rest.finishedExecutionsOf(id, 3)).slice(-1))).toEqual([['a']]);
	await n8n.rest.deactivate(id);
});

describe('n8n killed between sending and the report, and started again', () => {
	/** Sends one message in n8n, and returns its ID. */
	async function sendInN8n(account: Account, deliveryReport: Record<string, unknown>): Promise<string> {
		const workflow = sendWorkflow({ credentials: { smsMessagingApi: account.credential }, parameters: { deliveryReport } });
		const sent = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(workflow), START);
		expect(sent.status).toBe('success');
		return String(itemsOf(sent, SEND)[0]!.json.messageId);
	}

	test('the polling trigger starts with the report, also where the service cannot be reached while n8n starts', async () => {
		const account = await newAccount({ delays: { enrouteMs: 1, finalMs: HOUR_MS } });
		const id = await publish(account);
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
		const account = await newAccount({ delays: { enrouteMs: 1, finalMs: HOUR_MS } });
		const workflow: WorkflowFile = {
			name: 'Pushed reports',
			nodes: [
				{
					id: 'reports',
					name: REPORTS,
					type: 'n8n-nodes-sms-messaging.smsMessagingTrigger',
					typeVersion: 1,
					position: [0, 0],
					parameters: { startOn: 'final' },
					webhookId: '5b0cf33e-5f0a-4bd2-8a0c-6f9a52f6a1d4',
				},
			],
			connections: {},
		};
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
		expect(executions.map((execution) => itemsOf(execution, REPORTS).map(({ json }) => [json.messageId, json.reference]))).toEqual([[[messageId, 'row-42']]]);
		expect(account.sandbox.pushes.at(-1)).toMatchObject({ status: 200, outcome: 'accepted' });
	});
});
