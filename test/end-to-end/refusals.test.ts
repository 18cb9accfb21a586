import { nodeOf, readExample } from '../../n8n/exampleWorkflows';
import type { N8nInstance } from '../../n8n/instance';
import { freePorts } from '../../n8n/ports';
import { itemsOf, type Execution, type WorkflowNode } from '../../n8n/restClient';
import { SANDBOX_CREDENTIAL, sandboxCredential } from '../../n8n/sandboxCredential';
import type { Sandbox } from '../../sandbox';
import { SEND, sendWorkflow, START, startN8nWithSandbox } from './realN8n';

jest.setTimeout(180_000);

let n8n: N8nInstance;
let sandbox: Sandbox;
let stop = async () => {};

beforeAll(async () => {
	({ n8n, sandbox, stop } = await startN8nWithSandbox());
});

afterAll(async () => await stop());

describe('the trigger with a token', () => {
	const TOKEN = 'correct-horse-battery';
	const REPORT = {
		results: [
			{
				messageId: 'm-1',
				to: '447700900123',
				status: { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET', description: 'Message delivered to handset' },
			},
		],
	};
	let workflowId: string;
	let url: string;

	beforeAll(async () => {
		const workflow = await readExample('delivery-notifications');
		Object.assign(nodeOf(workflow, 'Delivery reports').parameters, { authentication: 'token', token: TOKEN });
		workflowId = await n8n.rest.saveWorkflow(workflow);
		await n8n.rest.activate(workflowId);
		url = n8n.notifyUrl(workflow);
	});

	async function push(query: string, body: unknown): Promise<{ status: number; text: string }> {
		const response = await fetch(url + query, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
		});
		return { status: response.status, text: await response.text() };
	}

	test.each([
		['no token', ''],
		['a wrong token', '?token=wrong'],
		['the beginning of the token', `?token=${TOKEN.slice(0, -1)}`],
		['a blank token', '?token='],
	])('%s: 401 and no execution', async (_, query) => {
		const { status, text } = await push(query, REPORT);
		expect(status).toBe(401);
		expect(text).not.toContain(TOKEN);
		expect(await n8n.rest.executionsOf(workflowId)).toEqual([]);
	});

	test('something that is no report: 400 with a reason and no execution', async () => {
		const { status, text } = await push(`?token=${TOKEN}`, { hello: 'world' });
		expect(status).toBe(400);
		expect(JSON.parse(text)).toEqual({ message: expect.stringMatching(/report/i) });
		expect(await n8n.rest.executionsOf(workflowId)).toEqual([]);
	});

	test('a form: 415 with what is needed, and no execution', async () => {
		const form = new FormData();
		form.append('report', JSON.stringify(REPORT));
		for (const body of [form, new URLSearchParams({ messageId: 'm-1' })]) {
			const response = await fetch(`${url}?token=${TOKEN}`, { method: 'POST', body });
			expect([response.status, await response.json()]).toEqual([415, { message: expect.stringMatching(/form.*JSON or XML/) }]);
		}
		expect(await n8n.rest.executionsOf(workflowId)).toEqual([]);
	});

	test('the right token: 200 and one execution', async () => {
		expect((await push(`?token=${TOKEN}`, REPORT)).status).toBe(200);
		const [execution] = await n8n.rest.finishedExecutionsOf(workflowId, 1);
		expect(itemsOf(execution!, 'Delivered').map(({ json }) => json.messageId)).toEqual(['m-1']);
		expect(JSON.stringify(itemsOf(execution!, 'Delivery reports'))).not.toContain(TOKEN);
	});
});

/** What the user reads in the execution of a node that stopped. */
function shownError(execution: Execution): string {
	expect(execution.status).toBe('error');
	const { error } = execution.data.resultData;
	return `${error?.message}\n${error?.description ?? ''}`;
}

