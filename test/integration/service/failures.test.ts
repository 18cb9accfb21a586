import type { INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { ownAddress } from '../../support/ownAddress';
import { startScriptedService, type ScriptedAnswer, type ScriptedService } from '../scriptedService';
import { CONTINUE, credentialFor, ERROR_OUTPUT, runSms, STOP, type SmsRun } from '../smsNode';

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

const CHECK_ADDRESS_THEN_LOGS =
	/^Check that the Base URL in the SMS Messaging API credential points to the SMS service\. It is not known whether the message was accepted\. Check Get Logs before/;

interface FailureCase {
	name: string;
	answer: ScriptedAnswer;
	message: string | RegExp;
	description: RegExp;
	details: Record<string, unknown>;
	/** What an error item of a message says became of it. */
	state: 'refused' | 'notSent' | 'unknown';
	/** Where a message fails otherwise than a look into logs and reports, since the node waited for it or looked it up. */
	whenSending?: { message?: string; description: RegExp; isTriedOnce?: boolean };
	/** The same for each of the two that fetch, where they do not say the same. */
	whenFetching?: Record<'getLogs' | 'getReports', { message?: string; description: RegExp }>;
	/** A call that fetches is made once for all items, since the patience is over. */
	isFetchedOnce?: boolean;
	/** No other request can pass: only one is tried. */
	concernsAll?: boolean;
}

/** Where it is not known what became of a call. */
const WHEN_FETCHING = (check: string): FailureCase['whenFetching'] => ({
	getLogs: { description: new RegExp(`^${check}Run again later: logs stay available for 48 hours\\.$`) },
	getReports: {
		description: new RegExp(
			`^${check || 'Run again later\\. '}Any reports that the service had already handed out with this answer will not come again: Get Logs shows for 48 hours`,
		),
	},
});
const CHECK_ADDRESS = 'Check that the Base URL in the SMS Messaging API credential points to the SMS service\\. ';

const PATIENTLY_429 = 'The service was called too often (429): Too many requests, even after 0.3 seconds';

const CASES: FailureCase[] = [
	{
		name: '400 with the service’s text',
		answer: { status: 400, body: exception('BAD_REQUEST', 'Bad request') },
		message: 'The service refused the request (400): Bad request',
		description: /^Correct what the service complains about/,
		details: { httpStatus: 400, serviceCode: 'BAD_REQUEST', serviceText: 'Bad request' },
		state: 'refused',
	},
	{
		name: '400 with validation details',
		answer: {
			status: 400,
			body: exception('BAD_REQUEST', 'Bad Request', {
				'messages[0].from': ['too long', 'must be text'],
				limit: ['too high'],
			}),
		},
		message:
			'The service refused the request (400): Bad Request (messages[0].from: too long, must be text; limit: too high)',
		description: /^Correct what the service complains about/,
		details: { validationErrors: { 'messages[0].from': ['too long', 'must be text'], limit: ['too high'] } },
		state: 'refused',
	},
	{
		name: '400 without a body',
		answer: { status: 400 },
		message: 'The service refused the request (400)',
		description: /^Correct what the service complains about/,
		details: { httpStatus: 400 },
		state: 'refused',
	},
	{
		name: '401',
		answer: { status: 401, body: exception('UNAUTHORIZED', 'Invalid login details') },
		message: 'The service does not accept the credential (401): Invalid login details',
		description: /^Open the SMS Messaging API credential/,
		whenSending: { description: /^This was not sent\. Open the SMS Messaging API credential/ },
		details: { httpStatus: 401, serviceText: 'Invalid login details' },
		state: 'notSent',
		concernsAll: true,
	},
	{
		name: '403',
		answer: { status: 403, body: exception('FORBIDDEN', 'Forbidden') },
		message: 'This credential is not allowed to do this (403): Forbidden',
		description: /^Ask your provider for permission/,
		whenSending: { description: /^This was not sent\. Ask your provider for permission/ },
		details: { httpStatus: 403 },
		state: 'notSent',
		concernsAll: true,
	},
	{
		name: '404 from some other server',
		answer: { status: 404, body: HTML },
		message: 'There is no SMS service at this address (404)',
		description: /^Check the Base URL/,
		whenSending: { description: /^This was not sent\. Check the Base URL/ },
		details: { httpStatus: 404 },
		state: 'notSent',
		concernsAll: true,
	},
	{
		name: '429',
		answer: { status: 429, body: exception('TOO_MANY_REQUESTS', 'Too many requests') },
		message: 'The service was called too often (429): Too many requests',
		description: /^Wait a minute/,
		details: { httpStatus: 429 },
		state: 'notSent',
		whenSending: {
			message: PATIENTLY_429,
			description: /^This was not sent\. Run again later; /,
			isTriedOnce: true,
		},
		whenFetching: {
			getLogs: { message: PATIENTLY_429, description: /^Run again later; logs stay available for 48 hours\.$/ },
			getReports: {
				message: PATIENTLY_429,
				description: /^Run again later; reports not fetched yet are still available\.$/,
			},
		},
		isFetchedOnce: true,
	},
	{
		name: '500 with the service’s text',
		answer: { status: 500, body: exception('GENERAL_ERROR', 'Something went wrong. Please contact support.') },
		message: 'The service gave an unexpected answer (500): Something went wrong. Please contact support.',
		description: /Check Get Logs/,
		details: { httpStatus: 500, serviceCode: 'GENERAL_ERROR' },
		state: 'unknown',
		whenSending: { description: /^It is not known whether the message was accepted\. Check Get Logs before/ },
		whenFetching: WHEN_FETCHING(''),
	},
	{
		name: '502 with a page of HTML',
		answer: { status: 502, headers: { 'Content-Type': 'text/html' }, body: HTML },
		message: 'The service gave an unexpected answer (502)',
		description: /Check Get Logs/,
		details: { httpStatus: 502 },
		state: 'unknown',
		whenSending: { description: /^It is not known whether the message was accepted\. Check Get Logs before/ },
		whenFetching: WHEN_FETCHING(''),
	},
	{
		name: '200 with a page of HTML',
		answer: { headers: { 'Content-Type': 'text/html' }, body: HTML },
		message: /^The service answered 200, but not with a list of (messages|results)$/,
		description: /check Get Logs/,
		details: { httpStatus: 200 },
		state: 'unknown',
		whenSending: { description: CHECK_ADDRESS_THEN_LOGS },
		whenFetching: WHEN_FETCHING(CHECK_ADDRESS),
	},
	{
		name: '200 with half a JSON text',
		answer: { body: '{"messages":[{"to":"4366' },
		message: /^The service answered 200, but not with a list of (messages|results)$/,
		description: /check Get Logs/,
		details: { httpStatus: 200 },
		state: 'unknown',
		whenSending: { description: CHECK_ADDRESS_THEN_LOGS },
		whenFetching: WHEN_FETCHING(CHECK_ADDRESS),
	},
	{
		name: '200 with other JSON',
		answer: { body: { messages: { to: '436600000000' }, results: [null] } },
		message: /^The service answered 200, but not with a list of (messages|results)$/,
		description: /check Get Logs/,
		details: { httpStatus: 200 },
		state: 'unknown',
		whenSending: { description: CHECK_ADDRESS_THEN_LOGS },
		whenFetching: WHEN_FETCHING(CHECK_ADDRESS),
	},
	{
		name: 'a connection that is closed without an answer',
		answer: { hangUp: true },
		message: 'The connection to the service was lost: it closed the connection (ECONNRESET)',
		description: /^It is not known whether the request was carried out\. Check Get Logs/,
		details: { code: 'ECONNRESET' },
		state: 'unknown',
		whenSending: { description: /^It is not known whether the message was accepted\. Check Get Logs before/ },
		whenFetching: WHEN_FETCHING(''),
	},
];

describe.each(CASES)(
	'$name',
	({ answer, message, description, details, state, whenSending, whenFetching, isFetchedOnce, concernsAll }) => {
		let service: ScriptedService;
		beforeEach(async () => {
			service = await startScriptedService(answer);
		});
		afterEach(async () => await service.stop());

		const run = (parameters: INodeParameters): SmsRun => ({
			parameters,
			items: ITEMS,
			credential: credentialFor(service),
		});
		const expected = (parameters: INodeParameters) => {
			const { message: said, description: advice } = {
				message,
				description,
				...(isSending(parameters) ? whenSending : whenFetching?.[parameters.operation as 'getLogs']),
			};
			return {
				message: typeof said === 'string' ? said : said.source.slice(1, -1),
				isPattern: typeof said !== 'string',
				description: expect.stringMatching(advice),
			};
		};
		/** The whole message, after words that are to stand before it. */
		const saying = (parameters: INodeParameters, before = '') => {
			const { message: said, isPattern } = expected(parameters);
			return isPattern ? expect.stringMatching(new RegExp(`^${before}${said}$`)) : `${before}${said}`;
		};

		test.each(OPERATIONS)('$operation, Stop: says what happened and what to do', async (parameters) => {
			const { error, json } = await runSms({ ...run(parameters), settings: STOP });
			expect(json).toEqual([]);
			const before = isSending(parameters) ? '3 of 3 destinations were not accepted: ' : '';
			expect(error).toMatchObject({
				message: saying(parameters, before),
				description: expected(parameters).description,
			});
			if (!isSending(parameters)) return;
			const { requests, destinations } = (error as any).context.data;
			expect(destinations).toEqual(
				ITEMS.map(({ to }, itemIndex) =>
					expect.objectContaining({ to, itemIndex, state, error: saying(parameters), ...details }),
				),
			);
			expect(requests.reduce((count: number, request: any) => count + request[state], 0)).toBe(3);
		});

		test.each(OPERATIONS)('$operation, Continue: every item comes out as an error item', async (parameters) => {
			const { error, json, paired } = await runSms({ ...run(parameters), settings: CONTINUE });
			expect(error).toBeUndefined();
			expect(paired).toEqual([0, 1, 2]);
			for (const item of json) {
				expect(item).toEqual({
					error: saying(parameters),
					details: expect.objectContaining({
						...details,
						...(isSending(parameters) && { state }),
						description: expected(parameters).description,
					}),
				});
			}
			if (!isSending(parameters)) return expect(service.requests).toHaveLength(concernsAll || isFetchedOnce ? 1 : 3);

			expect(json.map((item: any) => item.details.to)).toEqual(ITEMS.map(({ to }) => to));
			const sent = service.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));
			const tried = concernsAll === true || whenSending?.isTriedOnce === true ? ITEMS.slice(0, 1) : ITEMS;
			expect(sent.map(({ messages }) => messages[0].destinations)).toEqual(tried.map(({ to }) => [{ to }]));
			// What is unclear is looked up; where the logs cannot be read either, nothing is sent again
			const lookedUp = service.requests
				.filter(({ method }) => method === 'GET')
				.map(({ url }) => new URL(url, service.url));
			expect(lookedUp.every(({ pathname }) => pathname === '/sms/1/logs')).toBe(true);
			const bulkIds = new Set(lookedUp.map(({ searchParams }) => searchParams.get('bulkId')));
			expect([...bulkIds]).toEqual(state === 'unknown' ? sent.map(({ bulkId }) => bulkId) : []);
		});
	},
);

