import type { Sandbox } from '../../sandbox';
import { send } from './client';
import { start } from './running';

/** Calls a control endpoint as a program on this machine would: without Authorization. */
async function control(
	{ url }: Sandbox,
	method: string,
	path: string,
	body?: unknown,
	headers: Record<string, string> = {},
): Promise<{ status: number; body: any }> {
	const response = await fetch(`${url}/_sandbox${path}`, {
		method,
		headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
const list = async (sandbox: Sandbox, query = '') => (await control(sandbox, 'GET', `/messages?${query}`)).body;
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

	const { conversations, next } = (await control(sandbox, 'GET', '/conversations?limit=2')).body;
	expect(conversations.map(({ to, count, latest }: any) => [to, count, latest.text])).toEqual([
		['19990100600', 1, 'no'],
		['41793026728', 2, 'Code 5'],
	]);
	const rest = (await control(sandbox, 'GET', `/conversations?before=${next}`)).body;
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
	const { messages } = await send(sandbox, ['19990500001', '41793026727'], { sendAt: '2026-03-03T12:00:00.000+0000' });
	const [never, scheduled] = messages.map(({ messageId }) => `/messages/${messageId}/outcome`) as [string, string];
	const failed = await control(sandbox, 'POST', never, { status: 'UNDELIVERABLE_NOT_DELIVERED', error: '27' });
	expect(failed).toMatchObject({
		status: 200,
		body: { status: { id: 9 }, error: { name: 'EC_ABSENT_SUBSCRIBER' }, doneAt: '2026-03-02T12:00:00.000+0000' },
	});
	expect((await control(sandbox, 'POST', scheduled, { status: 15 })).body).toMatchObject({
		status: { name: 'EXPIRED_EXPIRED' },
		error: { id: 4101 },
	});
	expect(await control(sandbox, 'POST', never, { status: 5 })).toMatchObject({ status: 409 });
	expect(await control(sandbox, 'POST', never, { status: 'NO_SUCH' })).toMatchObject({ status: 400 });
	expect(await control(sandbox, 'POST', '/messages/none/outcome', { status: 5 })).toMatchObject({ status: 404 });
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
	expect((await control(sandbox, 'GET', '/clock')).body).toEqual({ now: '2026-03-02T12:00:00.000+0000' });
	const moved = await control(sandbox, 'POST', '/clock', { advance: '47h' });
	expect(moved).toEqual({ status: 200, body: { now: '2026-03-04T11:00:00.000+0000' } });
	expect((await list(sandbox)).messages[0].status.name).toBe('PENDING_ENROUTE');
	await Promise.all(['1h', '1s'].map((advance) => control(sandbox, 'POST', '/clock', { advance })));
	expect((await control(sandbox, 'GET', '/clock')).body).toEqual({ now: '2026-03-04T12:00:01.000+0000' });
	expect((await list(sandbox)).messages[0].status.name).toBe('EXPIRED_EXPIRED');
	for (const advance of ['soon', '-1s', '9999d'])
		expect((await control(sandbox, 'POST', '/clock', { advance })).status).toBe(400);
});

test.each([
	['the page itself', (url: string) => ({ origin: url }), 204],
	['the page itself, says the browser', () => ({ 'sec-fetch-site': 'same-origin' }), 204],
	['another page', () => ({ origin: 'https://elsewhere.example' }), 403],
	['a page of another port', () => ({ origin: 'http://127.0.0.1:1' }), 403],
	['a page without a name', () => ({ origin: 'null' }), 403],
	['another page, says the browser', () => ({ 'sec-fetch-site': 'cross-site' }), 403],
])('control by %s', async (_, headers, status) => {
	const sandbox = await start();
	expect((await control(sandbox, 'DELETE', '/messages', undefined, headers(sandbox.url))).status).toBe(status);
});
