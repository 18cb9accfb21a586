import { itemsOf } from '../../tools/n8n/restClient';
import { SEND, startN8nWithSandbox } from '../end-to-end/realN8n';
import { came, only, runsOf, WaitingN8n } from '../end-to-end/waiting/waitingN8n';

const DELIVERED = 'DELIVERED_TO_HANDSET';

jest.setTimeout(240_000);

// These waits end by n8n's clock, which checks once a minute

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
});
