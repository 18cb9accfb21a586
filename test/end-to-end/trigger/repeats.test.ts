import type { RunningN8n } from '../../../tools/n8n/instance';
import type { Sandbox } from '../../../sandbox';
import { send } from '../../sandbox/client';
import { DELIVERED } from '../../unit/notifications/bodies';
import { sharedN8nWithSandbox } from '../realN8n';
import { countExecutions, publishTrigger, push, withDatabase, type LiveTrigger } from './triggerN8n';

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

const executions = () => countExecutions(n8n, trigger.workflowId);

/** What a full disk does: n8n cannot store an execution. */
const breakStorage = () =>
	withDatabase(n8n, (database) =>
		database.exec("CREATE TRIGGER full BEFORE INSERT ON execution_entity BEGIN SELECT RAISE(ABORT, 'full'); END"),
	);
const mendStorage = () => withDatabase(n8n, (database) => database.exec('DROP TRIGGER full'));

test('n8n cannot store the execution: the service’s retry starts exactly one execution', async () => {
	breakStorage();
	try {
		await send(sandbox, '447700900123', { notifyUrl: trigger.url });
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

test('a body above 4 MiB is answered 413 with the reason, and starts nothing', async () => {
	const results = [{ ...DELIVERED, callbackData: 'x'.repeat(4 * 2 ** 20) }];
	const { status, json } = await push(trigger.url, JSON.stringify({ results }));
	expect([status, json]).toEqual([413, { message: expect.stringContaining('more than 4 MiB') }]);
	expect(executions()).toBe(0);
});
