import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';

import { runAnswered, type ScriptedAnswer } from '../scriptedService';
import { CONTINUE, type SmsRun } from '../smsNode';

const TO = '436601234567';
const PENDING = { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' };
const ACCEPTED = { messages: [{ to: TO, messageId: 'a', status: PENDING }] };
const refusal = (text: string) => ({
	requestError: { serviceException: { messageId: 'BAD_REQUEST', text, validationErrors: { to: [text] } } },
});
const SEND = { operation: 'sendText', to: TO, text: 'Hello' };
const LARGER_THAN_READ = 17 * 1024 * 1024;
const PACKED = gzipSync(Buffer.alloc(2 * LARGER_THAN_READ));

const run = async (answer: ScriptedAnswer, more: Partial<SmsRun> = {}) =>
	await runAnswered(answer, { parameters: SEND, settings: CONTINUE, ...more });

/** What happens to the body on its way, whatever the status says. */
const ways: ReadonlyArray<[string, (body: object) => ScriptedAnswer]> = [
	['breaks off', (body) => ({ body, cutAt: 10 })],
	['breaks off at once', (body) => ({ body, cutAt: 0 })],
	['is larger than is read', (body) => ({ body: `${JSON.stringify(body)}${' '.repeat(LARGER_THAN_READ)}` })],
	['unpacks to more than is read', () => ({ body: PACKED, headers: { 'Content-Encoding': 'gzip' } })],
	['is not packed as it says', (body) => ({ body, headers: { 'Content-Encoding': 'gzip' } })],
	['nests without end', () => ({ body: '['.repeat(1_000_000) })],
];

describe.each(ways)('an answer whose body %s', (_, wayOf) => {
	test.each([
		[200, ACCEPTED, 'unknown'],
		[400, refusal('No route'), 'refused'],
		[401, {}, 'notSent'],
		[503, {}, 'unknown'],
	])('is judged by its status %s', async (status, body, state) => {
		const { json, requests } = await run({ status, ...wayOf(body) });
		expect(json).toEqual([expect.objectContaining({ details: expect.objectContaining({ state }) })]);
		expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	});
});

test('of a truncated answer, complete reports are output, and the loss is reported', async () => {
	const report = fc.record({
		messageId: fc.uuid(),
		to: fc.constant(TO),
		callbackData: fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', 'ü', 'a') }),
		status: fc.constant({ groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET' }),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 5 }), fc.nat(), async (reports, at) => {
			const body = Buffer.from(JSON.stringify({ results: reports }));
			const cutAt = at % body.length;
			const ends = reports.map(
				(__, index) => Buffer.byteLength(JSON.stringify({ results: reports.slice(0, index + 1) })) - 2,
			);
			const whole = reports.filter((__, index) => ends[index]! <= cutAt).map(({ messageId }) => messageId);
			const { json } = await run({ body, cutAt }, { parameters: { operation: 'getReports' } });
			expect(json.flatMap(({ messageId = [] }) => messageId)).toEqual(whole);
			expect(json.filter(({ error }) => error !== undefined)).toHaveLength(1);
		}),
		{ numRuns: 50 },
	);
});

test('of an answer above the size limit, the reports within the limit are output', async () => {
	const results = Array.from({ length: 18 }, (_, index) => ({
		messageId: `m${index}`,
		to: TO,
		callbackData: 'x'.repeat(1024 * 1024),
		status: { groupId: 3 },
	}));
	const { json } = await run({ body: { results } }, { parameters: { operation: 'getReports' } });
	expect(json.flatMap(({ messageId = [] }) => messageId)).toEqual(
		results.slice(0, 15).map(({ messageId }) => messageId),
	);
	expect(json.at(-1)?.error).toContain('is larger than 16 MiB');
});

describe('secrets', () => {
	const ascii = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
	const secrets = fc
		.tuple(ascii, fc.constantFrom('', 'x'.repeat(4000)))
		.map(([start, end]) => `${start}-Secret-${end}`)
		// One side of Basic ends at the colon
		.filter((secret) => !secret.includes(':'));
	const credentials = fc.tuple(
		secrets,
		fc.constantFrom(
			(secret: string) => ({ authentication: 'apiKey', apiKey: secret }),
			(secret: string) => ({ authentication: 'basic', username: 'ann', password: secret }),
			(secret: string) => ({ authentication: 'bearer', bearerToken: secret }),
			(secret: string) => ({ authentication: 'authorizationValue', authorizationSecret: `App ${secret}` }),
			(secret: string) => ({ notificationToken: secret }),
		),
	);

	test('no error shows a secret that the service repeats, whatever its length; the meaning of the status is unchanged', async () => {
		await fc.assert(
			fc.asyncProperty(
				credentials,
				fc.constantFrom(200, 400, 401, 500),
				fc.constantFrom('header', 'plain', 'encoded'),
				// An error that is only text is quoted up to a length
				fc.option(fc.integer({ min: 0, max: 310 }), { nil: undefined }),
				async ([secret, credentialWith], status, form, before) => {
					const credential = credentialWith(secret);
					const basic = Buffer.from(`ann:${secret}`).toString('base64');
					const texts = { plain: secret, encoded: encodeURIComponent(secret), header: `Basic ${basic}` };
					const text = texts[form as 'plain'];
					const refused = before === undefined ? refusal(`Denied: ${text}`) : 'x'.repeat(before) + text;
					const body = status === 200 ? ACCEPTED : refused;
					const { json, run: data } = await run({ status, body }, { credential });
					const states = { 200: undefined, 400: 'refused', 401: 'notSent', 500: 'unknown' };
					expect((json[0]?.details as { state?: string } | undefined)?.state).toBe(states[status as 200]);
					const stored = JSON.stringify(data);
					const isShown = (text: string) => stored.includes(JSON.stringify(text).slice(1, -1));
					const own = 'username' in credential ? [secret, basic] : [secret];
					for (const part of own.map((whole) => whole.slice(0, -3)))
						expect([isShown(part), isShown(encodeURIComponent(part))]).toEqual([false, false]);
				},
			),
			{ numRuns: 60 },
		);
	});

	test('a successful answer is unchanged', async () => {
		const messages = [
			{ ...ACCEPTED.messages[0], messageId: 'sandbox-key', status: { ...PENDING, description: 'sandbox-key' } },
		];
		const { json } = await run({ body: { messages } });
		expect(json).toMatchObject([{ messageId: 'sandbox-key', statusDescription: 'sandbox-key' }]);
	});
});