describe('one request of several fails', () => {
	let service: ScriptedService;
	beforeEach(async () => {
		service = await startScriptedService(({ url, body }, index) => {
			if (index === 1) return { status: 400, body: exception('BAD_REQUEST', 'Not this one') };
			if (url.includes('/text/')) {
				const [{ to }] = JSON.parse(body).messages[0].destinations;
				return { body: { messages: [{ to, messageId: `id-${to}`, status: { groupName: 'PENDING' } }] } };
			}
			return { body: { results: [{ messageId: `entry-${index}`, error: { name: 'NO_ERROR' } }] } };
		});
	});
	afterEach(async () => await service.stop());

	test('Send Text, Continue: the others are sent, and keep their place', async () => {
		const { json, paired } = await runSms({
			parameters: SEND_ONE_BY_ONE,
			items: ITEMS,
			credential: credentialFor(service),
			settings: CONTINUE,
		});
		expect(json).toEqual([
			expect.objectContaining({ messageId: 'id-436600000000' }),
			{
				error: 'The service refused the request (400): Not this one',
				details: expect.objectContaining({ to: '436600000001', state: 'refused' }),
			},
			expect.objectContaining({ messageId: 'id-436600000002' }),
		]);
		expect(paired).toEqual([0, 1, 2]);
	});

	test('Send Text, error output: the others leave by the first output, the failed one with its row', async () => {
		const { json, failed } = await runSms({
			parameters: SEND_ONE_BY_ONE,
			items: ITEMS,
			credential: credentialFor(service),
			settings: ERROR_OUTPUT,
		});
		expect(json.map(({ messageId }) => messageId)).toEqual(['id-436600000000', 'id-436600000002']);
		expect(failed.map((item) => item.json)).toEqual([
			{
				to: '436600000001',
				error: 'The service refused the request (400): Not this one',
				details: expect.objectContaining({ serviceText: 'Not this one' }),
			},
		]);
	});

	test('Send Text, Stop: the error keeps the message IDs of what was accepted', async () => {
		const { error } = await runSms({
			parameters: SEND_ONE_BY_ONE,
			items: ITEMS,
			credential: credentialFor(service),
			settings: STOP,
		});
		expect(error).toMatchObject({
			message:
				'1 of 3 destinations was not accepted: The service refused the request (400): Not this one (436600000001)',
			description: expect.stringContaining(
				'436600000000, 436600000002 were accepted; the message IDs are in the details, and Retry does not send them again. A new execution does.',
			),
			context: {
				data: {
					destinations: [
						{
							to: '436600000001',
							itemIndex: 1,
							state: 'refused',
							httpStatus: 400,
							error: 'The service refused the request (400): Not this one',
						},
						{ messageId: 'id-436600000000', itemIndex: 0, state: 'accepted' },
						{ messageId: 'id-436600000002', itemIndex: 2, state: 'accepted' },
					],
					requests: [
						{ accepted: 1, refused: 0, unknown: 0, notSent: 0 },
						{ accepted: 0, refused: 1, unknown: 0, notSent: 0 },
						{ accepted: 1, refused: 0, unknown: 0, notSent: 0 },
					],
				},
			},
		});
	});

	test('Get Reports, Stop: the reports fetched before stand in the error, since they cannot be fetched again', async () => {
		const { error } = await runSms({
			parameters: REPORTS_BY_ID,
			items: ITEMS,
			credential: credentialFor(service),
			settings: STOP,
		});
		expect(error).toMatchObject({
			message: 'The service refused the request (400): Not this one',
			description: expect.stringContaining(
				'Reports fetched before that (1) are in the details under reports; Retry outputs them too.',
			),
			context: { itemIndex: 1, data: { httpStatus: 400, reports: [{ messageId: 'entry-0', errorName: 'NO_ERROR' }] } },
		});
	});

	test('Get Reports, error output: what was fetched leaves by the first output', async () => {
		const { json, failed } = await runSms({
			parameters: REPORTS_BY_ID,
			items: ITEMS,
			credential: credentialFor(service),
			settings: ERROR_OUTPUT,
		});
		expect(json.map(({ messageId }) => messageId)).toEqual(['entry-0', 'entry-2']);
		expect(failed.map((item) => item.json)).toEqual([
			{ to: '436600000001', error: expect.stringContaining('Not this one'), details: expect.anything() },
		]);
	});
});

