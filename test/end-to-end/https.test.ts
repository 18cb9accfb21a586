import type { N8nInstance } from '../../n8n/instance';
import { itemsOf } from '../../n8n/restClient';
import type { Sandbox } from '../../sandbox';
import { SEND, sendWorkflow, START, startN8nWithSandbox } from './realN8n';

jest.setTimeout(180_000);

let n8n: N8nInstance;
let sandbox: Sandbox;
let stop = async () => {};
let workflowId: string;

beforeAll(async () => {
	({ n8n, sandbox, stop } = await startN8nWithSandbox({ env: { NODE_EXTRA_CA_CERTS: '' } }, { tls: true }));
	workflowId = await n8n.rest.saveWorkflow(sendWorkflow());
});

afterAll(async () => await stop());

test('a certificate that n8n does not know: nothing is sent, and the user reads why', async () => {
	const { status, data } = await n8n.rest.runToEnd(workflowId, START);
	expect(status).toBe('error');
	const { error } = data.resultData;
	expect(`${error?.message} ${error?.description}`).toMatch(/certificate/i);
	expect(sandbox.messages).toEqual([]);
});

test('with NODE_EXTRA_CA_CERTS the message goes out through https', async () => {
	await n8n.restart({ NODE_EXTRA_CA_CERTS: sandbox.caCertificate! });
	const execution = await n8n.rest.runToEnd(workflowId, START);
	expect(execution.status).toBe('success');
	expect(sandbox.url).toMatch(/^https:/);
	expect(sandbox.messages.map(({ to, messageId }) => ({ to, messageId }))).toEqual([
		{ to: '447700900123', messageId: itemsOf(execution, SEND)[0]?.json.messageId },
	]);
});
