import { freePorts } from '../../../tools/n8n/ports';
import { startN8nWithSandbox, START } from '../realN8n';
import { askingWorkflow } from './askingWorkflow';

test('n8n below a path of a proxy: a question is not sent, since n8n would refuse its answer', async () => {
	const [port = 0] = await freePorts(1);
	const env = { N8N_WEBHOOK_URL: `http://127.0.0.1:${port}/n8n/` };
	const { n8n, sandbox } = await startN8nWithSandbox({ port, env });
	const workflow = askingWorkflow({ to: '447700900801', message: 'Restart db1?' });
	const execution = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(workflow), START);
	expect(execution.status).toBe('error');
	expect(execution.data.resultData.error?.message).toContain('/n8n');
	expect(sandbox.messages).toEqual([]);
});
