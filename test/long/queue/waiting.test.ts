import { startCluster, type Cluster } from '../../../tools/n8n/queue/cluster';
import { itemsOf, type WorkflowFile } from '../../../tools/n8n/restClient';
import { ANSWER, askingWorkflow, linkTo } from '../../end-to-end/asking/askingWorkflow';
import { SEND, START, untilWaiting } from '../../end-to-end/realN8n';
import { publishTrigger, push } from '../../end-to-end/trigger/triggerN8n';
import { came, only } from '../../end-to-end/waiting/waitingN8n';
import { waitingWorkflow } from '../../end-to-end/waiting/waitingWorkflow';
import { afterwards } from '../../support/afterwards';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { DELIVERED as DELIVERED_REPORT } from '../../unit/notifications/bodies';

const DELIVERED = 'DELIVERED_TO_HANDSET';

/** Waiting for delivery and for answers, and the trigger, in queue mode: workers run executions, webhook processes receive pushes. */
let sandbox: Sandbox;
let queue: Cluster;

beforeAll(async () => {
	sandbox = afterwards(
		await startSandbox({
			delays: { enrouteMs: 300, finalMs: 700, slowMs: 15_000 },
			notifications: { retryUnitMs: 500, maxRetries: 12 },
		}),
	);
	queue = afterwards(await startCluster({ serviceUrl: sandbox.url }));
}, 300_000);

const begin = async (workflow: WorkflowFile) =>
	await queue.n8n.rest.run(await queue.n8n.rest.saveWorkflow(workflow), START);
const finished = async (id: string) => await queue.n8n.rest.finished(id, 120_000);

test('a question to two numbers: each answers once through the webhook process; a worker is killed in between', async () => {
	const to = ['447700900901', '447700900902'];
	const id = await begin(askingWorkflow({ to: to.join(), message: 'Ready?', awaits: 'all' }));
	await untilWaiting(queue.n8n, id);
	const [first, second] = to.map((number) => linkTo(sandbox, number)) as [string, string];
	const press = async (link: string) =>
		(await fetch(link, { method: 'POST', body: new URLSearchParams({ answer: 'approved' }) })).status;
	expect((await fetch(first)).status).toBe(200);
	expect(await press(first)).toBe(200);
	await untilWaiting(queue.n8n, id);
	const [worker] = queue.workers;
	await worker!.kill();
	expect(await press(first)).toBe(409);
	expect(await press(second)).toBe(200);
	await worker!.start();
	const execution = await finished(id);
	expect(itemsOf(execution, ANSWER).map(({ json }) => [json.to, json.approved])).toEqual(to.map((one) => [one, true]));
	expect(itemsOf(execution, SEND)).toHaveLength(2);
	expect(sandbox.messages.filter((message) => to.includes(message.to))).toHaveLength(2);
}, 180_000);

test('both workers are killed and the main process restarts during the wait', async () => {
	const rows = [
		{ row: 'a', to: '447700900321' },
		{ row: 'b', to: '19990400002' },
	];
	const id = await begin(waitingWorkflow({ rows }));
	await sandbox.waitFor(
		() =>
			sandbox.pushes.some(({ status, reports }) => status === 200 && reports.some(({ to }) => to === '447700900321')),
		30_000,
	);
	await untilWaiting(queue.n8n, id);
	for (const worker of queue.workers) await worker.kill();
	for (const worker of queue.workers) await worker.start();
	await queue.n8n.kill();
	await queue.n8n.start();
	expect(came(await finished(id))).toEqual(
		only({
			Delivered: [
				['a', '447700900321', DELIVERED],
				['b', '19990400002', DELIVERED],
			],
		}),
	);
}, 180_000);

test('repeats are detected per process: a repeated report starts one run in each of two webhook processes', async () => {
	const { workflowId, url } = await publishTrigger(queue.n8n);
	const [first, second] = [queue.webhookProcesses[0]!, await queue.add('webhook')].map((one) =>
		url.replace(queue.n8n.baseUrl, one.url),
	) as [string, string];
	const report = JSON.stringify({ results: [DELIVERED_REPORT] });
	const pushed = [];
	for (const address of [first, first, second, second, first]) pushed.push((await push(address, report)).json);
	expect(pushed.map((answer) => [answer?.started, answer?.repeated])).toEqual([
		[1, 0],
		[0, 1],
		[1, 0],
		[0, 1],
		[0, 1],
	]);
	expect(await queue.n8n.rest.finishedExecutionsOf(workflowId, 2)).toHaveLength(2);
}, 180_000);