describe('sending with a credential that does not fit', () => {
	let credentialId: string;

	async function sendWith(change: Record<string, unknown>, settings: Parameters<typeof sendWorkflow>[0] = {}) {
		const { name, type, data } = sandboxCredential(sandbox.url);
		const credential = { name: `${name} changed`, type, data: { ...data, ...change } };
		credentialId = await n8n.rest.saveCredential(credential);
		const workflow = sendWorkflow({ ...settings, credentials: { smsMessagingApi: { id: credentialId, name: credential.name } } });
		return await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(workflow), START);
	}

	test('a wrong key: the user reads that the credential was refused, and nothing was sent', async () => {
		const before = sandbox.messages.length;
		const shown = shownError(await sendWith({ apiKey: 'wrong-key-7c1f' }));
		expect(shown).toMatch(/credential/i);
		expect(shown).toMatch(/401|authoriz/i);
		expect(shown).not.toContain('wrong-key-7c1f');
		expect(sandbox.messages).toHaveLength(before);
		// n8n by itself would ask a second time after a 401
		expect(sandbox.requests.filter(({ status }) => status === 401)).toHaveLength(1);
	});

	test('a wrong key with the error output on: the destination leaves there with the reason', async () => {
		const execution = await sendWith({ apiKey: 'wrong-key-7c1f' }, { onError: 'continueErrorOutput' });
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, SEND, 0)).toEqual([]);
		const refused = itemsOf(execution, SEND, 1);
		expect(refused).toHaveLength(1);
		expect(refused[0]?.json).toMatchObject({ error: expect.stringMatching(/credential/i), details: { to: '447700900123' } });
	});

	test('nothing listens at the Base URL: the user reads that nothing was sent and what to check', async () => {
		const [port] = await freePorts(1);
		const unreachable = { baseUrl: `http://127.0.0.1:${port}` };
		const shown = shownError(await sendWith(unreachable, { parameters: { options: { patience: 2 } } }));
		expect(shown).toMatch(/cannot be reached.*ECONNREFUSED.*after 2 seconds/);
		expect(shown).toMatch(/This was not sent/);
		expect(shown).toMatch(/Base URL/);
	});

	test('plain http to another machine is refused before anything is sent', async () => {
		const shown = shownError(await sendWith({ baseUrl: 'http://sms.example.com' }));
		expect(shown).toMatch(/https/);
	});
});

describe('a destination that the service rejects while it accepts the request', () => {
	const ACCEPTED = '447700900123';
	const REJECTED = '999010060001';

	/** One message to both; `settings` are those of the node. */
	async function sendToBoth(settings: Partial<WorkflowNode>, options: object = {}) {
		const { id, name } = SANDBOX_CREDENTIAL;
		const workflow = sendWorkflow({
			...settings,
			credentials: { smsMessagingApi: { id, name } },
			parameters: { to: `${REJECTED}, ${ACCEPTED}`, options },
		});
		return await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(workflow), START);
	}

	test('with Stop: the node fails after the others were sent, and says of each destination what became of it', async () => {
		const before = sandbox.messages.length;
		const execution = await sendToBoth({});
		expect(shownError(execution)).toMatch(/^1 of 2 destinations was not accepted: .*REJECTED_NETWORK.*\n.*The other one was accepted.*Retry does not send it again/);
		const accepted = sandbox.messages.slice(before).find(({ to }) => to === ACCEPTED);
		expect(accepted?.status.groupName).not.toBe('REJECTED');
		const { data } = execution.data.resultData.error!.context as { data: unknown };
		expect(data).toEqual({
			requests: [{ bulkId: expect.stringMatching(/^n8n-/), accepted: 1, refused: 1, unknown: 0, notSent: 0 }],
			destinations: [
				expect.objectContaining({ to: REJECTED, state: 'refused', messageId: expect.any(String), error: expect.stringContaining('REJECTED_NETWORK') }),
				expect.objectContaining({ to: ACCEPTED, state: 'accepted', messageId: accepted?.messageId }),
			],
		});
	});

	test('with Continue: both come out of the one output', async () => {
		const execution = await sendToBoth({ onError: 'continueRegularOutput' });
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, SEND).map(({ json }) => json)).toEqual([
			{ error: expect.stringContaining('REJECTED_NETWORK'), details: expect.objectContaining({ to: REJECTED, state: 'refused' }) },
			expect.objectContaining({ to: ACCEPTED, statusGroup: 'PENDING' }),
		]);
	});

	test('as normal items: nothing stops, and the status says why', async () => {
		const execution = await sendToBoth({}, { rejectedAs: 'items' });
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, SEND).map(({ json }) => [json.to, json.statusGroup])).toEqual([
			[REJECTED, 'REJECTED'],
			[ACCEPTED, 'PENDING'],
		]);
	});
});
