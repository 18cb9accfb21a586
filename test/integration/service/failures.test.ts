import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import type { INode, INodeParameters } from 'n8n-workflow';

import { errorData } from '../bulk/accounting';
import { runAnswered, startScriptedService, type ScriptedAnswer } from '../scriptedService';
import { CONTINUE, STOP, type SmsRun } from '../smsNode';

/** One message in each request, one request after the other. */
const ONE_BY_ONE = { messagesPerRequest: 1, requestsAtOnce: 1 };
const ITEMS = ['436600000000', '436600000001', '436600000002'].map((to) => ({ to }));
const OPERATIONS: INodeParameters[] = [
	{ operation: 'sendText', to: '={{ $json.to }}', text: 'Hello', options: ONE_BY_ONE },
	{ operation: 'sendBinary', to: '={{ $json.to }}', hex: '48 65', options: ONE_BY_ONE },
	{ operation: 'getLogs', filters: { to: '={{ $json.to }}' } },
	{ operation: 'getReports', filters: { messageId: '={{ $json.to }}' } },
];
const isSending = ({ operation }: INodeParameters) => String(operation).startsWith('send');
const HTML = '<html><body><h1>It works!</h1></body></html>';
const exception = (messageId: string, text: string, validationErrors?: object) => ({
	requestError: { serviceException: { messageId, text, validationErrors } },
});

const answerOf = (status: number, messageId: string, text: string, more?: object): ScriptedAnswer => ({
	status,
	body: exception(messageId, text, more),
});
const VALIDATION = { 'messages[0].from': ['too long', 'must be text'], limit: ['too high'] };

/** The answer, the text for the user without the advice, and the state of a message in its error item. */
type FailureCase = [
	name: string,
	answer: ScriptedAnswer,
	says: string,
	details: object,
	state: 'refused' | 'notSent' | 'unknown',
];
const CASES: FailureCase[] = [
	[
		'400 with validation details',
		answerOf(400, 'BAD_REQUEST', 'Bad Request', VALIDATION),
		'(400): Bad Request (messages[0].from: too long, must be text; limit: too high)',
		{ serviceCode: 'BAD_REQUEST', serviceText: 'Bad Request', validationErrors: VALIDATION },
		'refused',
	],
	['401', answerOf(401, 'UNAUTHORIZED', 'Invalid login'), '(401): Invalid login', {}, 'notSent'],
	['403', answerOf(403, 'FORBIDDEN', 'Forbidden'), '(403): Forbidden', {}, 'notSent'],
	['404 from some other server', { status: 404, body: HTML }, '(404)', {}, 'notSent'],
	['429', answerOf(429, 'TOO_MANY', 'Too many'), '(429): Too many, even after 0.3 seconds', {}, 'notSent'],
	['500', answerOf(500, 'GENERAL_ERROR', 'Call us'), '(500): Call us', { serviceCode: 'GENERAL_ERROR' }, 'unknown'],
	['200 with a page of HTML', { headers: { 'Content-Type': 'text/html' }, body: HTML }, '200', {}, 'unknown'],
	['200 with other JSON', { body: { messages: { to: '43660' }, results: [null] } }, '200', {}, 'unknown'],
	['a connection closed without an answer', { hangUp: true }, '(ECONNRESET)', { code: 'ECONNRESET' }, 'unknown'],
];
/** What to do: a message that may be at the service must not be sent again blindly. */
const ADVICE = { refused: /./, notSent: /was not sent\. ./, unknown: /Check Get Logs for the message ID/ };