test('a redirect is not followed, and the credential stays here', async () => {
	const other = await startScriptedService({ body: { messages: [], results: [] } });
	for (const status of [301, 302, 303, 307, 308]) {
		const service = await startScriptedService({ status, headers: { Location: `${other.url}/elsewhere` } });
		for (const parameters of OPERATIONS) {
			const { error } = await runSms({ parameters, items: ITEMS.slice(0, 1), credential: credentialFor(service) });
			expect(error).toMatchObject({
				message: `The service answered with a redirect (${status}), which is not followed`,
				description: `${isSending(parameters) ? 'This was not sent. ' : ''}Set the Base URL in the SMS Messaging API credential to the address that it redirects to.`,
			});
		}
		expect(service.requests).toHaveLength(4);
		await service.stop();
	}
	expect(other.requests).toEqual([]);
	await other.stop();
});

describe('a service that cannot be reached', () => {
	const credential = credentialFor({ url: `http://${ownAddress()}:9` });
	const patiently =
		'The service cannot be reached: nothing answers at that address and port (ECONNREFUSED), even after 0.3 seconds';
	const checkAddress = (parameters: INodeParameters) =>
		isSending(parameters)
			? /^This was not sent\. Check the Base URL in the SMS Messaging API credential, and that this n8n can reach it, or run again later/
			: /^Check the Base URL in the SMS Messaging API credential, and that this n8n can reach it, or run again later/;

	test.each(OPERATIONS)('$operation, Stop', async (parameters) => {
		const { error } = await runSms({ parameters, items: ITEMS, credential, settings: STOP });
		expect(error).toMatchObject({
			message: `${isSending(parameters) ? '3 of 3 destinations were not accepted: ' : ''}${patiently}`,
			description: expect.stringMatching(checkAddress(parameters)),
		});
	});

	test.each(OPERATIONS)('$operation, Continue', async (parameters) => {
		const { json, paired } = await runSms({ parameters, items: ITEMS, credential, settings: CONTINUE });
		expect(paired).toEqual([0, 1, 2]);
		const details = {
			code: 'ECONNREFUSED',
			description: expect.stringMatching(checkAddress(parameters)),
			...(isSending(parameters) && { state: 'notSent' }),
		};
		for (const item of json) expect(item).toEqual({ error: patiently, details: expect.objectContaining(details) });
	});
});

