import { nodeOf, readExample } from '../../../tools/n8n/exampleWorkflows';
import { itemsOf, type WorkflowFile } from '../../../tools/n8n/restClient';
import { START } from '../../end-to-end/realN8n';
import { push } from '../../end-to-end/trigger/triggerN8n';
import { pause } from '../../integration/bulk/proxiedSandbox';
import { QueueLab, STEP_MS } from '../../support/queue/lab';

/** The example workflows for queue mode, each with a worker that dies and does not restart. */

const MESSAGES = 10_000;
const NOTIFIED = 300;

let lab: QueueLab;
beforeAll(async () => {
	lab = await QueueLab.open(
		// n8n's own setting, so that a worker is missed after two minutes
		{ webhookProcesses: 2, workers: 3, env: { QUEUE_WORKER_STALLED_INTERVAL: '30000' } },
		{
			delays: { enrouteMs: 20, finalMs: 300 },
			notifications: { batchSize: 2, windowMs: 20, retryUnitMs: 500 },
		},
	);
}, 300_000);

test('failed-run.json and after-a-crash.json: the messages of a dead run are stored, the rest is listed and sent: none twice, none lost', async () => {
	const { rest } = lab.cluster.n8n;
	const failedRun = await readExample('failed-run');
	nodeOf(failedRun, 'Until the logs show all').parameters = { amount: 5, unit: 'seconds' };
	await rest.saveWorkflow(failedRun);
	await rest.activate(failedRun.id);
	await lab.slowDown(200);
	const workflow = await lab.saveSend('43700', { errorWorkflow: failedRun.id });
	const id = await lab.beginSend(workflow, { count: MESSAGES });
	const worker = await lab.workerOf(id);
	await lab.sandbox.waitFor(() => lab.acceptedTo('43700').length >= 3000, 120_000);
	await worker.kill();
	const { status } = await lab.ended(workflow.workflowId, id, 300_000);
	expect(status).toBe('error');
	const accepted = new Set(lab.acceptedTo('43700').map(({ to }) => to));
	const [kept] = await rest.finishedExecutionsOf(failedRun.id, 1, 120_000);
	expect(itemsOf(kept!, 'What was found').map(({ json }) => [json.execution, json.accepted])).toEqual([
		[id, accepted.size],
	]);
	expect(new Set(await keptRecipients())).toEqual(accepted);
	await rest.retry(id);
	expect(lab.acceptedTo('43700')).toHaveLength(accepted.size);

	const afterACrash = await readExample('after-a-crash');
	const { assignments } = nodeOf(afterACrash, 'Settings').parameters.assignments as {
		assignments: Array<{ value: string }>;
	};
	assignments[0]!.value = id;
	const list = Array.from({ length: MESSAGES }, (_, index) => ({
		to: `43700${1_000_000 + index}`,
		text: `Message ${index}`,
	}));
	nodeOf(afterACrash, 'The list').parameters.jsonOutput = JSON.stringify({ messages: list });
	const found = await rest.runToEnd(await rest.saveWorkflow(afterACrash), START, 300_000);
	const missing = itemsOf(found, 'Still to send').map(({ json }) => json as { to: string; text: string });
	expect(missing.map(({ to }) => to)).toEqual(list.map(({ to }) => to).filter((to) => !accepted.has(to)));

	const second = await lab.beginSend(workflow, { messages: missing });
	expect(await lab.ended(workflow.workflowId, second, 120_000)).toMatchObject({ status: 'success' });
	const reached = lab.acceptedTo('43700').map(({ to }) => to);
	expect(reached.sort()).toEqual(list.map(({ to }) => to));
}, 900_000);

