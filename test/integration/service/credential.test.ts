import { inspect } from 'node:util';

import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../../sandbox';
import { startScriptedService } from '../scriptedService';
import { CONTINUE, credentialFor, ERROR_OUTPUT, runSms, STOP } from '../smsNode';

const SEND: INodeParameters = { operation: 'sendText', to: '436601234567', text: 'Hello' };
const OPERATIONS: INodeParameters[] = [
	SEND,
	{ operation: 'sendBinary', to: '436601234567', hex: '48 65' },
	{ operation: 'getLogs' },
	{ operation: 'getReports' },
];
const ANN = Buffer.from('ann:secret').toString('base64');
const AUTHENTICATIONS: Array<[string, ICredentialDataDecryptedObject, string]> = [
	['API key, scheme App unless told otherwise', { authentication: 'apiKey', apiKey: 'key-1' }, 'App key-1'],
	['API key is what a new credential has', { apiKey: 'key-1' }, 'App key-1'],
	['API key with another scheme', { authentication: 'apiKey', scheme: 'IBSSO', apiKey: 'key-1' }, 'IBSSO key-1'],
	['API key without a scheme', { authentication: 'apiKey', scheme: '', apiKey: 'key-1' }, 'key-1'],
	['a key pasted with its scheme', { authentication: 'apiKey', apiKey: 'app key-1' }, 'App key-1'],
	['a key pasted with another scheme', { authentication: 'apiKey', apiKey: 'Bearer token-1' }, 'Bearer token-1'],
	['a pasted header', { authentication: 'apiKey', apiKey: ' Authorization: App key-1 ' }, 'App key-1'],
	['a token pasted with its scheme', { authentication: 'bearer', bearerToken: 'Bearer token-1' }, 'Bearer token-1'],
	['Basic pasted as key', { authentication: 'apiKey', apiKey: `Basic ${ANN}` }, `Basic ${ANN}`],
	[
		'a password that only looks pasted',
		{ authentication: 'basic', username: 'bob', password: `Basic ${ANN}` },
		`Basic ${Buffer.from(`bob:Basic ${ANN}`).toString('base64')}`,
	],
	['spaces around a pasted key', { authentication: 'apiKey', apiKey: '  key-1\n' }, 'App key-1'],
	[
		'Basic',
		{ authentication: 'basic', username: 'ann', password: 'pässwörd:1 ' },
		`Basic ${Buffer.from('ann:pässwörd:1 ').toString('base64')}`,
	],
	['Bearer token', { authentication: 'bearer', bearerToken: 'token-1' }, 'Bearer token-1'],
	[
		'the whole value',
		{ authentication: 'authorizationValue', authorizationSecret: 'Custom abc=def, ghi' },
		'Custom abc=def, ghi',
	],
	[
		'what other methods left behind has no effect',
		{ authentication: 'bearer', bearerToken: 'token-1', apiKey: 'key-1', username: 'ann' },
		'Bearer token-1',
	],
];

describe('headers', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ authorizations: [...new Set(AUTHENTICATIONS.map(([, , value]) => value))] });
	});
	afterAll(async () => await sandbox.stop());
	beforeEach(() => void (sandbox.requests.length = 0));

	test.each(AUTHENTICATIONS)('Authorization: %s', async (_, data, authorization) => {
		for (const parameters of OPERATIONS) {
			const { error } = await runSms({ parameters, credential: { baseUrl: sandbox.url, ...data } });
			expect(error).toBeUndefined();
		}
		expect(sandbox.requests.map(({ headers, status }) => [headers.authorization, status])).toEqual(
			OPERATIONS.map(() => [authorization, 200]),
		);
	});

	test('Accept on every request, Content-Type on those with a body', async () => {
		const credential = { baseUrl: sandbox.url, apiKey: 'key-1' };
		for (const parameters of OPERATIONS) await runSms({ parameters, credential });
		expect(sandbox.requests.map(({ method, headers }) => [method, headers.accept, headers['content-type']])).toEqual([
			['POST', 'application/json', 'application/json'],
			['POST', 'application/json', 'application/json'],
			['GET', 'application/json', undefined],
			['GET', 'application/json', undefined],
		]);
		expect(sandbox.requests.slice(2).map(({ rawBody, headers }) => [rawBody, headers['content-length']])).toEqual([
			['', undefined],
			['', undefined],
		]);
	});
});

