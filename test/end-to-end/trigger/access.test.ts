import { itemsOf } from '../../../n8n/restClient';
import type { N8nInstance } from '../../../n8n/instance';
import { SANDBOX_CREDENTIAL, sandboxCredential } from '../../../n8n/sandboxCredential';
import type { Sandbox } from '../../../sandbox';
import { DELIVERED } from '../../unit/notifications/bodies';
import { SEND, sendWorkflow, START, startN8nWithSandbox } from '../realN8n';
import { countExecutions, publishTrigger, push, TRIGGER, type LiveTrigger } from './triggerN8n';

const SECRET = 'abc-123_XYZ';
const PASSWORD = 'pa:ss/wörd 1';
const CREDENTIALS = { smsMessagingApi: { id: SANDBOX_CREDENTIAL.id, name: SANDBOX_CREDENTIAL.name } };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const basic = (pair: string) => ({ Authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

let n8n: N8nInstance;
let sandbox: Sandbox;
let stop = async () => {};

beforeAll(async () => {
	({ n8n, sandbox, stop } = await startN8nWithSandbox({ env: { N8N_PROXY_HOPS: '1' } }, { notifications: { retryUnitMs: 100 } }));
	await n8n.rest.saveCredential(sandboxCredential(sandbox.url));
	const { data, ...credential } = sandboxCredential(sandbox.url);
	await n8n.rest.saveCredential({ ...credential, data: { ...data, notificationToken: SECRET } });
});

afterAll(async () => await stop());

let messageCount = 0;
const aReport = () => JSON.stringify({ results: [{ ...DELIVERED, messageId: `access-${(messageCount += 1)}` }] });

/** Pushes a report with each of these requests; none may start anything. */
async function expectRefused({ url, workflowId }: LiveTrigger, requests: Array<{ query?: string; headers?: Record<string, string> }>): Promise<void> {
	const before = countExecutions(n8n, workflowId);
	for (const { query = '', headers = {} } of requests) {
		const { status, json } = await push(url + query, aReport(), { ...JSON_TYPE, ...headers });
		expect([status, json]).toEqual([401, { message: expect.stringMatching(/\w/) }]);
		expect(JSON.stringify(json)).not.toContain(SECRET);
	}
	expect(countExecutions(n8n, workflowId)).toBe(before);
}

async function expectTaken({ url, workflowId }: LiveTrigger, { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {}): Promise<void> {
	const before = countExecutions(n8n, workflowId);
	expect((await push(url + query, aReport(), { ...JSON_TYPE, ...headers })).json).toMatchObject({ started: 1 });
	expect(countExecutions(n8n, workflowId)).toBe(before + 1);
}

/** Sends a message whose report goes to this URL, and waits until its first push was answered. */
async function sendAndWait(notifyUrl: string): Promise<{ given: unknown; status: number | undefined }> {
	const { pathname } = new URL(notifyUrl);
	const pushes = () => sandbox.pushes.filter(({ url, status }) => status !== undefined && new URL(url).pathname === pathname);
	const before = pushes().length;
	const workflow = sendWorkflow({ parameters: { deliveryReport: { notifyUrl } } });
	const execution = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(workflow), START);
	expect(itemsOf(execution, SEND)).toHaveLength(1);
	await sandbox.waitFor(() => pushes().length > before, 30_000);
	return { given: execution.data, status: pushes()[before]?.status };
}

/** What n8n has stored of the newest execution of a workflow. */
async function newestExecution(workflowId: string) {
	return (await n8n.rest.finishedExecutionsOf(workflowId, 1)).at(-1)!;
}

test('none: whoever knows the URL', async () => {
	const trigger = await publishTrigger(n8n);
	await expectTaken(trigger);
	await expectTaken(trigger, { query: '?token=x', headers: basic('a:b') });
});

test('token in the URL', async () => {
	const trigger = await publishTrigger(n8n, { authentication: 'token', token: SECRET });
	await expectRefused(trigger, [
		{},
		{ query: '?token=' },
		{ query: `?token=${SECRET}x` },
		{ query: `?token=${SECRET}&token=${SECRET}` },
		{ query: `?token[]=${SECRET}` },
		{ query: `?token[x]=${SECRET}` },
		{ query: `?TOKEN=${SECRET}` },
		{ headers: { token: SECRET } },
		{ headers: { Authorization: `Bearer ${SECRET}` } },
	]);
	await expectTaken(trigger, { query: `?token=${SECRET}` });
	await sendAndWait(`${trigger.url}?token=${SECRET}`);
	const execution = await newestExecution(trigger.workflowId);
	expect(itemsOf(execution, TRIGGER)[0]?.json).toMatchObject({ status: 'DELIVERED_TO_HANDSET' });
	expect(JSON.stringify(execution)).not.toContain(`token=${SECRET}`);
});

test('user and password, also from the notify URL', async () => {
	const trigger = await publishTrigger(n8n, { authentication: 'basic', user: 'sms', password: PASSWORD });
	await expectRefused(trigger, [
		{},
		{ headers: basic('sms:wrong') },
		{ headers: basic(`other:${PASSWORD}`) },
		{ headers: basic(PASSWORD) },
		{ headers: { Authorization: `Basic ${PASSWORD.replace('ö', 'o')}` } },
		{ query: '?user=sms&password=x' },
	]);
	await expectTaken(trigger, { headers: basic(`sms:${PASSWORD}`) });
	const started = countExecutions(n8n, trigger.workflowId);
	const withPassword = (password: string) => trigger.url.replace('://', `://sms:${encodeURIComponent(password)}@`);
	expect((await sendAndWait(withPassword(PASSWORD))).status).toBe(200);
	expect(countExecutions(n8n, trigger.workflowId)).toBe(started + 1);
	expect((await sendAndWait(withPassword('wrong'))).status).toBe(401);
	expect(countExecutions(n8n, trigger.workflowId)).toBe(started + 1);
	expect(JSON.stringify((await newestExecution(trigger.workflowId)).data.resultData)).not.toContain('wörd');
});

test('a header', async () => {
	const trigger = await publishTrigger(n8n, { authentication: 'header', headerName: 'X-Secret', headerValue: SECRET });
	await expectRefused(trigger, [
		{},
		{ headers: { 'X-Secret': '' } },
		{ headers: { 'X-Secret': `${SECRET}, ${SECRET}` } },
		{ headers: { 'X-Secre': SECRET } },
		{ query: `?x-secret=${SECRET}` },
	]);
	await expectTaken(trigger, { headers: { 'x-secret': SECRET } });
});

test('the token of the credential: Send adds it, the trigger asks for it, nobody has to type it', async () => {
	const trigger = await publishTrigger(n8n, { authentication: 'credential' }, CREDENTIALS);
	await expectRefused(trigger, [{}, { query: '?token=' }, { query: '?token=wrong' }]);
	const { given, status } = await sendAndWait(trigger.url);
	expect(sandbox.messages.at(-1)).toMatchObject({ notifyUrl: `${trigger.url}?token=${SECRET}` });
	expect(status).toBe(200);
	const execution = await newestExecution(trigger.workflowId);
	expect(itemsOf(execution, TRIGGER)[0]?.json).toMatchObject({ messageId: sandbox.messages.at(-1)?.messageId, status: 'DELIVERED_TO_HANDSET' });
	expect(JSON.stringify([given, execution])).not.toContain(SECRET);
});

test('allowed addresses: that of the sender as n8n’s proxy settings tell it', async () => {
	const trigger = await publishTrigger(n8n, { options: { allowedAddresses: '203.0.113.0/24, 2001:db8::/32' } });
	const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
	await expectRefused(trigger, [{}, from('198.51.100.7'), from('203.0.113.7, 198.51.100.7'), from('2001:db9::1'), from('nonsense'), from('')]);
	for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::1', '198.51.100.7, 203.0.113.7']) await expectTaken(trigger, from(address));
});

test('no secret is set, or no list can be read: nothing is let in', async () => {
	// n8n does not publish a workflow in which these fields are empty, but an expression may give nothing
	const BLANK = '={{ "" }}';
	const open = async (parameters: Record<string, unknown>) => await publishTrigger(n8n, parameters);
	await expectRefused(await open({ authentication: 'token', token: BLANK }), [{}, { query: '?token=' }]);
	await expectRefused(await open({ authentication: 'basic', user: BLANK, password: BLANK }), [{}, { headers: basic(':') }]);
	await expectRefused(await open({ authentication: 'header', headerName: 'X-Secret', headerValue: BLANK }), [{}]);
	await expectRefused(await open({ options: { allowedAddresses: '127.0.0.1, gateway.example' } }), [{}]);
	expect(await n8n.logTail(200)).toContain("The list 'Allowed Addresses' of this trigger has an entry");
	expect(await n8n.logTail(200)).not.toContain('gateway.example');
});
