import { createServer } from 'node:net';

import { listen } from '../../support/listen';
import { CONTINUE, runSms } from '../smsNode';

/** Sends to a port that answers this often that it is busy, and then refuses connections. */
async function sendTo(answers: number, mode: 'manual' | 'trigger'): Promise<{ seconds: number; state: unknown }> {
	const server = createServer((socket) => {
		socket
			.on('error', () => {})
			.once('data', () => {
				socket.end('HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
				if (--answers === 0) server.close();
			});
	});
	const { url, stop } = await listen(server);
	if (answers === 0) await stop();
	const began = Date.now();
	const { json } = await runSms({
		parameters: { operation: 'sendText', to: '436601234567', text: 'Hello', options: { patience: 60 } },
		credential: { baseUrl: url, apiKey: 'key-1' },
		settings: CONTINUE,
		start: { mode },
	});
	return { seconds: (Date.now() - began) / 1000, state: (json[0]!.details as { state?: unknown }).state };
}

test('no server: a manual run does not wait for the 60 seconds of Keep Retrying For', async () => {
	const { seconds, state } = await sendTo(0, 'manual');
	expect(seconds).toBeLessThan(30);
	expect(seconds).toBeGreaterThan(4);
	expect(state).toBe('notSent');
});

test.each<[string, number, 'manual' | 'trigger']>([
	['nothing answers a run that nobody watches', 0, 'trigger'],
	['a service that had answered is restarted', 1, 'manual'],
])('%s: it retries for the time of Keep Retrying For', async (_, answers, mode) => {
	const { seconds, state } = await sendTo(answers, mode);
	expect(seconds).toBeGreaterThan(25);
	expect(state).toBe('notSent');
});
