import { nodeOf, readExample, withNotifyUrl } from '../../tools/n8n/exampleWorkflows';
import type { RunningN8n } from '../../tools/n8n/instance';
import { itemsOf, type Execution, type Item } from '../../tools/n8n/restClient';
import { seedMessages, type Sandbox } from '../../sandbox';
import { sharedN8nWithSandbox, START } from '../end-to-end/realN8n';
import { post, TEXT } from '../sandbox/client';
import { RowsTable } from '../end-to-end/rowsTable';
import { startMailbox } from './mailbox';

/** The example workflows, as shipped. */

interface ListEntry {
	to: string;
	text?: string;
	hex?: string;
	order: string;
}

let n8n: RunningN8n;
let sandbox: Sandbox;

beforeAll(async () => {
	({ n8n, sandbox } = await sharedN8nWithSandbox());
});

/** The destination as the interface wants it. */
const digits = (to: string) => to.replace(/\D/g, '');

describe('bulk-send.json and delivery-notifications.json', () => {
	let sent: Execution;
	let notified: Execution[];
	let list: ListEntry[];
	let requests: Sandbox['requests'];

	beforeAll(async () => {
		const notifications = await readExample('delivery-notifications');
		await n8n.rest.saveWorkflow(notifications);
		await n8n.rest.activate(notifications.id);
		const bulkSend = withNotifyUrl(await readExample('bulk-send'), n8n.notifyUrl(notifications));
		({ messages: list } = JSON.parse(String(nodeOf(bulkSend, 'Messages').parameters.jsonOutput)));
		await n8n.rest.saveWorkflow(bulkSend);

		sent = await n8n.rest.runToEnd(bulkSend.id, START);
		await sandbox.waitFor(() => sandbox.pushes.flatMap(({ reports }) => reports).length >= list.length, 20_000);
		await sandbox.pushesSettled();
		requests = sandbox.requests.filter(({ method }) => method === 'POST');
		notified = await n8n.rest.finishedExecutionsOf(notifications.id, sandbox.pushes.length);
	});

	test('every entry of the list arrives unchanged: the texts in one request, the binary message in another', () => {
		expect([sent.status, itemsOf(sent, 'Not sent')]).toEqual(['success', []]);
		expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			'POST /sms/1/text/advanced',
			'POST /sms/1/binary/advanced',
		]);
		const arrived = requests.flatMap(({ body }) => (body as { messages: unknown[] }).messages);
		expect(arrived).toEqual(
			list.map(({ to, text, hex, order }) => ({
				from: 'DemoShop',
				destinations: [{ to: digits(to), messageId: expect.any(String) }],
				...(hex === undefined ? { text } : { binary: { hex, dataCoding: 4, esmClass: 64 } }),
				callbackData: order,
				notifyUrl: expect.stringMatching(new RegExp(`^${n8n.baseUrl}/webhook/[-0-9a-f]{36}/sms-notifications$`)),
			})),
		);
	});

	test('each notification starts one execution, with one item per report, which takes its branch', () => {
		expect(notified).toHaveLength(sandbox.pushes.length);
		for (const execution of notified) expect([execution.mode, execution.status]).toEqual(['webhook', 'success']);
		const from = (node: string) => notified.flatMap((execution) => itemsOf(execution, node).map(({ json }) => json));
		expect(
			from('Delivery reports')
				.map(({ callbackData }) => callbackData)
				.sort(),
		).toEqual(list.map(({ order }) => order).sort());
		expect(from('Delivered')).toHaveLength(list.length - 1);
		expect(from('Still on its way')).toEqual([]);
		expect(from('Not delivered')).toEqual([
			expect.objectContaining({
				to: '19990200271',
				result: 'Message sent not delivered (EC_ABSENT_SUBSCRIBER)',
				tryAgain: true,
			}),
		]);
	});
});

