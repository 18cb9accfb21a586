import type { INode, INodeParameters } from 'n8n-workflow';

import { errorData } from '../bulk/accounting';
import { runAnswered, startScriptedService, type ScriptedAnswer } from '../scriptedService';
import { CONTINUE, STOP } from '../smsNode';

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
