import { inspect } from 'node:util';

import { CREDENTIAL_BLANKING_VALUE, type IHttpRequestOptions, type INodeProperties } from 'n8n-workflow';

import { SmsMessagingApi } from '../../../credentials/SmsMessagingApi.credentials';
import { notificationTokenOf } from '../../../nodes/SmsMessaging/api/notificationToken';

const credential = new SmsMessagingApi();

describe('authenticate', () => {
	const DATA = { baseUrl: 'https://sms.example.com', scheme: 'App', apiKey: 'key-1' };
	const authenticate = async (options: object, data: object = {}) =>
		await credential.authenticate({ ...DATA, ...data }, options as IHttpRequestOptions);

	test.each([
		['uri, as from n8n’s HTTP Request node', { uri: 'https://sms.example.com/sms/1/logs' }],
		['url behind baseURL', { url: '/sms/1/logs', baseURL: 'https://sms.example.com' }],
		['http to this machine as uri', { uri: 'http://127.0.0.1:8025/sms/1/logs' }],
	])('%s', async (_, options) => {
		const headers = { Accept: 'application/json' };
		expect(await authenticate({ ...options, headers })).toEqual({
			...options,
			headers: { ...headers, Authorization: 'App key-1' },
		});
	});

	test('adds the header to a request without headers', async () => {
		expect(await authenticate({ uri: 'https://sms.example.com' })).toMatchObject({
			headers: { Authorization: 'App key-1' },
		});
	});

	test.each([[{ uri: 'sms.example.com/sms/1/logs' }], [{ uri: '' }], [{ url: '/sms/1/logs' }], [{}]])(
		'%j: the error says what to check',
		async (options) => {
			await expect(authenticate(options)).rejects.toThrow(
				/is incomplete.*Base URL.*https:\/\/sms\.example\.com.*HTTP Request node.*URL/,
			);
		},
	);

	test('an @ in the path of the Base URL is not a user name', async () => {
		const baseUrl = 'https://sms.example.com/@eu';
		expect(await authenticate({ url: `${baseUrl}/sms/1/logs` }, { baseUrl })).toMatchObject({
			headers: { Authorization: 'App key-1' },
		});
	});

	test.each(['ann:S3CR3T@sms.example.com', 'https://ann:S3CR3T@sms.example.com'])(
		'the Base URL %s is refused, without its password',
		async (baseUrl) => {
			const refused = await authenticate({ url: '/sms/1/logs', baseURL: baseUrl }, { baseUrl }).catch(
				(error: Error) => error,
			);
			expect(refused).toBeInstanceOf(Error);
			expect(inspect(refused, { depth: 10 })).not.toContain('S3CR3T');
		},
	);

	test('plain http needs the permission, also as uri', async () => {
		const options = { uri: 'http://sms.example.com/sms/1/logs' };
		await expect(authenticate(options)).rejects.toThrow(/does not start with https:\/\/.*HTTP Request node/);
		expect(await authenticate(options, { allowHttp: true })).toMatchObject({ headers: { Authorization: 'App key-1' } });
	});
});

test.each(['apiKey', 'password', 'bearerToken', 'authorizationSecret', 'notificationToken'])(
	'%s: n8n’s placeholder is not sent',
	async (name) => {
		const data = { baseUrl: 'https://sms.example.com', apiKey: 'key-1', [name]: CREDENTIAL_BLANKING_VALUE };
		const options = { url: 'https://sms.example.com/sms/1/logs' };
		await expect(credential.authenticate(data, options)).rejects.toThrow(name);
		expect(notificationTokenOf(data)).toBe('');
	},
);

test.each([
	['sms.example.com', 'https://sms.example.com'],
	[' sms.example.com/gateway ', 'https://sms.example.com/gateway'],
	['https://sms.example.com/sms/1', 'https://sms.example.com'],
	['sms.example.com/sms/3/messages', 'https://sms.example.com'],
	['localhost:8020', 'http://localhost:8020'],
	['127.0.0.1:8020/sms/1/', 'http://127.0.0.1:8020'],
	['[::1]:8020', 'http://[::1]:8020'],
	['https://sms.example.com/sms', 'https://sms.example.com/sms'],
])('the Base URL %p is read as it is meant', async (baseUrl, baseURL) => {
	const data = { baseUrl, apiKey: 'key-1', authentication: 'apiKey' };
	const request = await credential.authenticate(data, { url: '/sms/1/logs', baseURL: baseUrl });
	expect(request).toMatchObject({ baseURL, url: '/sms/1/logs' });
});

describe('connection test', () => {
	const { request } = credential.test;
	const { except } = request.ignoreHttpStatusErrors as { except: number[] };

	test('every status but 200 and 429 means not connected', () => {
		const all = Array.from({ length: 400 }, (_, index) => 200 + index);
		expect(all.filter((status) => !except.includes(status))).toEqual([200, 429]);
		expect(except).toHaveLength(398);
	});
});

test('every secret is masked', () => {
	const masked = credential.properties
		.filter(({ typeOptions }: INodeProperties) => typeOptions?.password === true)
		.map(({ name }) => name);
	expect(masked).toEqual(['apiKey', 'password', 'bearerToken', 'authorizationSecret', 'notificationToken']);
});