test('scheduled-reports.json, started by hand: fetches all reports once and routes them by status', async () => {
	const ids = (items: Item[]) => items.map(({ json }) => json.messageId);
	const workflow = await readExample('scheduled-reports');
	await n8n.rest.saveWorkflow(workflow);
	const before = sandbox.messages.length;
	// So that the reports wait to be fetched
	const bulkSend = withNotifyUrl(await readExample('bulk-send'), '');
	await n8n.rest.saveWorkflow(bulkSend);
	expect((await n8n.rest.runToEnd(bulkSend.id, START)).status).toBe('success');
	const messageIds = sandbox.messages.slice(before).map(({ messageId }) => messageId);
	// Accepted, then EXPIRED_DLR_UNKNOWN
	const unconfirmed = { to: '19990602900', messageId: 'unconfirmed' };
	await post(sandbox, TEXT, { messages: [{ text: 'Hello', destinations: [unconfirmed] }] });
	await sandbox.waitFor(() => sandbox.messages.every(({ doneAt }) => doneAt !== undefined));

	const run = await n8n.rest.runToEnd(workflow.id, 'Every hour');
	expect(run.status).toBe('success');
	expect(ids(itemsOf(run, 'Get reports')).sort()).toEqual([...messageIds, 'unconfirmed'].sort());
	expect(itemsOf(run, 'Delivered')).toHaveLength(messageIds.length - 1);
	expect(itemsOf(run, 'Not delivered').map(({ json }) => json.to)).toEqual(['19990200271']);
	expect(ids(itemsOf(run, 'Still on its way'))).toEqual(['unconfirmed']);

	const again = await n8n.rest.runToEnd(workflow.id, 'Every hour');
	expect(again.status).toBe('success');
	expect(itemsOf(again, 'Get reports')).toEqual([]);
	expect(again.data.resultData.runData['By status']).toBeUndefined();
});

test('rows-from-reports.json: creates the table, sends its rows, and writes each status into its row', async () => {
	const table = new RowsTable(n8n);
	expect(await table.path()).toBeUndefined();
	const shipped = await readExample('rows-from-reports');
	const example = withNotifyUrl(shipped, n8n.notifyUrl(shipped));
	const before = sandbox.requests.length;
	await n8n.rest.saveWorkflow(example);
	await n8n.rest.activate(example.id);
	const sent = await n8n.rest.runToEnd(example.id, START);
	expect(sent.status).toBe('success');
	expect(itemsOf(sent, 'Keep the message ID')).toHaveLength(3);

	const final = await table.untilFinal();
	expect(final.map(({ status, result }) => [status, result])).toEqual([
		['DELIVERED', 'Message delivered to handset'],
		['DELIVERED', 'Message delivered to handset'],
		['UNDELIVERABLE', 'Message sent not delivered'],
	]);
	for (const { id, recipient, text, messageId, doneAt } of final) {
		const message = sandbox.message(messageId!)!;
		expect([message.to, message.text]).toEqual([digits(recipient), text]);
		expect(message.callbackData).toBe(`row-${id}`);
		expect(Date.parse(doneAt!)).toBe(message.doneAt);
	}
	const sends = sandbox.requests.slice(before).filter(({ method }) => method === 'POST');
	expect(sends).toHaveLength(1);
});

test('daily-summary.json: the e-mail has only yesterday’s figures', async () => {
	const DAY_MS = 24 * 3_600_000;
	const now = sandbox.now();
	const midnight = Math.floor(now / DAY_MS) * DAY_MS;
	seedMessages(sandbox.store, { count: 3000, from: now - 47 * 3_600_000, until: now });
	// Exactly at the ends of the day
	seedMessages(sandbox.store, { count: 2, from: midnight, until: midnight, seed: 2 });
	seedMessages(sandbox.store, { count: 3, from: midnight - 1, until: midnight - 1, seed: 3 });
	const yesterday = sandbox.messages.filter(
		({ sentAt = 0 }) => sentAt >= midnight - DAY_MS && sentAt < midnight && sentAt >= now - 2 * DAY_MS,
	);
	const mailbox = await startMailbox();
	const example = await readExample('daily-summary');
	const { name } = mailbox.credential;
	nodeOf(example, 'Send e-mail').credentials = {
		smtp: { id: await n8n.rest.saveCredential(mailbox.credential), name },
	};
	const id = await n8n.rest.saveWorkflow({ ...example, settings: { ...example.settings, timezone: 'Etc/UTC' } });
	expect((await n8n.rest.runToEnd(id, 'Every morning')).status).toBe('success');
	const written = (count: number) => count.toLocaleString('en-US');
	const messages = written(yesterday.length);
	const day = new Date(midnight - 1).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
	expect(mailbox.mails.map(({ subject, to }) => [subject, [to].flat()[0]?.text])).toEqual([
		[`SMS summary ${day}: ${messages} messages`, 'you@example.com'],
	]);
	const [{ html } = { html: '' }] = mailbox.mails;
	expect(html).toContain(messages);
	expect(html).toContain(written(yesterday.filter(({ status }) => status.groupName === 'DELIVERED').length));
	expect(html).not.toMatch(/src=|<script|https?:/);
});
