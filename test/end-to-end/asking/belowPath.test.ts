import type { N8nInstance } from '../../../tools/n8n/instance';
import { freePorts } from '../../../tools/n8n/ports';
import { sandboxCredential } from '../../../tools/n8n/sandboxCredential';
import { startN8nWithSandbox, sendWorkflow, START, type N8nWithSandbox } from '../realN8n';
import { askingWorkflow } from './askingWorkflow';

/** n8n below a path of a proxy, with another path for its webhooks. */

let parts: N8nWithSandbox<N8nInstance>;
let base: string;
beforeAll(async () => {
	const [port = 0] = await freePorts(1);
	base = `http://127.0.0.1:${port}/n8n/`;
	parts = await startN8nWithSandbox({ port, env: { N8N_WEBHOOK_URL: base, N8N_ENDPOINT_WEBHOOK: 'hooks' } });
});
afterAll(async () => await parts.stop());

test('a question is not sent, since n8n would refuse its answer', async () => {
	const { n8n, sandbox } = parts;
	const workflow = askingWorkflow({ to: '447700900801', message: 'Restart db1?' });
	const execution = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(workflow), START);
	expect(execution.status).toBe('error');
	expect(execution.data.resultData.error?.message).toContain('/n8n');
	expect(sandbox.messages).toEqual([]);
});

test('a trigger of this n8n gets the token of the credential', async () => {
	const { n8n, sandbox } = parts;
	const credential = sandboxCredential(sandbox.url);
	await n8n.rest.saveCredential({ ...credential, data: { ...credential.data, notificationToken: 'T0KEN' } });
	const notifyUrl = `${base}hooks/1/sms-notifications`;
	const workflow = sendWorkflow({ parameters: { messageOptions: { notifyUrl } } });
	const execution = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(workflow), START);
	expect(execution.status).toBe('success');
	expect(sandbox.messages.map((message) => message.notifyUrl)).toEqual([`${notifyUrl}?token=T0KEN`]);
});
