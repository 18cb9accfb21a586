import { nodeOf, readExample, withNotifyUrl } from '../../n8n/exampleWorkflows';
import type { N8nInstance } from '../../n8n/instance';
import { itemsOf, type WorkflowFile } from '../../n8n/restClient';
import { SANDBOX_CREDENTIAL } from '../../n8n/sandboxCredential';
import type { Sandbox } from '../../sandbox';
import { send } from '../sandbox/client';
import { START, startN8nWithSandbox } from './realN8n';

jest.setTimeout(180_000);

const TABLE = 'SMS messages';
const TRIGGER = 'Delivery reports';

let n8n: N8nInstance;
let sandbox: Sandbox;
let stop = async () => {};
let example: Awaited<ReturnType<typeof readExample>>;

beforeAll(async () => {
	({ n8n, sandbox, stop } = await startN8nWithSandbox());
	example = await readExample('rows-from-reports');
	example = withNotifyUrl(example, n8n.notifyUrl(example));
});
afterAll(async () => await stop());

interface Row {
	id: number;
	recipient: string;
	text: string;
	status: string | null;
	result: string | null;
	messageId: string | null;
	doneAt: string | null;
}

/** The table's address in n8n's REST interface; undefined where there is no such table. */
async function table(): Promise<string | undefined> {
	const projects = await n8n.rest.call<Array<{ id: string; type: string }>>('GET', '/projects/my-projects');
	const { id: projectId } = projects.find(({ type }) => type === 'personal')!;
	const { data } = await n8n.rest.call<{ data: Array<{ id: string; name: string }> }>('GET', `/projects/${projectId}/data-tables`);
	const found = data.find(({ name }) => name === TABLE);
	return found && `/projects/${projectId}/data-tables/${found.id}`;
}

/** The rows of the table as the person sees them under Data tables, in the order of their ids. */
async function rows(): Promise<Row[]> {
	const { data } = await n8n.rest.call<{ data: Row[] }>('GET', `${await table()}/rows?take=100`);
	return data.sort((a, b) => a.id - b.id);
}

async function addRow(row: Pick<Row, 'recipient' | 'text'>): Promise<void> {
	await n8n.rest.call('POST', `${await table()}/insert`, { data: [row], returnType: 'count' });
}

