import type { RunningN8n } from '../../../tools/n8n/instance';
import { itemsOf } from '../../../tools/n8n/restClient';
import type { Sandbox } from '../../../sandbox';
import { DELIVERED } from '../../unit/notifications/bodies';
import { sharedN8nWithSandbox } from '../realN8n';
import { countExecutions, push, TRIGGER, triggerWorkflow } from './triggerN8n';

let n8n: RunningN8n;
let sandbox: Sandbox;
let stop = async () => {};

beforeAll(async () => {
	({ n8n, sandbox, stop } = await sharedN8nWithSandbox());
});

afterAll(async () => await stop());

/** A workflow that waits for one test event, as after 'Listen for test event'. */
async function listen() {
	const workflow = triggerWorkflow();
	const workflowId = await n8n.rest.saveWorkflow(workflow);
	const start = async () =>
		await n8n.rest.call<{ waitingForWebhook?: boolean }>('POST', `/workflows/${workflowId}/run`, {
			triggerToStartFrom: { name: TRIGGER },
		});
	expect(await start()).toMatchObject({ waitingForWebhook: true });
	return { workflowId, url: n8n.notifyUrl(workflow).replace('/webhook/', '/webhook-test/'), start };
}

test('a report that the service pushes to the test URL runs the workflow', async () => {
	const { workflowId, url } = await listen();
	const response = await fetch(`${sandbox.url}/sms/1/text/advanced`, {
		method: 'POST',
		headers: { Authorization: sandbox.authorization, 'Content-Type': 'application/json' },
		body: JSON.stringify({
			messages: [
				{ destinations: [{ to: '447700900123' }], text: 'Hello', notifyUrl: url, notifyContentType: 'application/xml' },
			],
		}),
	});
	expect(response.status).toBe(200);
	const [execution] = await n8n.rest.finishedExecutionsOf(workflowId, 1);
	expect(execution).toMatchObject({ mode: 'manual', status: 'success' });
	expect(itemsOf(execution!, TRIGGER).map(({ json }) => json)).toEqual([
		expect.objectContaining({
			messageId: sandbox.messages[0]!.messageId,
			to: '447700900123',
			status: 'DELIVERED_TO_HANDSET',
		}),
	]);
});

test('what is no report does not end the listening; the same report runs the workflow each time', async () => {
	const { workflowId, url, start } = await listen();
	expect((await push(url, 'hello')).status).toBe(400);
	const body = JSON.stringify({ results: [DELIVERED] });
	expect((await push(url, body)).json).toMatchObject({ started: 1 });
	await n8n.rest.finishedExecutionsOf(workflowId, 1);
	expect((await push(url, body)).status).toBe(404);
	expect(await start()).toMatchObject({ waitingForWebhook: true });
	expect((await push(url, body)).json).toMatchObject({ started: 1, repeated: 0 });
	await n8n.rest.finishedExecutionsOf(workflowId, 2);
	expect(countExecutions(n8n, workflowId)).toBe(2);
});
