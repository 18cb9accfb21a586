import { itemsOf } from '../../../tools/n8n/restClient';
import { plain, SEND, sharedN8nWithSandbox, START } from '../realN8n';
import { push } from '../trigger/triggerN8n';
import { came, NO_FAULTS, only, WaitingN8n } from './waitingN8n';
import { SPLIT, waitingWorkflow } from './waitingWorkflow';

const DELIVERED = 'DELIVERED_TO_HANDSET';

let waiting: Awaited<ReturnType<typeof WaitingN8n.behindProxy>>;

beforeAll(async () => {
	waiting = await WaitingN8n.behindProxy(
		await sharedN8nWithSandbox({
			delays: { enrouteMs: 200, finalMs: 800, slowMs: 6000 },
			notifications: { retryUnitMs: 300 },
		}),
	);
});
afterAll(async () => await waiting.stop());
afterEach(() => {
	waiting.script = NO_FAULTS;
});

test('Retry of a stopped wait with the currently saved workflow, where n8n skips the node, outputs nothing as Delivered', async () => {
	const to = '19990500033';
	const { id } = await waiting.beginWaiting({ rows: [{ row: 'a', to }] });
	await waiting.n8n.rest.stop(id);
	const retried = await waiting.n8n.rest.retry(id, 'current');
	expect(
		[0, 1, 2].map((output) => itemsOf(retried, SEND, output).map(({ json }) => [json.to, json.messageId])),
	).toEqual([[], [], [[to, waiting.messagesTo(to)[0]!.messageId]]]);
	expect(waiting.messagesTo(to)).toHaveLength(1);
});

test('n8n’s old execution order (v0): a Merge gets the Delivered items at its second input', async () => {
	const workflow = waitingWorkflow({ rows: [{ row: 'a', to: '447700900500' }] });
	const to = (name: string, index = 0) => ({ node: name, type: 'main', index });
	const id = await waiting.n8n.rest.saveWorkflow({
		...workflow,
		settings: { executionOrder: 'v0' },
		nodes: [
			...workflow.nodes,
			plain('Other', 'set', 3.5, { mode: 'raw', jsonOutput: '{"status":"other"}', options: {} }),
			plain('Merge', 'merge', 3.2, { mode: 'append', numberInputs: 2 }),
		],
		connections: {
			...workflow.connections,
			[SPLIT]: { main: [[to(SEND), to('Other')]] },
			[SEND]: { main: [[to('Merge', 1)]] },
			Other: { main: [[to('Merge', 0)]] },
		},
	});
	const execution = await waiting.n8n.rest.runToEnd(id, START);
	expect(itemsOf(execution, 'Merge').map(({ json }) => json.status)).toEqual(['other', DELIVERED]);
});

test.each(['stopWorkflow', 'continueRegularOutput'])(
	'%s: no error contains the token of the resume URL when the service repeats it',
	async (onError) => {
		waiting.script = ({ isSend, body }) => {
			if (!isSend) return undefined;
			const [message] = (JSON.parse(body) as { messages: Array<{ notifyUrl: string }> }).messages;
			const answer = {
				requestError: {
					serviceException: { messageId: 'BAD_REQUEST', text: `notifyUrl ${message!.notifyUrl} is not valid` },
				},
			};
			return {
				name: 'refusal',
				reachesService: false,
				answer: { status: 400, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(answer) },
			};
		};
		const execution = await waiting.run({ rows: [{ row: 'a', to: '447700900561' }], node: { onError } as never });
		expect(JSON.stringify(execution.data.resultData).match(/signature=[0-9a-f]{64}/)).toBeNull();
	},
);

test('other pushes during the wait neither end nor break it', async () => {
	const to = '19990500034';
	const { id } = await waiting.beginWaiting({ rows: [{ row: 'a', to }] });
	const url = waiting.notifyUrlOf(to);
	const [{ messageId } = {}] = waiting.messagesTo(to);
	const report = (ofMessage = messageId) =>
		JSON.stringify({ results: [{ messageId: ofMessage, to, status: { groupId: 3, name: DELIVERED } }] });
	const changed = (change: (parameters: URLSearchParams) => void) => {
		const other = new URL(url);
		change(other.searchParams);
		return other.href;
	};
	for (const other of [
		changed((parameters) => parameters.set('signature', 'f'.repeat(64))),
		changed((parameters) => parameters.delete('signature')),
	])
		expect((await push(other, report())).status).toBe(401);
	expect((await push(url, '<a><b></a>', { 'Content-Type': 'application/xml' })).status).toBe(400);
	expect((await fetch(url)).status).toBe(404);
	expect(await push(url, report('of-nobody'))).toMatchObject({ status: 200, json: { awaited: 0, open: 1 } });
	expect((await waiting.n8n.rest.execution(id)).status).toBe('waiting');
	await push(url, report());
	expect(came(await waiting.n8n.rest.finished(id))).toEqual(only({ Delivered: [['a', to, DELIVERED]] }));
});
