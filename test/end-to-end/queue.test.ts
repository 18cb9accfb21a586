import { pause, QueueLab } from '../support/queue/lab';

/** n8n's queue mode in short; test/long/queue has the long form. */

const MESSAGES = 1000;
const NOTIFICATIONS = 60;

let lab: QueueLab;
beforeAll(async () => {
	lab = await QueueLab.open();
}, 300_000);
afterAll(async () => await lab?.stop(), 120_000);

test('the sending worker is killed and restarted: the execution is marked as crashed, and Retry sends the rest: none twice, none lost', async () => {
	await lab.slowDown(400);
	const workflow = await lab.saveSend('43660');
	const id = await lab.beginSend(workflow, { count: MESSAGES });
	const worker = await lab.workerOf(id);
	await lab.sandbox.waitFor(() => lab.acceptedTo('43660').length >= MESSAGES / 4, 60_000);
	await worker.kill();
	expect(lab.acceptedTo('43660').length).toBeLessThan(MESSAGES);
	await worker.start();
	expect(await lab.ended(workflow.workflowId, id, 60_000)).toMatchObject({ status: 'crashed' });
	expect(await lab.cluster.n8n.rest.retry(id)).toMatchObject({ status: 'success' });
	const numbers = lab.acceptedTo('43660').map(({ to }) => to);
	expect(numbers).toHaveLength(MESSAGES);
	expect(new Set(numbers).size).toBe(MESSAGES);
});

test('the webhook process is killed and restarted during pushes: each push starts an execution, at the latest when it is retried', async () => {
	const { url } = await lab.saveTrigger();
	const pushed = lab.push(url, NOTIFICATIONS, NOTIFICATIONS / 2);
	await pause(500);
	const [webhooks] = lab.cluster.webhookProcesses;
	await webhooks!.kill();
	await webhooks!.start();
	const fates = await pushed;
	expect(fates.filter(({ isTaken }) => !isTaken)).toEqual([]);
	expect(fates.some(({ refused }) => refused.length > 0)).toBe(true);
	expect((await lab.unseen(fates, 60_000)).lost).toEqual([]);
});
