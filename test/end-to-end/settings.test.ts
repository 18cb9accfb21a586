import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { N8nInstance } from '../../tools/n8n/instance';
import { itemsOf } from '../../tools/n8n/restClient';
import type { Sandbox } from '../../sandbox';
import { DELIVERED } from '../unit/notifications/bodies';
import { SEND, sendWorkflow, START, startN8nWithSandbox } from './realN8n';
import { countExecutions, publishTrigger, push } from './trigger/triggerN8n';

/** What needs other settings of n8n: one after the other, on one instance that is started two times. */

let scratch: string;
let n8n: N8nInstance;
let sandbox: Sandbox;
let stop = async () => {};

beforeAll(async () => {
	scratch = await mkdtemp(join(tmpdir(), 'settings-'));
	const env = { NODE_EXTRA_CA_CERTS: '', N8N_PROXY_HOPS: '1' };
	({ n8n, sandbox, stop } = await startN8nWithSandbox({ userFolder: join(scratch, 'user'), env }, { tls: true }));
});
afterAll(async () => {
	await stop();
	await rm(scratch, { recursive: true, maxRetries: 3 });
});

const report = (messageId: string, groupId = 3) =>
	JSON.stringify({ results: [{ ...DELIVERED, messageId, status: { groupId } }] });

test('an untrusted certificate: nothing is sent, and the error says why', async () => {
	const { status, data } = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(sendWorkflow()), START);
	expect(status).toBe('error');
	const { error } = data.resultData;
	expect(`${error?.message} ${error?.description}`).toMatch(/certificate/i);
	expect(sandbox.messages).toEqual([]);
});

test('Allowed Addresses respects n8n’s proxy settings', async () => {
	const { url, workflowId } = await publishTrigger(n8n, {
		options: { allowedAddresses: '203.0.113.0/24, 2001:db8::/32' },
	});
	const pushFrom = async (address?: string) =>
		await push(url, report(`from-${address}`), {
			'Content-Type': 'application/json',
			...(address !== undefined && { 'X-Forwarded-For': address }),
		});
	for (const address of [undefined, '198.51.100.7', '203.0.113.7, 198.51.100.7', '2001:db9::1', 'nonsense', '']) {
		expect(await pushFrom(address)).toEqual({ status: 401, json: { message: expect.stringMatching(/\w/) } });
	}
	expect(countExecutions(n8n, workflowId)).toBe(0);
	const allowed = ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::1', '198.51.100.7, 203.0.113.7'];
	for (const address of allowed) expect((await pushFrom(address)).json).toMatchObject({ started: 1 });
	expect(countExecutions(n8n, workflowId)).toBe(allowed.length);
});

test('with NODE_EXTRA_CA_CERTS the message is sent over https', async () => {
	await n8n.stop();
	await n8n.start({ NODE_EXTRA_CA_CERTS: sandbox.caCertificate! });
	const execution = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(sendWorkflow()), START);
	expect(execution.status).toBe('success');
	expect(sandbox.url).toMatch(/^https:/);
	expect(sandbox.messages.map(({ to, messageId }) => ({ to, messageId }))).toEqual([
		{ to: '447700900123', messageId: itemsOf(execution, SEND)[0]?.json.messageId },
	]);
});
