import type { RunningN8n } from '../../../tools/n8n/instance';
import type { Sandbox } from '../../../sandbox';
import { DELIVERED } from '../../unit/notifications/bodies';
import { sharedN8nWithSandbox } from '../realN8n';
import { countExecutions, openDatabase, publishTrigger, push, withDatabase, type LiveTrigger } from './triggerN8n';

let n8n: RunningN8n;
let sandbox: Sandbox;
let stop = async () => {};
let trigger: LiveTrigger;

beforeAll(async () => {
	({ n8n, sandbox, stop } = await sharedN8nWithSandbox({ notifications: { retryUnitMs: 200, timeoutMs: 30_000 } }));
});

afterAll(async () => await stop());

beforeEach(async () => {
	trigger = await publishTrigger(n8n);
});

let messageCount = 0;
const aReport = () => ({ ...DELIVERED, messageId: `repeat-${(messageCount += 1)}` });
const notification = (...results: object[]) => JSON.stringify({ results });
const executions = () => countExecutions(n8n, trigger.workflowId);

/** What a full disk does: n8n cannot store an execution. */
const breakStorage = () =>
	withDatabase(n8n, (database) =>
		database.exec("CREATE TRIGGER full BEFORE INSERT ON execution_entity BEGIN SELECT RAISE(ABORT, 'full'); END"),
	);
const mendStorage = () => withDatabase(n8n, (database) => database.exec('DROP TRIGGER full'));

test('n8n cannot store the execution: the service’s next try starts the run, and only one', async () => {
	breakStorage();
	try {
		const response = await fetch(`${sandbox.url}/sms/1/text/advanced`, {
			method: 'POST',
			headers: { Authorization: sandbox.authorization, 'Content-Type': 'application/json' },
			body: JSON.stringify({
				messages: [{ destinations: [{ to: '447700900123' }], text: 'Hello', notifyUrl: trigger.url }],
			}),
		});
		expect(response.status).toBe(200);
		await sandbox.waitFor(() => sandbox.pushes.some(({ status }) => status !== undefined), 30_000);
		expect(sandbox.pushes[0]).toMatchObject({ status: 500, outcome: 'retrying' });
		expect(executions()).toBe(0);
	} finally {
		mendStorage();
	}
	await sandbox.waitFor(() => sandbox.pushes.at(-1)?.outcome === 'accepted', 60_000);
	expect(executions()).toBe(1);
	expect((await push(trigger.url, sandbox.pushes[0]!.body)).json).toMatchObject({ started: 0, repeated: 1 });
	expect(executions()).toBe(1);
});

test('a service that gives up waiting while n8n stores the run, and comes again at once: one run', async () => {
	const body = notification(aReport());
	const giveUp = new AbortController();
	// n8n waits for its turn to write, as under load
	const database = openDatabase(n8n);
	database.exec('BEGIN IMMEDIATE');
	const firstTry = fetch(trigger.url, {
		method: 'POST',
		body,
		headers: { 'Content-Type': 'application/json' },
		signal: giveUp.signal,
	});
	await new Promise((resolve) => setTimeout(resolve, 500));
	giveUp.abort();
	await expect(firstTry).rejects.toThrow('aborted');
	database.close();
	let answer = await push(trigger.url, body);
	for (let attempt = 0; answer.status !== 200 && attempt < 10; attempt++) answer = await push(trigger.url, body);
	expect(answer.status).toBe(200);
	expect(executions()).toBe(1);
	expect((await push(trigger.url, body)).json).toMatchObject({ started: 0, repeated: 1 });
});
