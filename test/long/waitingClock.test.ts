import { itemsOf } from '../../n8n/restClient';
import { SEND } from '../end-to-end/realN8n';
import { came, only, WaitingN8n } from '../end-to-end/waiting/waitingN8n';

const DELIVERED = 'DELIVERED_TO_HANDSET';

jest.setTimeout(240_000);

// Waits that end by n8n's own clock, which looks once a minute

test('the reference and callback data come out also where the logs told the status', async () => {
	const waiting = await WaitingN8n.startBehindProxy({}, { delays: { enrouteMs: 200, finalMs: 800 }, notifications: { retryUnitMs: 300 } });
	try {
		waiting.script = ({ isSend }) => (isSend ? { name: 'late answer', reachesService: true, delayMs: 2500 } : undefined);
		const execution = await waiting.run({ rows: [{ row: 'a', to: '447700900651' }], parameters: { deliveryReport: { reference: 'row-a', callbackData: 'order 7' } } });
		expect(itemsOf(execution, SEND).map(({ json }) => json)).toEqual([expect.objectContaining({ status: DELIVERED, reference: 'row-a', callbackData: 'order 7' })]);
	} finally {
		await waiting.stop();
	}
});

test('a report that never comes (no public address, or a service that does not try again): the logs tell, a minute later', async () => {
	const to = '447700900221';
	const lost = await WaitingN8n.start({ env: { N8N_WEBHOOK_URL: 'http://127.0.0.1:9/' } }, { delays: { enrouteMs: 50, finalMs: 500 }, notifications: { maxRetries: 0 } });
	try {
		const { id } = await lost.beginWaiting({ rows: [{ row: 'a', to }] });
		const execution = await lost.n8n.rest.finished(id, 150_000);
		expect(lost.sandbox.pushes.map(({ outcome }) => outcome)).toEqual(['given-up']);
		expect(came(execution)).toEqual(only({ Delivered: [['a', to, DELIVERED]] }));
	} finally {
		await lost.stop();
	}
});

test('1200 messages whose reports cannot come: what the logs show as delivered leaves by Delivered at the time limit', async () => {
	const unreachable = await WaitingN8n.start({ env: { N8N_WEBHOOK_URL: 'http://127.0.0.1:9/' } }, { delays: { enrouteMs: 1000, finalMs: 9000 }, notifications: { maxRetries: 0 } });
	try {
		const to = Array.from({ length: 1200 }, (_, index) => `44770098${String(index).padStart(4, '0')}`).join(',');
		const id = await unreachable.begin({ rows: [{ row: 'a', to }], parameters: { timeLimit: 0.2, timeLimitUnit: 'minutes' } });
		const out = came(await unreachable.n8n.rest.finished(id, 150_000));
		expect([out.Delivered?.length, out['No answer']?.length]).toEqual([1200, 0]);
	} finally {
		await unreachable.stop();
	}
});