test('reports-exactly-once.json: reports of a dead run are found again, and a repeated report starts nothing', async () => {
	const { rest } = lab.cluster.n8n;
	const workflow = inSeconds(await readExample('reports-exactly-once'));
	const credential = await rest.saveCredential({
		name: 'PostgreSQL',
		type: 'postgres',
		data: {
			host: '127.0.0.1',
			port: lab.cluster.postgres.port,
			database: 'postgres',
			user: 'postgres',
			password: 'none',
			ssl: 'disable',
		},
	});
	for (const node of workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.postgres'))
		node.credentials = { postgres: { id: credential, name: 'PostgreSQL' } };
	Object.assign(nodeOf(workflow, 'Your steps'), {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { method: 'POST', url: `=${lab.collector.url}/{{ $json.report.messageId }}`, options: {} },
	});
	await rest.saveWorkflow(workflow);
	const made = await rest.runToEnd(workflow.id, 'Once: make the table');
	expect(made.status).toBe('success');
	await rest.activate(workflow.id);

	await lab.slowDown(500);
	// All reports come at once
	lab.collector.stepMs = 20_000;
	const send = await lab.saveSend('43800', { notifyUrl: lab.cluster.notifyUrl(workflow) });
	const id = await lab.beginSend(send, { count: NOTIFIED });
	const sending = await lab.workerOf(id);
	const victim = lab.cluster.workers.find((one) => one.pid !== undefined && one !== sending)!;
	// In the midst of its runs
	await lab.sandbox.waitFor(() => lab.runningIn(victim) >= 1, 120_000);
	await pause(3000);
	await victim.kill();
	lab.collector.stepMs = STEP_MS;
	expect(await lab.ended(send.workflowId, id, 120_000)).toMatchObject({ status: 'success' });
	const ids = lab.acceptedTo('43800').map(({ messageId }) => messageId);
	await lab.sandbox.waitFor(() => ids.every((messageId) => isAnswered(messageId)), 120_000);
	await pause(10_000);
	const lost = ids.filter((messageId) => !lab.collector.seen.has(messageId));
	process.stdout.write(`\n${ids.length} reports answered 200, ${lost.length} lost with the worker\n`);
	expect(lost).not.toEqual([]);

	await lookAgain(workflow.id, () => ids.every((messageId) => lab.collector.seen.has(messageId)));
	expect(ids.filter((messageId) => !lab.collector.seen.has(messageId))).toEqual([]);
	await lookAgain(workflow.id, () => false);

	const seen = [...lab.collector.seen];
	for (const webhooks of lab.cluster.webhookProcesses)
		for (const messageId of ids.slice(0, 20))
			await pushAgain(messageId, lab.cluster.notifyUrl(workflow).replace(lab.cluster.url, webhooks.url));
	await pause(5000);
	await lookAgain(workflow.id, () => false);
	expect([...lab.collector.seen]).toEqual(seen);
}, 900_000);

/** The example with seconds in place of its minutes, for what is sent from now on. */
function inSeconds<T extends WorkflowFile>(example: T): T {
	return JSON.parse(
		JSON.stringify(example)
			.replace('$now.minus({ hours: 24 }).toISO()', `'${new Date().toISOString()}'`)
			.replace("interval '10 minutes'", "interval '8 seconds'")
			.replace("'minutes').minutes > 10", "'seconds').seconds > 8"),
	) as T;
}

/** What failed-run.json has put into its table. */
async function keptRecipients(): Promise<string[]> {
	const [{ id }] = await lab.query<[{ id: string }]>("SELECT id FROM data_table WHERE name = 'SMS of failed runs'");
	const rows = await lab.query<Array<{ recipient: string }>>(`SELECT recipient FROM "data_table_user_${id}"`);
	return rows.map(({ recipient }) => recipient);
}

/** The schedule of the example, up to three times. */
async function lookAgain(workflowId: string, isEnough: () => boolean): Promise<void> {
	for (let time = 0; time < 3 && !isEnough(); time++) {
		await lab.cluster.n8n.rest.runToEnd(workflowId, 'Every 10 minutes', 120_000);
		await pause(9000);
	}
}

const isAnswered = (messageId: string) =>
	lab.sandbox.pushes.some(
		({ outcome, reports }) => outcome === 'accepted' && reports.some((report) => report.messageId === messageId),
	);

/** As the service pushed it the first time, at this address. */
async function pushAgain(messageId: string, url: string): Promise<void> {
	const report = lab.sandbox.pushes.flatMap(({ reports }) => reports).find((one) => one.messageId === messageId);
	expect((await push(url, JSON.stringify({ results: [report] }))).status).toBe(200);
}
