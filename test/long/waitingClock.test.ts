import { itemsOf } from '../../tools/n8n/restClient';
import { SEND, startN8nWithSandbox } from '../end-to-end/realN8n';
import { came, only, runsOf, WaitingN8n } from '../end-to-end/waiting/waitingN8n';

const DELIVERED = 'DELIVERED_TO_HANDSET';

jest.setTimeout(240_000);

// These waits end by n8n's clock, which checks once a minute

test('the output has reference and callback data even if the status came from the logs', async () => {
	const waiting = await WaitingN8n.behindProxy(
		await startN8nWithSandbox({}, { delays: { enrouteMs: 200, finalMs: 800 }, notifications: { retryUnitMs: 300 } }),
	);
	try {
		waiting.script = ({ isSend }) =>
			isSend ? { name: 'late answer', reachesService: true, delayMs: 2500 } : undefined;
		const execution = await waiting.run({
			rows: [{ row: 'a', to: '447700900651' }],
			parameters: { messageOptions: { reference: 'row-a', callbackData: 'order 7' } },
		});
		expect(itemsOf(execution, SEND).map(({ json }) => json)).toEqual([
			expect.objectContaining({ status: DELIVERED, reference: 'row-a', callbackData: 'order 7' }),
		]);
	} finally {
		await waiting.stop();
	}
});

test('a report never comes (no public address, or no retry): the status comes from the logs, a minute later', async () => {
	const to = '447700900221';
	const lost = new WaitingN8n(
		await startN8nWithSandbox(
			{ env: { N8N_WEBHOOK_URL: 'http://127.0.0.1:9/' } },
			{ delays: { enrouteMs: 50, finalMs: 500 }, notifications: { maxRetries: 0 } },
		),
	);
	try {
		const { id } = await lost.beginWaiting({ rows: [{ row: 'a', to }] });
		const execution = await lost.n8n.rest.finished(id, 150_000);
		expect(lost.sandbox.pushes.map(({ outcome }) => outcome)).toEqual(['given-up']);
		expect(came(execution)).toEqual(only({ Delivered: [['a', to, DELIVERED]] }));
	} finally {
		await lost.stop();
	}
});

test('1200 messages without reports: those delivered according to the logs are in Delivered at the time limit', async () => {
	const unreachable = new WaitingN8n(
		await startN8nWithSandbox(
			{ env: { N8N_WEBHOOK_URL: 'http://127.0.0.1:9/' } },
			{ delays: { enrouteMs: 1000, finalMs: 9000 }, notifications: { maxRetries: 0 } },
		),
	);
	try {
		const to = Array.from({ length: 1200 }, (_, index) => `44770098${String(index).padStart(4, '0')}`).join(',');
		const id = await unreachable.begin({
			rows: [{ row: 'a', to }],
			parameters: { timeLimit: 0.2, timeLimitUnit: 'minutes' },
		});
		const out = came(await unreachable.n8n.rest.finished(id, 150_000));
		expect([out.Delivered?.length, out['No answer']?.length]).toEqual([1200, 0]);
	} finally {
		await unreachable.stop();
	}
});

describe('with default settings', () => {
	let waiting: WaitingN8n;
	beforeAll(async () => {
		waiting = new WaitingN8n(
			await startN8nWithSandbox({}, { delays: { enrouteMs: 200, finalMs: 600 }, notifications: { retryUnitMs: 300 } }),
		);
	});
	afterAll(async () => await waiting.stop());

	test('messages without a final status at the time limit are in the third output with ID and status; all have their rows', async () => {
		const limited = await waiting.beginWaiting({
			rows: [
				{ row: 'a', to: '19990500001' },
				{ row: 'b', to: '447700900151,19990500005' },
				{ row: 'c', to: '19990200270' },
			],
			parameters: { timeLimit: 0.1, timeLimitUnit: 'minutes' },
		});
		const execution = await waiting.n8n.rest.finished(limited.id, 120_000);
		expect(execution.status).toBe('success');
		expect(came(execution)).toEqual(
			only({
				Delivered: [['b', '447700900151', DELIVERED]],
				Failed: [['c', '19990200270', 'UNDELIVERABLE_NOT_DELIVERED']],
				'No answer': [
					['a', '19990500001', expect.stringMatching(/^PENDING/)],
					['b', '19990500005', expect.stringMatching(/^PENDING/)],
				],
			}),
		);
		for (const { json } of itemsOf(execution, SEND, 2)) expect(json.messageId).toMatch(/^[0-9a-f]{24}$/);
		expect(runsOf(execution)).toBe(1);
	});

	test('the time limit of a scheduled message starts at Send At', async () => {
		const sendAt = new Date(Date.now() + 8000).toISOString();
		const execution = await waiting.run(
			{
				rows: [{ row: 'a', to: '447700900191' }],
				parameters: { schedule: { sendAt: { at: { time: sendAt } } }, timeLimit: 0.07, timeLimitUnit: 'minutes' },
			},
			60_000,
		);
		expect(came(execution)).toEqual(only({ Delivered: [['a', '447700900191', DELIVERED]] }));
	});
});
