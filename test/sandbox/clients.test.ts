import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { XMLValidator } from 'fast-xml-parser';
import type { Sandbox } from '../../sandbox';
import { ask, get, post, send, TEXT } from './client';
import { listen, start } from './running';

/* Requests of other clients, and protection of web pages and terminals. */

let lines: string[];
let sandbox: Sandbox;
beforeEach(async () => {
	lines = [];
	sandbox = await start({ logger: (line) => lines.push(line) });
});

const TO = '41793026727';

/** Sends raw bytes, and returns all that comes back. */
async function raw(request: string): Promise<string> {
	const socket = connect(sandbox.port, '127.0.0.1');
	socket.end(request);
	let answer = '';
	for await (const chunk of socket) answer += chunk;
	return answer;
}

test('by default, three values of Authorization are accepted', async () => {
	const basic = `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}`;
	const answers = ['App sandbox-key', basic, 'Bearer sandbox-token', 'App wrong'].map((value) =>
		get(sandbox, '/sms/1/reports', value),
	);
	expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 401]);
});

test('pushes to other hosts need permission', async () => {
	const receiver = await listen();
	const port = new URL(receiver.url).port;
	const other = await start({ notifyHosts: ['192.0.2.1'], notifications: { maxRetries: 0, timeoutMs: 50 } });
	for (const host of ['203.0.113.1', '127.0.0.1.example', '192.0.2.1'])
		await send(other, TO, { notifyUrl: `http://${host}:${port}` });
	await other.advance(1000);
	const problems = other.messages.map(({ pushes }) => pushes![0]!.problem);
	expect(problems.slice(0, 2)).toEqual([
		expect.stringMatching(/not pushed.*--notify-host/),
		expect.stringMatching(/not pushed.*--notify-host/),
	]);
	expect(problems[2]).not.toMatch(/not pushed/);
});

test.each([
	['127.0.0.1', 200],
	['localhost:8025', 200],
	['[::1]:80', 200],
	['sandbox.localhost', 200],
	['rebound.example', 403],
	['127.0.0.1.rebound.example', 403],
	['@', 403],
])('a request to Host %s', async (host, status) => {
	for (const path of ['/sms/1/reports', '/_sandbox/messages']) {
		const answer = await raw(
			`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${sandbox.authorization}\r\nConnection: close\r\n\r\n`,
		);
		expect(answer).toMatch(`HTTP/1.1 ${status} `);
	}
});

test('control characters from clients are not printed', async () => {
	const controls = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code));
	const texts = [...controls, '\u2028', '\u202e', '\u200b', '\ud800'];
	await post(sandbox, TEXT, {
		messages: texts.map((text) => ({
			from: text,
			text,
			destinations: [{ to: TO, messageId: `\u001b]0;${text}` }, { to: text }],
		})),
	});
	await ask('DELETE', sandbox, '/%1b%00/\u009b');
	await sandbox.advance(1000);
	expect(lines.length).toBeGreaterThan(300);
	expect(lines.filter((line) => /[\p{Cc}\p{Cf}\p{Zl}]/u.test(line))).toEqual([]);
});

const BODY = JSON.stringify({ messages: [{ text: 'Grüße', destinations: [{ to: TO }] }] });

test.each<[string, Buffer, Record<string, string>]>([
	['iso-8859-1', Buffer.from(BODY, 'latin1'), { 'content-type': 'application/json; charset=iso-8859-1' }],
	['utf-16', Buffer.from(BODY, 'utf16le').swap16(), { 'content-type': 'application/json; charset=utf-16' }],
	['utf-16 with a mark', Buffer.from(`\ufeff${BODY}`, 'utf16le'), {}],
	['utf-8 with a mark', Buffer.from(`\ufeff${BODY}`), {}],
	['gzip', gzipSync(BODY), { 'content-encoding': 'gzip' }],
])('a body in %s is decoded', async (_, body, headers) => {
	expect((await ask('POST', sandbox, TEXT, body, headers)).status).toBe(200);
	expect(sandbox.messages).toMatchObject([{ text: 'Grüße' }]);
});

test.each<[string, Buffer, Record<string, string>, RegExp]>([
	['other bytes than UTF-8', Buffer.from(BODY, 'latin1'), {}, /UTF-8/],
	['an unknown charset', Buffer.from(BODY), { 'content-type': 'application/json; charset=klingon' }, /charset/],
	['an unknown compression', Buffer.from(BODY), { 'content-encoding': 'zip' }, /Content-Encoding/],
	['no gzip', Buffer.from(BODY), { 'content-encoding': 'gzip' }, /gzip/],
	['a bomb', gzipSync(Buffer.alloc(40 << 20)), { 'content-encoding': 'gzip' }, /too large/],
	['too many bytes', Buffer.alloc(33 << 20), {}, /too large/],
])('a body of %s is refused with a reason', async (_, body, headers, reason) => {
	expect(await ask('POST', sandbox, TEXT, body, headers)).toMatchObject({
		status: 400,
		body: { requestError: { serviceException: { text: expect.stringMatching(reason) } } },
	});
});

test('XML is well-formed with any callbackData', async () => {
	const receiver = await listen();
	for (const callbackData of ['\u0000 \u000b \ud800 \uffff', '<&>]]>'])
		await send(sandbox, TO, { notifyUrl: receiver.url, notifyContentType: 'application/xml', callbackData });
	await sandbox.advance(1000);
	const { body } = receiver.received[0]!;
	expect(XMLValidator.validate(body)).toBe(true);
	expect(body).toContain('\ufffd \ufffd \ufffd \ufffd');
});

test('`to` without destinations, as in older requests; an ID with commas and spaces; numbers with all their digits', async () => {
	const ID = '-92233720368547758079';
	const { body } = await post(
		sandbox,
		TEXT,
		`{"bulkId":1739876543210123456789,"messages":[{"to":["${TO}","41793026728"]},{"destinations":[{"to":${TO},"messageId":${ID}},{"to":${TO},"messageId":" a,b"}]}]}`,
	);
	expect(body.messages.map(({ to }: any) => to)).toEqual([TO, '41793026728', TO, TO]);
	expect(body.bulkId).toBe('1739876543210123456789');
	await sandbox.advance(1000);
	for (const [path, id] of [
		['logs', ID],
		['logs', ' a,b'],
		['reports', ' a,b'],
	] as const) {
		const { results } = (await get(sandbox, `/sms/1/${path}?messageId=${encodeURIComponent(id)}`)).body;
		expect(results.map((entry: any) => entry.messageId)).toEqual([id]);
	}
});