async function untilRows(isAsWanted: (row: Row) => boolean): Promise<Row[]> {
	const giveUpAt = Date.now() + 30_000;
	for (;;) {
		const found = await rows();
		if (found.every(isAsWanted)) return found;
		if (Date.now() > giveUpAt) throw new Error(`The rows stay like this: ${JSON.stringify(found)}`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}

const isFinal = ({ status }: Row) => status !== null && status !== 'PENDING';
const digits = (text: string) => text.replace(/\D/g, '');

test('as shipped: the table is made, its rows are sent, and each gets what became of its own message', async () => {
	expect(await table()).toBeUndefined();
	await n8n.rest.saveWorkflow(example);
	await n8n.rest.activate(example.id);
	const sent = await n8n.rest.runToEnd(example.id, START);
	expect(sent.status).toBe('success');
	expect(itemsOf(sent, 'Keep the message ID')).toHaveLength(3);

	const final = await untilRows(isFinal);
	expect(final.map(({ status, result }) => [status, result])).toEqual([
		['DELIVERED', 'Message delivered to handset'],
		['DELIVERED', 'Message delivered to handset'],
		['UNDELIVERABLE', 'Message sent not delivered'],
	]);
	for (const { id, recipient, text, messageId, doneAt } of final) {
		const message = sandbox.message(messageId!)!;
		expect([message.to, message.text]).toEqual([digits(recipient), text]);
		expect(JSON.parse(message.callbackData!)).toEqual({ n8nReference: id });
		expect(Date.parse(doneAt!)).toBe(message.doneAt);
	}
	const sends = sandbox.requests.filter(({ method }) => method === 'POST');
	expect(sends).toHaveLength(1);
});

test('a second run sends only rows without a status; a row that cannot be sent says why', async () => {
	const before = await rows();
	await addRow({ recipient: '447700900789', text: 'One more' });
	await addRow({ recipient: 'nobody', text: 'No number' });
	const sent = await n8n.rest.runToEnd(example.id, START);
	expect(sent.status).toBe('success');
	expect(itemsOf(sent, 'Example rows')).toEqual([]);

	const after = await untilRows(isFinal);
	expect(after.slice(0, before.length)).toEqual(before);
	expect(after.slice(before.length)).toEqual([
		expect.objectContaining({ recipient: '447700900789', status: 'DELIVERED', messageId: expect.any(String) }),
		expect.objectContaining({ recipient: 'nobody', status: 'NOT_SENT', result: expect.stringContaining("'to'"), messageId: null }),
	]);
	expect(sandbox.messages).toHaveLength(before.length + 1);
});

test('reports of other messages change no row', async () => {
	const before = await rows();
	const executions = (await n8n.rest.executionsOf(example.id)).length;
	await send(sandbox, '447700900123', { notifyUrl: n8n.notifyUrl(example), callbackData: '1' });
	const [other] = (await n8n.rest.finishedExecutionsOf(example.id, executions + 1)).slice(-1);
	expect([other!.status, itemsOf(other!, TRIGGER).length, itemsOf(other!, 'Has a reference').length]).toEqual(['success', 1, 0]);
	expect(await rows()).toEqual(before);
});

test('with the polling trigger in place of the webhook trigger, and without a Notify URL', async () => {
	const workflow: WorkflowFile = withNotifyUrl(example, '');
	const trigger = nodeOf(workflow, TRIGGER);
	delete trigger.webhookId;
	Object.assign(trigger, {
		type: 'n8n-nodes-sms-messaging.smsMessagingPollingTrigger',
		parameters: { pollTimes: { item: Array.from({ length: 30 }, (_, index) => ({ mode: 'custom', cronExpression: `${2 * index} * * * * *` })) } },
		credentials: { smsMessagingApi: { id: SANDBOX_CREDENTIAL.id, name: SANDBOX_CREDENTIAL.name } },
	});
	await n8n.rest.saveWorkflow(workflow);
	await n8n.rest.activate(example.id);
	await addRow({ recipient: '447700900890', text: 'By polling' });
	const sent = await n8n.rest.runToEnd(example.id, START);
	expect(sent.status).toBe('success');
	const last = (await untilRows(isFinal)).at(-1);
	await n8n.rest.deactivate(example.id);
	expect(last).toMatchObject({ recipient: '447700900890', status: 'DELIVERED', doneAt: expect.any(String) });
});

test('with Get Reports in place of a trigger', async () => {
	const workflow: WorkflowFile = withNotifyUrl(example, '');
	const trigger = nodeOf(workflow, TRIGGER);
	delete trigger.webhookId;
	Object.assign(trigger, {
		type: 'n8n-nodes-sms-messaging.smsMessaging',
		parameters: { operation: 'getReports' },
		credentials: { smsMessagingApi: { id: SANDBOX_CREDENTIAL.id, name: SANDBOX_CREDENTIAL.name } },
	});
	workflow.nodes.push({ id: 'hourly', name: 'Every hour', type: 'n8n-nodes-base.scheduleTrigger', typeVersion: 1.4, position: [280, 848], parameters: {} });
	workflow.connections['Every hour'] = { main: [[{ node: TRIGGER, type: 'main', index: 0 }]] };
	await n8n.rest.saveWorkflow(workflow);
	await addRow({ recipient: '447700900901', text: 'By Get Reports' });
	await n8n.rest.runToEnd(example.id, START);
	await sandbox.waitFor(() => sandbox.messages.at(-1)!.doneAt !== undefined);
	const fetched = await n8n.rest.runToEnd(example.id, 'Every hour');
	expect(itemsOf(fetched, 'Write into the row')).toHaveLength(1);
	expect((await rows()).at(-1)).toMatchObject({ recipient: '447700900901', status: 'DELIVERED', doneAt: expect.any(String) });
});
