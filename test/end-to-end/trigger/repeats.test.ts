import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { send } from '../../sandbox/client';
import { sharedN8nWithSandbox } from '../realN8n';
import { publishTrigger, push } from './triggerN8n';

/** What a full disk does: n8n cannot store an execution. */
const BREAK = "CREATE TRIGGER full BEFORE INSERT ON execution_entity BEGIN SELECT RAISE(ABORT, 'full'); END";
const MEND = 'DROP TRIGGER full';

test('n8n cannot store the execution: the service’s retry starts exactly one execution', async () => {
	const notifications = { retryUnitMs: 200, timeoutMs: 30_000 };
	const { n8n, sandbox } = await sharedN8nWithSandbox({ notifications });
	const { url, workflowId } = await publishTrigger(n8n);
	const count = async () => (await n8n.rest.executionsOf(workflowId)).length;
	const database = new DatabaseSync(join(n8n.userFolder, '.n8n', 'database.sqlite'));
	database.exec('PRAGMA busy_timeout = 20000');
	database.exec(BREAK);
	try {
		await send(sandbox, '447700900123', { notifyUrl: url });
		await sandbox.waitFor(() => sandbox.pushes.some(({ status }) => status !== undefined), 30_000);
		expect(sandbox.pushes[0]).toMatchObject({ status: 500, outcome: 'retrying' });
		expect(await count()).toBe(0);
	} finally {
		database.exec(MEND);
		database.close();
	}
	await sandbox.waitFor(() => sandbox.pushes.at(-1)?.outcome === 'accepted', 60_000);
	expect(await count()).toBe(1);
	expect((await push(url, sandbox.pushes[0]!.body)).json).toMatchObject({ started: 0, repeated: 1 });
	expect(await count()).toBe(1);
});
