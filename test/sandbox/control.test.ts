import type { Sandbox } from '../../sandbox';
import { ask, get, post, send } from './client';
import { start } from './running';

const TO = '41793026727';
const clock = async (sandbox: Sandbox) => (await get(sandbox, '/_sandbox/clock')).body.now;
const advance = async (sandbox: Sandbox, time: string) => await post(sandbox, '/_sandbox/clock', { advance: time });
const list = async (sandbox: Sandbox, query = '') => (await get(sandbox, `/_sandbox/messages?${query}`)).body;
const textsOf = ({ messages }: any) => messages.map(({ text }: any) => text);

test('messages can be filtered, and come in pages, newest first', async () => {
	const sandbox = await start();
	for (const n of [1, 2, 3, 4, 5]) await send(sandbox, n < 4 ? '41793026727' : '+41793026728', { text: `Code ${n}` });
	await sandbox.advance(1000);
	await send(sandbox, '19990100600', { text: 'no' });
	expect(textsOf(await list(sandbox, 'to=%2B41793026727'))).toEqual(['Code 3', 'Code 2', 'Code 1']);
	expect(textsOf(await list(sandbox, 'to=41793026728&text=CODE+4'))).toEqual(['Code 4']);
	for (const status of ['REJECTED', 'rejected_network', '6'])
		expect(textsOf(await list(sandbox, `status=${status}`))).toEqual(['no']);
	const first = await list(sandbox, 'limit=4');
	expect(textsOf(first)).toEqual(['no', 'Code 5', 'Code 4', 'Code 3']);
	const second = await list(sandbox, `limit=4&before=${first.next}`);
	expect([textsOf(second), second.next]).toEqual([['Code 2', 'Code 1'], undefined]);

	const { conversations, next } = (await get(sandbox, '/_sandbox/conversations?limit=2')).body;
	expect(conversations.map(({ to, count, latest }: any) => [to, count, latest.text])).toEqual([
		['19990100600', 1, 'no'],
		['41793026728', 2, 'Code 5'],
	]);
	const rest = (await get(sandbox, `/_sandbox/conversations?before=${next}`)).body;
	expect([rest.conversations.map(({ to }: any) => to), rest.next]).toEqual([['41793026727'], undefined]);
});

test('wait answers when a message matches, or with none after that time', async () => {
	const sandbox = await start();
	await send(sandbox, '41793026720');
	expect(await list(sandbox, 'to=41793026727&wait=20ms')).toEqual({ messages: [] });
	const waiting = list(sandbox, 'to=41793026727&status=DELIVERED&wait=60s');
	await send(sandbox, '41793026727', { text: 'At last' });
	await sandbox.advance(1000);
	expect(textsOf(await waiting)).toEqual(['At last']);
});

test('an outcome sets the final status early, with its report', async () => {
	const sandbox = await start();
	const { messages } = await send(sandbox, ['19990500001', TO], { sendAt: '2026-03-03T12:00:00.000+0000' });
	const [never = '', scheduled = ''] = messages.map(({ messageId }) => messageId);
	const end = async (id: string, outcome: object) => await post(sandbox, `/_sandbox/messages/${id}/outcome`, outcome);
	expect(await end(never, { status: 'UNDELIVERABLE_NOT_DELIVERED', error: '27' })).toMatchObject({
		status: 200,
		body: { status: { id: 9 }, error: { name: 'EC_ABSENT_SUBSCRIBER' }, doneAt: '2026-03-02T12:00:00.000+0000' },
	});
	expect((await end(scheduled, { status: 15 })).body).toMatchObject({
		status: { name: 'EXPIRED_EXPIRED' },
		error: { id: 4101 },
	});
	for (const [id, status, answer] of [
		[never, 5, 409],
		[never, 'NO_SUCH', 400],
		['none', 5, 404],
	] as const)
		expect((await end(id, { status })).status).toBe(answer);
	const kept = [...sandbox.messages];
	await sandbox.advance(72 * 3_600_000);
	expect(kept.map(({ history }) => history.map(({ status }) => status.id))).toEqual([
		[26, 9],
		[26, 15],
	]);
});

test('50 clients can read events at once', async () => {
	const sandbox = await start({ clock: Date.now });
	// An answer that nothing refers to may be collected, which closes its stream.
	const answers: Response[] = [];
	for (let count = 0; count < 51; count++) answers.push(await fetch(`${sandbox.url}/_sandbox/events`));
	expect(answers.map(({ status }) => status)).toEqual([...Array(50).fill(200), 503]);
});

test('advancing the clock by 48 hours runs all due changes', async () => {
	const sandbox = await start();
	await send(sandbox, '19990500001');
	expect(await clock(sandbox)).toBe('2026-03-02T12:00:00.000+0000');
	expect((await advance(sandbox, '47h')).body).toEqual({ now: '2026-03-04T11:00:00.000+0000' });
	expect((await list(sandbox)).messages[0].status.name).toBe('PENDING_ENROUTE');
	await Promise.all(['1h', '1s'].map((time) => advance(sandbox, time)));
	expect(await clock(sandbox)).toBe('2026-03-04T12:00:01.000+0000');
	expect((await list(sandbox)).messages[0].status.name).toBe('EXPIRED_EXPIRED');
});

test.each([
	['a program', () => ({}), 204],
	['the page itself', (url: string) => ({ origin: url }), 204],
	['the page itself, says the browser', () => ({ 'sec-fetch-site': 'same-origin' }), 204],
	['another page', () => ({ origin: 'https://elsewhere.example' }), 403],
	['a page of another port', () => ({ origin: 'http://127.0.0.1:1' }), 403],
	['a page without a name', () => ({ origin: 'null' }), 403],
	['another page, says the browser', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
])('control by %s needs no Authorization, if it may at all', async (_, headers, status) => {
	const sandbox = await start();
	const own = { ...headers(sandbox.url), authorization: '' };
	expect((await ask('DELETE', sandbox, '/_sandbox/messages', undefined, own)).status).toBe(status);
});
