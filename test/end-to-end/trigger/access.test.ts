import { itemsOf } from '../../../tools/n8n/restClient';
import type { RunningN8n } from '../../../tools/n8n/instance';
import type { Sandbox } from '../../../sandbox';
import { DELIVERED } from '../../unit/notifications/bodies';
import { SEND, sendWorkflow, sharedN8nWithSandbox, START } from '../realN8n';
import { countExecutions, publishTrigger, push, TRIGGER, type LiveTrigger } from './triggerN8n';

const SECRET = 'abc-123_XYZ';
const PASSWORD = 'pa:ss/wörd 1';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const basic = (pair: string) => ({ Authorization: `Basic ${Buffer.from(pair).toString('base64')}` });

let n8n: RunningN8n;
let sandbox: Sandbox;
let stop = async () => {};

beforeAll(async () => {
	({ n8n, sandbox, stop } = await sharedN8nWithSandbox({ notifications: { retryUnitMs: 100 } }));
});

afterAll(async () => await stop());

let messageCount = 0;
const aReport = () => JSON.stringify({ results: [{ ...DELIVERED, messageId: `access-${(messageCount += 1)}` }] });

/** Pushes a report with each of these requests; none may start anything. */
async function expectRefused(
	{ url, workflowId }: LiveTrigger,
	requests: Array<{ query?: string; headers?: Record<string, string> }>,
): Promise<void> {
	const before = countExecutions(n8n, workflowId);
	for (const { query = '', headers = {} } of requests) {
		const { status, json } = await push(url + query, aReport(), { ...JSON_TYPE, ...headers });
		expect([status, json]).toEqual([401, { message: expect.stringMatching(/\w/) }]);
		expect(JSON.stringify(json)).not.toContain(SECRET);
	}
	expect(countExecutions(n8n, workflowId)).toBe(before);
}

async function expectTaken(
	{ url, workflowId }: LiveTrigger,
	{ query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<void> {
	const before = countExecutions(n8n, workflowId);
	expect((await push(url + query, aReport(), { ...JSON_TYPE, ...headers })).json).toMatchObject({ started: 1 });
	expect(countExecutions(n8n, workflowId)).toBe(before + 1);
}

/** Sends a message whose report goes to this URL, and waits until its first push was answered. */
async function sendAndWait(notifyUrl: string): Promise<{ given: unknown; status: number | undefined }> {
	const { pathname } = new URL(notifyUrl);
	const pushes = () =>
		sandbox.pushes.filter(({ url, status }) => status !== undefined && new URL(url).pathname === pathname);
	const before = pushes().length;
	const workflow = sendWorkflow({ parameters: { messageOptions: { notifyUrl } } });
	const execution = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(workflow), START);
	expect(itemsOf(execution, SEND)).toHaveLength(1);
	await sandbox.waitFor(() => pushes().length > before, 30_000);
	return { given: execution.data, status: pushes()[before]?.status };
}

/** What n8n has stored of the newest execution of a workflow. */
async function newestExecution(workflowId: string) {
	return (await n8n.rest.finishedExecutionsOf(workflowId, 1)).at(-1)!;
}

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
