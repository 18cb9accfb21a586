import { plain, SEND, sharedN8nWithSandbox, START } from '../realN8n';
import { came, only, runsOf, WaitingN8n } from './waitingN8n';
import { SPLIT, waitingWorkflow } from './waitingWorkflow';

const DELIVERED = 'DELIVERED_TO_HANDSET';
const UNDELIVERED = 'UNDELIVERABLE_NOT_DELIVERED';
const EXPIRED = 'EXPIRED_EXPIRED';
/** Messages to this number never get a final status in the sandbox. */
const NEVER = '19990500001';
/** These get theirs when the test moves the sandbox's clock on. */
const SLOW_MS = 600_000;

let waiting: WaitingN8n;

beforeAll(async () => {
	waiting = new WaitingN8n(
		await sharedN8nWithSandbox({
			delays: { enrouteMs: 200, finalMs: 600, slowMs: SLOW_MS },
			notifications: { retryUnitMs: 300 },
		}),
	);
});
afterAll(async () => await waiting.stop());

const post = async (url: string, body: string, contentType = 'application/json') => {
	const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': contentType }, body });
	return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
};
const sendRequests = () => waiting.sandbox.requests.filter(({ method }) => method === 'POST');

test('the wait ends with the last destination, and each is output with its row and its own status', async () => {
	const requests = sendRequests().length;
	const execution = await waiting.run({
		rows: [
			{ row: 'a', to: '19990200270' },
			{ row: 'b', to: '447700900111,19990200010,447700900112' },
			{ row: 'c', to: '19990300001' },
			{ row: 'd', to: '447700900113' },
			{ row: 'e', to: '19990100600' },
		],
	});
	expect(came(execution)).toEqual(
		only({
			Delivered: [
				['b', '447700900111', DELIVERED],
				['b', '447700900112', DELIVERED],
				['d', '447700900113', DELIVERED],
			],
			Failed: [
				['a', '19990200270', UNDELIVERED],
				['b', '19990200010', UNDELIVERED],
				['c', '19990300001', EXPIRED],
				['e', '19990100600', 'REJECTED_NETWORK'],
			],
		}),
	);
	expect(sendRequests()).toHaveLength(requests + 1);
});

test('other pushes during the wait neither end nor break it', async () => {
	const { id } = await waiting.beginWaiting({
		rows: [
			{ row: 'a', to: NEVER },
			{ row: 'b', to: '19990500004' },
		],
		parameters: { messageOptions: { intermediateReport: true } },
	});
	const url = waiting.notifyUrlOf(NEVER);
	const { messageId } = waiting.sandbox.messages.findLast(({ to }) => to === NEVER)!;
	const report = (fields: object) =>
		JSON.stringify({ results: [{ messageId, to: NEVER, status: { groupId: 3, groupName: 'DELIVERED' }, ...fields }] });

	const forged = new URL(url);
	forged.searchParams.set('signature', 'f'.repeat(64));
	const unsigned = new URL(url);
	unsigned.searchParams.delete('signature');
	expect(await post(url, report({ messageId: 'someone-elses' }))).toMatchObject({
		status: 200,
		answer: { received: 1, awaited: 0, open: 2 },
	});
	expect((await post(url, '<a><b></a>', 'application/xml')).status).toBe(400);
	for (const other of [forged, unsigned]) expect((await post(other.href, report({}))).status).toBe(401);
	expect((await fetch(url)).status).toBe(404);
	expect((await waiting.n8n.rest.execution(id)).status).toBe('waiting');
	for (const message of waiting.sandbox.messages.slice(-2)) {
		await post(
			url,
			report({
				messageId: message.messageId,
				to: message.to,
				status: { groupId: 3, groupName: 'DELIVERED', name: DELIVERED },
			}),
		);
	}
	const execution = await waiting.n8n.rest.finished(id);
	expect(came(execution)).toEqual(
		only({
			Delivered: [
				['a', NEVER, DELIVERED],
				['b', '19990500004', DELIVERED],
			],
		}),
	);
	expect(execution.status).toBe('success');
});

test('in a loop, each iteration waits for its own messages', async () => {
	const workflow = waitingWorkflow({ rows: ['a', 'b', 'c'].map((row, index) => ({ row, to: `44770090017${index}` })) });
	const loop = plain('Loop', 'splitInBatches', 3, { batchSize: 2, options: {} });
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	const id = await waiting.n8n.rest.saveWorkflow({
		...workflow,
		nodes: [...workflow.nodes, loop],
		connections: {
			...workflow.connections,
			[SPLIT]: { main: [to('Loop')] },
			Loop: { main: [[], to(SEND)] },
			Delivered: { main: [to('Loop')] },
		},
	});
	const execution = await waiting.n8n.rest.runToEnd(id, START, 60_000);
	expect(execution.status).toBe('success');
	expect(runsOf(execution)).toBe(2);
	expect(came(execution)).toEqual(
		only({ Delivered: ['a', 'b', 'c'].map((row, index) => [row, `44770090017${index}`, DELIVERED]) }),
	);
	expect(waiting.sandbox.messages.filter(({ to: number }) => number.startsWith('44770090017'))).toHaveLength(3);
});
