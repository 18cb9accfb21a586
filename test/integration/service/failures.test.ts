import type { INodeParameters } from 'n8n-workflow';

import { startScriptedService, type ScriptedAnswer, type ScriptedService } from '../scriptedService';
import { CONTINUE, credentialFor, runSms, STOP, type SmsRun } from '../smsNode';

/** One message in each request, one request after the other. */
const ONE_BY_ONE = { messagesPerRequest: 1, requestsAtOnce: 1 };
const SEND_ONE_BY_ONE: INodeParameters = {
	operation: 'sendText',
	to: '={{ $json.to }}',
	text: 'Hello',
	options: ONE_BY_ONE,
};
const ITEMS = ['436600000000', '436600000001', '436600000002'].map((to) => ({ to }));
const REPORTS_BY_ID: INodeParameters = { operation: 'getReports', filters: { messageId: '={{ $json.to }}' } };
const OPERATIONS: INodeParameters[] = [
	SEND_ONE_BY_ONE,
	{ operation: 'sendBinary', to: '={{ $json.to }}', hex: '48 65', options: ONE_BY_ONE },
	{ operation: 'getLogs', filters: { to: '={{ $json.to }}' } },
	REPORTS_BY_ID,
];
const isSending = ({ operation }: INodeParameters) => String(operation).startsWith('send');
const HTML = '<html><body><h1>It works!</h1></body></html>';
const exception = (messageId: string, text: string, validationErrors?: object) => ({
	requestError: { serviceException: { messageId, text, validationErrors } },
});

interface FailureCase {
	name: string;
	answer: ScriptedAnswer;
	/** The text for the user, without the advice. */
	says: string;
	details: Record<string, unknown>;
	/** The state of a message in its error item. */
	state: 'refused' | 'notSent' | 'unknown';
	/** No other request can pass: only one is tried. */
	concernsAll?: boolean;
}

const CASES: FailureCase[] = [
	{
		name: '400 with validation details',
		answer: {
			status: 400,
			body: exception('BAD_REQUEST', 'Bad Request', {
				'messages[0].from': ['too long', 'must be text'],
				limit: ['too high'],
			}),
		},
		says: '(400): Bad Request (messages[0].from: too long, must be text; limit: too high)',
		details: {
			httpStatus: 400,
			serviceCode: 'BAD_REQUEST',
			serviceText: 'Bad Request',
			validationErrors: { 'messages[0].from': ['too long', 'must be text'], limit: ['too high'] },
		},
		state: 'refused',
	},
	{
		name: '401',
		answer: { status: 401, body: exception('UNAUTHORIZED', 'Invalid login details') },
		says: 'credential (401): Invalid login details',
		details: { httpStatus: 401, serviceText: 'Invalid login details' },
		state: 'notSent',
		concernsAll: true,
	},
	{
		name: '403',
		answer: { status: 403, body: exception('FORBIDDEN', 'Forbidden') },
		says: '(403): Forbidden',
		details: { httpStatus: 403 },
		state: 'notSent',
		concernsAll: true,
	},
	{
		name: '404 from some other server',
		answer: { status: 404, body: HTML },
		says: '(404)',
		details: { httpStatus: 404 },
		state: 'notSent',
		concernsAll: true,
	},
	{
		name: '429',
		answer: { status: 429, body: exception('TOO_MANY_REQUESTS', 'Too many requests') },
		says: '(429): Too many requests, even after 0.3 seconds',
		details: { httpStatus: 429 },
		state: 'notSent',
		concernsAll: true,
	},
	{
		name: '500 with the service’s text',
		answer: { status: 500, body: exception('GENERAL_ERROR', 'Something went wrong. Please contact support.') },
		says: '(500): Something went wrong. Please contact support.',
		details: { httpStatus: 500, serviceCode: 'GENERAL_ERROR' },
		state: 'unknown',
	},
	{
		name: '200 with a page of HTML',
		answer: { headers: { 'Content-Type': 'text/html' }, body: HTML },
		says: '200',
		details: { httpStatus: 200 },
		state: 'unknown',
	},
	{
		name: '200 with other JSON',
		answer: { body: { messages: { to: '436600000000' }, results: [null] } },
		says: '200',
		details: { httpStatus: 200 },
		state: 'unknown',
	},
	{
		name: 'a connection that is closed without an answer',
		answer: { hangUp: true },
		says: '(ECONNRESET)',
		details: { code: 'ECONNRESET' },
		state: 'unknown',
	},
];
/** What to do: a message that may be at the service must not be sent again blindly. */
const ADVICE = { refused: /./, notSent: /was not sent\. ./, unknown: /Check Get Logs for the message ID/ };

describe.each(CASES)('$name', ({ answer, says, details, state, concernsAll }) => {
	let service: ScriptedService;
	beforeEach(async () => void (service = await startScriptedService(answer)));
	afterEach(async () => await service.stop());

	const run = (parameters: INodeParameters): SmsRun => ({
		parameters,
		items: ITEMS,
		credential: credentialFor(service),
	});
	const adviceIn = (parameters: INodeParameters) => expect.stringMatching(isSending(parameters) ? ADVICE[state] : /./);

	test.each(OPERATIONS)('$operation, Stop: says what happened and what to do', async (parameters) => {
		const { error, json } = await runSms({ ...run(parameters), settings: STOP });
		expect(json).toEqual([]);
		expect(error).toMatchObject({ message: expect.stringContaining(says), description: adviceIn(parameters) });
		if (!isSending(parameters)) return;
		const { requests, destinations } = (error as any).context.data;
		expect(destinations).toEqual(
			ITEMS.map(({ to }, itemIndex) => expect.objectContaining({ to, itemIndex, state, ...details })),
		);
		expect(requests.reduce((count: number, request: any) => count + request[state], 0)).toBe(3);
	});

	test.each(OPERATIONS)('$operation, Continue: every item comes out as an error item', async (parameters) => {
		const { error, json, paired } = await runSms({ ...run(parameters), settings: CONTINUE });
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
		if (!isSending(parameters)) return expect(service.requests).toHaveLength(concernsAll ? 1 : 3);

		expect(json.map((item: any) => item.details.to)).toEqual(ITEMS.map(({ to }) => to));
		const sent = service.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));
		const to = new Set(sent.map(({ messages }) => messages[0].destinations[0].to));
		expect([...to]).toEqual((concernsAll ? ITEMS.slice(0, 1) : ITEMS).map((item) => item.to));
		expect(sent).toHaveLength(to.size);
	});
});

test('a redirect is not followed, and the credential is not sent', async () => {
	const other = await startScriptedService({ body: { messages: [], results: [] } });
	for (const status of [301, 302, 303, 307, 308]) {
		const service = await startScriptedService({ status, headers: { Location: `${other.url}/elsewhere` } });
		for (const parameters of OPERATIONS) {
			const { error } = await runSms({ parameters, items: ITEMS.slice(0, 1), credential: credentialFor(service) });
			expect(error!.message).toContain(`redirect (${status})`);
		}
		expect(service.requests).toHaveLength(4);
		await service.stop();
	}
	expect(other.requests).toEqual([]);
	await other.stop();
});
