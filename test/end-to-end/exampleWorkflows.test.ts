import { nodeOf, readExample, withNotifyUrl } from '../../tools/n8n/exampleWorkflows';
import type { RunningN8n } from '../../tools/n8n/instance';
import { itemsOf } from '../../tools/n8n/restClient';
import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import type { Sandbox } from '../../sandbox';
import { startFaultProxy, type FaultProxy } from '../support/faults/faultProxy';
import { resetBefore } from '../support/faults/faults';
import { sharedN8nWithSandbox, START } from './realN8n';
import { sendExampleWithoutNotifyUrl } from './sendExample';

let n8n: RunningN8n;
let sandbox: Sandbox;
let stop = async () => {};

beforeAll(async () => {
	({ n8n, sandbox, stop } = await sharedN8nWithSandbox());
});
afterAll(async () => await stop());

test('scheduled-reports.json, published with a schedule of seconds, fetches the reports', async () => {
	const workflow = await readExample('scheduled-reports');
	nodeOf(workflow, 'Every hour').parameters.rule = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
	await n8n.rest.saveWorkflow(workflow);
	const messageIds = await sendExampleWithoutNotifyUrl(n8n, sandbox);
	await n8n.rest.activate(workflow.id);
	const executions = await n8n.rest.finishedExecutionsOf(workflow.id, 1);
	await n8n.rest.deactivate(workflow.id);

	const scheduled = executions.filter(({ mode }) => mode === 'trigger');
	expect(scheduled.map(({ status }) => status)).toContain('success');
	expect(
		scheduled.flatMap((execution) => itemsOf(execution, 'Get reports').map(({ json }) => json.messageId)).sort(),
	).toEqual(messageIds.sort());
});

describe('a list with failures', () => {
	const LIST = [
		{ to: '447700900123', text: 'Delivered', order: 'a' },
		{ to: '19990100601', text: 'Rejected by the service', order: 'b' },
		{ to: 'not a number', text: 'Not sent', order: 'c' },
		{ to: '447700900234', text: 'Lost on the way', order: 'd' },
		{ to: '19990500001', text: 'Never final', order: 'e' },
	];
	let proxy: FaultProxy;
	let bulkSendId: string;

	beforeAll(async () => {
		proxy = await startFaultProxy(sandbox, ({ body }) => (body.includes('Lost on the way') ? resetBefore : undefined));
		await n8n.rest.saveCredential(sandboxCredential(proxy.url));
		const notifications = await readExample('delivery-notifications');
		await n8n.rest.saveWorkflow(notifications);
		await n8n.rest.activate(notifications.id);
		const bulkSend = withNotifyUrl(await readExample('bulk-send'), n8n.notifyUrl(notifications));
		nodeOf(bulkSend, 'Messages').parameters.jsonOutput = JSON.stringify({ messages: LIST });
		nodeOf(bulkSend, 'Send text').parameters.options = { messagesPerRequest: 1, ifUnclear: 'report', lookUpTime: 0 };
		bulkSendId = await n8n.rest.saveWorkflow(bulkSend);
	});

	afterAll(async () => {
		await n8n.rest.saveCredential(sandboxCredential(sandbox.url));
		await proxy.stop();
	});

	test('‘Accepted’ gets what was accepted; ‘Not sent’ gets the rest, each with its reason and row', async () => {
		const execution = await n8n.rest.runToEnd(bulkSendId, START);
		expect(execution.status).toBe('success');
		expect(itemsOf(execution, 'Accepted').map(({ json }) => [json.to, json.statusGroup])).toEqual([
			['447700900123', 'PENDING'],
			['19990500001', 'PENDING'],
		]);
		const entryOf = (wanted: string) => LIST.find(({ order }) => order === wanted);
		expect(itemsOf(execution, 'Not sent').map(({ json }) => json)).toEqual([
			{
				...entryOf('b'),
				error: expect.stringContaining('REJECTED_NETWORK'),
				details: expect.objectContaining({
					to: '19990100601',
					messageId: expect.any(String),
					state: 'refused',
					httpStatus: 200,
				}),
			},
			{
				...entryOf('c'),
				error: expect.stringContaining("'To'"),
				details: expect.objectContaining({ faults: [expect.objectContaining({ field: 'to' })] }),
			},
			{
				...entryOf('d'),
				error: expect.stringContaining('ECONNRESET'),
				details: expect.objectContaining({ to: '447700900234', messageId: expect.any(String), state: 'unknown' }),
			},
		]);
	});
});