describe('Base URL', () => {
	test.each([
		['as it is', '', '/sms/1/text/advanced'],
		['a slash at the end', '/', '/sms/1/text/advanced'],
		['the path of the interface', '/gateway/sms/1/text', '/gateway/sms/1/text/advanced'],
		['several slashes', '///', '/sms/1/text/advanced'],
		['a path', '/gateway/eu', '/gateway/eu/sms/1/text/advanced'],
		['a path and a slash', '/gateway/eu/', '/gateway/eu/sms/1/text/advanced'],
		['spaces around it', '  ', '/sms/1/text/advanced'],
	])('%s', async (_, suffix, url) => {
		const status = { groupId: 1, groupName: 'PENDING' };
		const service = await startScriptedService({
			body: { messages: [{ to: '436601234567', messageId: 'm', status }] },
		});
		const { error, json } = await runSms({
			parameters: SEND,
			credential: {
				...credentialFor(service),
				baseUrl: `${suffix.trim() === '' && suffix !== '' ? suffix : ''}${service.url}${suffix}`,
			},
		});
		await service.stop();
		expect(error).toBeUndefined();
		expect(service.requests.map((request) => request.url)).toEqual([url]);
		const { bulkId } = JSON.parse(service.requests[0]!.body);
		expect(bulkId).toMatch(/^n8n-\w+-e1-\w+-0-1$/);
		expect(json).toMatchObject([{ bulkId, messageId: 'm', to: '436601234567' }]);
	});

	const NOT_HTTPS = /does not start with https:.*unencrypted/;
	const NO_ADDRESS = /has no Base URL/;
	const TYPO = /is not an address/;
	const MORE_THAN_AN_ADDRESS = /contains a user name, a query \(\?\) or a fragment \(#\)/;

	test.each([
		['plain http', 'http://192.0.2.1', NOT_HTTPS],
		['plain http to a name that begins like this machine', 'http://localhost.example.com', NOT_HTTPS],
		['plain http to a number that begins like this machine', 'http://127.0.0.1.example.com', NOT_HTTPS],
		['another protocol', 'ftp://192.0.2.1', /ftp: instead of https:/],
		['blank', '', NO_ADDRESS],
		['spaces', '   ', NO_ADDRESS],
		['a user without a protocol', 'ann:secret@192.0.2.1', MORE_THAN_AN_ADDRESS],
		['a space in it', 'https://sms example.com', TYPO],
		['one slash', 'https:/sms.example.com', TYPO],
		['no host', 'https://', TYPO],
		['a user', 'https://ann:secret@192.0.2.1', MORE_THAN_AN_ADDRESS],
		['a query', 'https://192.0.2.1/?key=1', MORE_THAN_AN_ADDRESS],
		['a fragment', 'https://192.0.2.1/#1', MORE_THAN_AN_ADDRESS],
	])('%s is refused before any request', async (_, baseUrl, message) => {
		for (const parameters of OPERATIONS) {
			const stopped = await runSms({ parameters, credential: { baseUrl, apiKey: 'key-1' }, settings: STOP });
			expect(stopped.error).toMatchObject({
				message: expect.stringMatching(message),
				description: expect.stringMatching(/the service was not called\./i),
			});
			const continued = await runSms({ parameters, credential: { baseUrl, apiKey: 'key-1' }, settings: CONTINUE });
			expect(continued.json).toEqual([{ error: expect.stringMatching(message), details: expect.anything() }]);
		}
	});

	test('plain http to other hosts works if the credential allows it', async () => {
		const service = await startScriptedService({ body: { results: [] } });
		// This machine, by an address that is not among the loopback ones
		const credential = { baseUrl: service.url.replace('127.0.0.1', '0.0.0.0'), apiKey: 'key-1' };
		const run = async (allowHttp: boolean) =>
			await runSms({ parameters: { operation: 'getLogs' }, credential: { ...credential, allowHttp } });
		expect((await run(false)).error!.message).toMatch(NOT_HTTPS);
		expect(service.requests).toHaveLength(0);
		expect((await run(true)).error).toBeUndefined();
		expect(service.requests).toHaveLength(1);
		await service.stop();
	});

	test('plain http to localhost needs no permission', async () => {
		const service = await startScriptedService({ body: { results: [] } });
		const credential = { ...credentialFor(service), baseUrl: service.url.replace('127.0.0.1', 'localhost') };
		const { error } = await runSms({ parameters: { operation: 'getLogs' }, credential });
		await service.stop();
		expect(error).toBeUndefined();
		expect(service.requests).toHaveLength(1);
	});
});

test.each<[string, ICredentialDataDecryptedObject]>([
	['API key', { authentication: 'apiKey', apiKey: ' ' }],
	['user name', { authentication: 'basic', username: '', password: 'x' }],
	['token', { authentication: 'bearer' }],
	['Authorization value', { authentication: 'authorizationValue' }],
])('a credential without its %s is named, and nothing is sent', async (name, data) => {
	const service = await startScriptedService({});
	for (const parameters of OPERATIONS) {
		const { error } = await runSms({ parameters, credential: { baseUrl: service.url, ...data } });
		expect(error).toMatchObject({
			message: expect.stringContaining(`has no ${name}`),
			description: expect.stringMatching(/the service was not called\./i),
		});
	}
	await service.stop();
	expect(service.requests).toEqual([]);
});

test('a node without a credential says so', async () => {
	const { error } = await runSms({ parameters: SEND, credential: {}, settings: { credentials: undefined } });
	expect(error).toMatchObject({
		message: 'Node does not have any credentials set',
		description: expect.stringMatching(/the service was not called\./i),
	});
});

describe('no output or error contains a secret', () => {
	const SECRET = 'S3CR3T-4711';
	const CREDENTIALS: ICredentialDataDecryptedObject[] = [
		{ authentication: 'apiKey', apiKey: SECRET },
		{ authentication: 'basic', username: 'ann', password: SECRET },
		{ authentication: 'bearer', bearerToken: SECRET },
		{ authentication: 'authorizationValue', authorizationSecret: SECRET },
	];
	const encoded = Buffer.from(`ann:${SECRET}`).toString('base64');
	const everythingIn = (run: object) =>
		inspect(run, { depth: Infinity, showHidden: true, maxArrayLength: Infinity, maxStringLength: Infinity }) +
		JSON.stringify(run);

	test.each([
		['an answer', { body: { messages: [{ to: '436601234567' }], results: [{ to: '436601234567' }] } }],
		['400', { status: 400, body: { requestError: { serviceException: { text: 'Bad request' } } } }],
		['401', { status: 401 }],
		['429', { status: 429 }],
		['500', { status: 500, body: '<html>' }],
		['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:9/' } }],
		['no JSON', { body: 'no' }],
		['a closed connection', { hangUp: true }],
	])('%s', async (_, answer) => {
		const service = await startScriptedService(answer);
		// The credentials take turns: each with every operation in one of the modes
		let turn = 0;
		for (const settings of [STOP, CONTINUE, ERROR_OUTPUT]) {
			for (const parameters of OPERATIONS) {
				const credential = { baseUrl: service.url, ...CREDENTIALS[turn++ % CREDENTIALS.length] };
				const { run } = await runSms({ parameters, credential, settings });
				const stored = everythingIn(run);
				expect(stored).toContain('SMS Messaging');
				expect(stored.includes(SECRET) || stored.includes(encoded)).toBe(false);
			}
			turn++;
		}
		await service.stop();
		expect(
			service.requests.every(
				({ headers }) => headers.authorization!.includes(SECRET) || headers.authorization!.includes(encoded),
			),
		).toBe(true);
	});

	test.each([
		['a key that no header can have', 'http://127.0.0.1:9', `App ${SECRET}\u0000`],
		['an address with a password', `https://ann:${SECRET}@192.0.2.1`, 'key-1'],
		['an address with a password and no protocol', `ann:${SECRET}@192.0.2.1`, 'key-1'],
	])('%s', async (_, baseUrl, apiKey) => {
		for (const parameters of OPERATIONS) {
			const { run, error } = await runSms({ parameters, credential: { baseUrl, apiKey }, settings: STOP });
			expect(error).toBeDefined();
			expect(everythingIn(run)).not.toContain(SECRET);
		}
	});
});