test('a certificate that is not trusted is named as such', async () => {
	const sandbox = await startSandbox({ tls: true });
	try {
		const { error } = await runSms({ parameters: SEND_ONE_BY_ONE, items: ITEMS, credential: credentialFor(sandbox) });
		expect(error).toMatchObject({
			message: expect.stringMatching(
				/^3 of 3 destinations were not accepted: The service cannot be reached: its certificate is not trusted on this machine \(\w+\)$/,
			),
			description: expect.stringMatching(/^This was not sent\. Check the Base URL/),
		});
		expect(sandbox.requests).toEqual([]);
	} finally {
		await sandbox.stop();
	}
});

describe('what the sandbox refuses', () => {
	let sandbox: Sandbox;
	beforeEach(async () => {
		sandbox = await startSandbox({ logsPerMinute: 1 });
	});
	afterEach(async () => await sandbox.stop());

	test('400: a value that the service does not know is named by the service', async () => {
		const parameters = {
			operation: 'sendText',
			to: '436601234567',
			text: 'Hello',
			messageOptions: { transliteration: '={{ "KLINGON" }}' },
		};
		const { error } = await runSms({ parameters, credential: credentialFor(sandbox) });
		expect(error!.message).toMatch(
			/^The service refused the request \(400\): Bad Request \(messages\[0\]\.transliteration: must be one of .*GREEK/,
		);
	});

	test('401: a wrong key is asked for once only', async () => {
		const credential = { ...credentialFor(sandbox), apiKey: 'wrong' };
		for (const parameters of OPERATIONS) {
			sandbox.requests.length = 0;
			const { error } = await runSms({ parameters, items: ITEMS, credential });
			const reason = 'The service does not accept the credential (401): Invalid login details';
			expect(error!.message).toBe(isSending(parameters) ? `3 of 3 destinations were not accepted: ${reason}` : reason);
			expect(sandbox.requests).toHaveLength(1);
		}
	});

	test('429: logs read too often', async () => {
		const { error } = await runSms({
			parameters: { operation: 'getLogs', filters: { to: '={{ $json.to }}' } },
			items: ITEMS,
			credential: credentialFor(sandbox),
		});
		expect(error).toMatchObject({
			message: PATIENTLY_429,
			context: { itemIndex: 1, data: { httpStatus: 429 } },
		});
		expect(sandbox.requests.map(({ status }) => status)).toEqual([200, 429]);
	});
});