describe.each(CASES)('%s', (_, answer, says, more, state) => {
	const { status = 200, hangUp } = answer;
	const details = { ...(hangUp === undefined && { httpStatus: status }), ...more };
	// No other request can pass: only one is tried
	const concernsAll = state === 'notSent';
	const run = async (parameters: INodeParameters, settings: Partial<INode>) =>
		await runAnswered(answer, { parameters, items: ITEMS, settings });
	const adviceIn = (parameters: INodeParameters) => expect.stringMatching(isSending(parameters) ? ADVICE[state] : /./);

	test.each(OPERATIONS)('$operation, Stop: says what happened and what to do', async (parameters) => {
		const { error, json } = await run(parameters, STOP);
		expect(json).toEqual([]);
		expect(error).toMatchObject({ message: expect.stringContaining(says), description: adviceIn(parameters) });
		if (!isSending(parameters)) return;
		const { requests, destinations } = errorData({ error })!;
		expect(destinations).toEqual(
			ITEMS.map(({ to }, itemIndex) => expect.objectContaining({ to, itemIndex, state, ...details })),
		);
		expect(requests.reduce((count, request) => count + request[state], 0)).toBe(3);
	});

	test.each(OPERATIONS)('$operation, Continue: every item comes out as an error item', async (parameters) => {
		const { error, json, paired, requests } = await run(parameters, CONTINUE);
		expect(error).toBeUndefined();
		expect(paired).toEqual([0, 1, 2]);
		for (const item of json) {
			expect(item).toEqual({
				error: expect.stringContaining(says),
				details: expect.objectContaining({
					...details,
					...(isSending(parameters) && { state }),
					description: adviceIn(parameters),
				}),
			});
		}
		if (!isSending(parameters)) return expect(requests).toHaveLength(concernsAll ? 1 : 3);

		expect(json.map((item: any) => item.details.to)).toEqual(ITEMS.map(({ to }) => to));
		const sent = requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));
		const to = new Set(sent.map(({ messages }) => messages[0].destinations[0].to));
		expect([...to]).toEqual((concernsAll ? ITEMS.slice(0, 1) : ITEMS).map((item) => item.to));
		expect(sent).toHaveLength(to.size);
	});
});

test('a redirect is not followed, and the credential is not sent', async () => {
	const other = await startScriptedService({ body: { messages: [], results: [] } });
	const redirected = { headers: { Location: `${other.url}/elsewhere` } };
	for (const status of [301, 302, 303, 307, 308])
		for (const parameters of OPERATIONS) {
			const run = { parameters, items: ITEMS.slice(0, 1) };
			const { error, requests } = await runAnswered({ ...redirected, status }, run);
			expect(error!.message).toContain(`redirect (${status})`);
			expect(requests).toHaveLength(1);
		}
	expect(other.requests).toEqual([]);
	await other.stop();
});

const TO = '436601234567';
const PENDING = { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED' };
const ACCEPTED = { messages: [{ to: TO, messageId: 'a', status: PENDING }] };
const refusal = (text: string) => exception('BAD_REQUEST', text, { to: [text] });
const SEND = { operation: 'sendText', to: TO, text: 'Hello' };
/** More than is read. */
const SPACES = Buffer.alloc(17 * 1024 * 1024, ' ');
const PACKED = gzipSync(SPACES);

const run = async (answer: Parameters<typeof runAnswered>[0], more: Partial<SmsRun> = {}) =>
	await runAnswered(answer, { parameters: SEND, settings: CONTINUE, ...more });

/** What happens to the body on its way, whatever the status says. */
const ways: ReadonlyArray<[string, (body: object) => ScriptedAnswer]> = [
	['breaks off', (body) => ({ body, cutAt: 10 })],
	['breaks off at once', (body) => ({ body, cutAt: 0 })],
	['is larger than is read', (body) => ({ body: Buffer.concat([Buffer.from(JSON.stringify(body)), SPACES]) })],
	['unpacks to more than is read', () => ({ body: PACKED, headers: { 'Content-Encoding': 'gzip' } })],
	['is not packed as it says', (body) => ({ body, headers: { 'Content-Encoding': 'gzip' } })],
	['nests without end', () => ({ body: '['.repeat(1_000_000) })],
];

test.each(ways.filter(([name]) => !name.endsWith('than is read')))(
	'an answer whose body %s, also to the look-ups after it: unknown, and sent once',
	async (_, wayOf) => {
		const { json, requests } = await run(() => ({ status: 200, ...wayOf(ACCEPTED) }));
		expect(json).toEqual([expect.objectContaining({ details: expect.objectContaining({ state: 'unknown' }) })]);
		expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	},
);

describe.each(ways)('an answer whose body %s', (_, wayOf) => {
	test.each([
		[200, ACCEPTED, 'unknown'],
		[400, refusal('No route'), 'refused'],
		[401, {}, 'notSent'],
		[503, {}, 'unknown'],
	])('is judged by its status %s', async (status, body, state) => {
		// Look-ups are answered without a mishap, and say nothing
		const { json, requests } = await run(({ method }) => ({ status, ...(method === 'GET' ? { body } : wayOf(body)) }));
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
