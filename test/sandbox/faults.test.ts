import type { Sandbox } from '../../sandbox';
import { ask, get, post, put, send, TEXT } from './client';
import { start } from './running';

const TO = '41793026727';
const FAULTS = '/_sandbox/faults';

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await start({ delays: { enrouteMs: 0, finalMs: 0 } })));

const rules = async (...list: object[]) => {
	expect((await put(sandbox, FAULTS, { rules: list })).status).toBe(200);
};
const request = (messageId?: string, to = TO) =>
	post(sandbox, TEXT, { messages: [{ text: 'Hi', destinations: [{ to, messageId }] }] });
const logs = async () => (await get(sandbox, '/sms/1/logs')).body.results.length;

test('429 for the next two requests, with Retry-After; then the rule is removed', async () => {
	await rules({ fault: 'status', status: 429, retryAfter: 3, next: 2, endpoints: ['text'] });
	expect(await logs()).toBe(0);
	for (const left of [1, undefined]) {
		const { status, headers, body } = await request();
		expect([status, headers.get('retry-after')]).toEqual([429, '3']);
		expect(body.requestError.serviceException.messageId).toBe('TOO_MANY_REQUESTS');
		expect((await get(sandbox, FAULTS)).body.rules[0]?.next).toBe(left);
	}
	expect((await request()).status).toBe(200);
	expect(sandbox.messages).toHaveLength(1);
});

test('503 before a request is processed, and after', async () => {
	await rules({ fault: 'status', status: 503, next: 1 });
	expect((await request()).status).toBe(503);
	expect(sandbox.messages).toHaveLength(0);
	await rules({ fault: 'status', status: 503, carriedOut: true });
	expect((await request()).status).toBe(503);
	expect(sandbox.messages).toHaveLength(1);
});

test.each([201, 202, 204, 205, 299])('%i: accepted', async (status) => {
	await rules({ fault: 'status', status });
	const answer = await request('mine');
	expect([answer.status, answer.body?.messages[0].messageId]).toEqual([
		status,
		status === 204 || status === 205 ? undefined : 'mine',
	]);
	expect(sandbox.messages).toHaveLength(1);
});

test.each([
	['lost-before', {}, 0],
	['lost-after', {}, 1],
	['cut', { bytes: 10 }, 1],
	['cut', {}, 1],
])('the connection: %s %j', async (fault, how, messages) => {
	await rules({ fault, ...how, next: 1 });
	await expect(request()).rejects.toThrow();
	expect(sandbox.messages).toHaveLength(messages);
	expect((await request()).status).toBe(200);
});

test.each([
	['latency', { ms: 150 }],
	['trickle', { ms: 10, bytes: 20 }],
])('%s delays the answer, and does not change it', async (fault, how) => {
	await rules({ fault, ...how });
	const start = performance.now();
	expect((await request('mine')).body.messages[0]).toMatchObject({ messageId: 'mine', status: { id: 26 } });
	expect(performance.now() - start).toBeGreaterThan(50);
});

test('ids-unchecked: a repeated ID is sent again', async () => {
	await request('same');
	expect((await request('same')).body.messages[0].status.id).toBe(23);
	await rules({ fault: 'ids-unchecked' });
	expect((await request('same')).body.messages[0].status.id).toBe(26);
	expect(sandbox.acceptanceCount('same')).toBe(2);
});

test('logs-lag: an entry appears when it is old enough', async () => {
	await rules({ fault: 'logs-lag', ms: 60_000 });
	await send(sandbox, TO);
	expect(await logs()).toBe(0);
	await sandbox.advance(60_001);
	expect(await logs()).toBe(1);
});

test('by number; refused requests do not count', async () => {
	await rules({ fault: 'status', status: 500, to: '+4179', next: 1 });
	expect((await request(undefined, '43660123456')).status).toBe(200);
	expect((await post(sandbox, TEXT, {})).status).toBe(400);
	expect((await request()).status).toBe(500);
});

test('by share: the same seed gives the same faults', async () => {
	const round = async (seed: number) => {
		await put(sandbox, FAULTS, { seed, rules: [{ fault: 'status', status: 500, share: 0.3 }] });
		const statuses: number[] = [];
		for (let i = 0; i < 40; i++) statuses.push((await request()).status);
		return statuses;
	};
	const first = await round(7);
	expect(first.filter((status) => status === 500).length).toBeGreaterThan(3);
	expect(first.filter((status) => status === 500).length).toBeLessThan(25);
	expect(await round(7)).toEqual(first);
	expect(await round(8)).not.toEqual(first);
});

test('rules are listed and removed', async () => {
	await rules({ fault: 'status', status: 500 });
	expect((await get(sandbox, FAULTS)).body).toEqual({ rules: [{ fault: 'status', status: 500 }] });
	expect((await ask('DELETE', sandbox, FAULTS)).status).toBe(204);
	expect((await request()).status).toBe(200);
});
