import { readExample, withNotifyUrl } from '../../tools/n8n/exampleWorkflows';
import type { RunningN8n } from '../../tools/n8n/instance';
import { itemsOf } from '../../tools/n8n/restClient';
import type { Sandbox } from '../../sandbox';
import { send } from '../sandbox/client';
import { sharedN8nWithSandbox, START } from './realN8n';
import { RowsTable } from './rowsTable';
import { push } from './trigger/triggerN8n';

const TRIGGER = 'Delivery reports';

let n8n: RunningN8n;
let table: RowsTable;
let sandbox: Sandbox;
let example: Awaited<ReturnType<typeof readExample>>;

beforeAll(async () => {
	({ n8n, sandbox } = await sharedN8nWithSandbox());
	example = await readExample('rows-from-reports');
	example = withNotifyUrl(example, n8n.notifyUrl(example));
	table = new RowsTable(n8n);
	await n8n.rest.saveWorkflow(example);
	await n8n.rest.activate(example.id);
	await n8n.rest.runToEnd(example.id, START);
	await table.untilFinal();
});

test('a second run sends only rows without a status; a row that cannot be sent has the reason', async () => {
	const before = await table.rows();
	await table.addRow({ recipient: '447700900789', text: 'One more' });
	await table.addRow({ recipient: 'nobody', text: 'No number' });
	const sent = await n8n.rest.runToEnd(example.id, START);
	expect(sent.status).toBe('success');
	expect(itemsOf(sent, 'Example rows')).toEqual([]);

	const after = await table.untilFinal();
	expect(after.slice(0, before.length)).toEqual(before);
	expect(after.slice(before.length)).toEqual([
		expect.objectContaining({ recipient: '447700900789', status: 'DELIVERED', messageId: expect.any(String) }),
		expect.objectContaining({
			recipient: 'nobody',
			status: 'NOT_SENT',
			result: expect.stringContaining("'To'"),
			messageId: null,
		}),
	]);
	// Workflows of other tests may send too
	const ofRows = sandbox.messages.filter(({ callbackData }) => callbackData?.startsWith('row-'));
	expect(ofRows).toHaveLength(before.length + 1);
});

test('reports of other messages change no row', async () => {
	const before = await table.rows();
	const executions = (await n8n.rest.executionsOf(example.id)).length;
	await send(sandbox, '447700900123', { notifyUrl: n8n.notifyUrl(example), callbackData: '1' });
	const [other] = (await n8n.rest.finishedExecutionsOf(example.id, executions + 1)).slice(-1);
	expect([other!.status, itemsOf(other!, TRIGGER).length, itemsOf(other!, 'Has a row').length]).toEqual([
		'success',
		1,
		0,
	]);
	expect(await table.rows()).toEqual(before);
});

test('a report that arrives late, and is older than the status of the row, does not replace it', async () => {
	const before = await table.rows();
	const delivered = before.find(({ status }) => status === 'DELIVERED')!;
	const at = (ms: number) => new Date(Date.parse(delivered.doneAt!) + ms).toISOString();
	const report = async (groupId: number, name: string, doneAt: string): Promise<void> => {
		const executions = (await n8n.rest.executionsOf(example.id)).length;
		const results = [{ messageId: name, callbackData: `row-${delivered.id}`, doneAt, status: { groupId, name } }];
		expect(await push(n8n.notifyUrl(example), JSON.stringify({ results }))).toMatchObject({ status: 200 });
		await n8n.rest.finishedExecutionsOf(example.id, executions + 1);
	};
	const row = async () => (await table.rows()).find(({ id }) => id === delivered.id);
	await report(4, 'EXPIRED_EXPIRED', at(-1));
	expect(await table.rows()).toEqual(before);
	await report(5, 'REJECTED_NETWORK', at(1000));
	expect(await row()).toMatchObject({ status: 'REJECTED', doneAt: at(1000) });
});
