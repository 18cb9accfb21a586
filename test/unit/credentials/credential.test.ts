import { CREDENTIAL_BLANKING_VALUE, type IHttpRequestOptions, type INodeProperties } from 'n8n-workflow';

import { SmsMessagingApi } from '../../../credentials/SmsMessagingApi.credentials';
import { SmsMessagingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingTrigger.node';
import { notificationTokenOf } from '../../../nodes/SmsMessaging/api/notificationToken';

const credential = new SmsMessagingApi();

test('only 200 and 429 mean connected', () => {
	const { except } = credential.test.request.ignoreHttpStatusErrors as { except: number[] };
	const statuses = Array.from({ length: 400 }, (_, nth) => 200 + nth);
	expect(statuses.filter((status) => !except.includes(status))).toEqual([200, 429]);
});

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

	test.each([[{ uri: 'sms.example.com/sms/1/logs' }], [{ uri: '' }], [{ url: '/sms/1/logs' }], [{}]])(
		'%j: the error says what to check',
		async (options) => {
			await expect(authenticate(options)).rejects.toThrow(
				/is incomplete.*Base URL.*https:\/\/sms\.example\.com.*HTTP Request node.*URL/,
			);
		},
	);

	test('plain http needs the permission, also as uri', async () => {
		const options = { uri: 'http://sms.example.com/sms/1/logs' };
		await expect(authenticate(options)).rejects.toThrow(/does not start with https:\/\/.*HTTP Request node/);
		expect(await authenticate(options, { allowHttp: true })).toMatchObject({ headers: { Authorization: 'App key-1' } });
	});

	const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

	test.each<[string, object, string]>([
		['API key, scheme App unless told otherwise', { apiKey: 'key-1' }, 'App key-1'],
		['API key with another scheme', { scheme: 'IBSSO', apiKey: 'key-1' }, 'IBSSO key-1'],
		['API key without a scheme', { scheme: '', apiKey: 'key-1' }, 'key-1'],
		['a key pasted with its scheme', { apiKey: 'app key-1' }, 'App key-1'],
		['a key pasted with another scheme', { apiKey: 'Bearer token-1' }, 'Bearer token-1'],
		['a pasted header', { apiKey: ' Authorization: App key-1 ' }, 'App key-1'],
		['Basic pasted as key', { apiKey: basic('ann:secret') }, basic('ann:secret')],
		['spaces around a pasted key', { apiKey: '  key-1\n' }, 'App key-1'],
		['Bearer token', { authentication: 'bearer', bearerToken: 'token-1' }, 'Bearer token-1'],
		['a token pasted with its scheme', { authentication: 'bearer', bearerToken: 'Bearer token-1' }, 'Bearer token-1'],
		[
			'Basic, with a password that only looks pasted',
			{ authentication: 'basic', username: 'bob', password: basic('ann:pässwörd:1 ') },
			basic(`bob:${basic('ann:pässwörd:1 ')}`),
		],
		['Basic', { authentication: 'basic', username: 'ann', password: 'pässwörd:1 ' }, basic('ann:pässwörd:1 ')],
		[
			'the whole value',
			{ authentication: 'authorizationValue', authorizationSecret: 'Custom a=d, g' },
			'Custom a=d, g',
		],
		[
			'what other methods left behind has no effect',
			{ authentication: 'bearer', bearerToken: 'token-1', apiKey: 'key-1', username: 'ann' },
			'Bearer token-1',
		],
	])('Authorization: %s', async (_, data, Authorization) => {
		expect(await authenticate({ uri: DATA.baseUrl }, data)).toMatchObject({ headers: { Authorization } });
	});

	test.each<[string, object]>([
		['user name', { authentication: 'basic', username: '', password: 'x' }],
		['token', { authentication: 'bearer' }],
		['Authorization value', { authentication: 'authorizationValue' }],
	])('a credential without its %s is named', async (name, data) => {
		await expect(authenticate({ uri: DATA.baseUrl }, data)).rejects.toThrow(`has no ${name}`);
	});

	const NOT_HTTPS = /does not start with https:.*unencrypted/;
	const TYPO = /is not an address/;
	const MORE_THAN_AN_ADDRESS = /contains a user name, a query \(\?\) or a fragment \(#\)/;

	test.each([
		['http://192.0.2.1', NOT_HTTPS],
		['http://localhost.example.com', NOT_HTTPS],
		['http://127.0.0.1.example.com', NOT_HTTPS],
		['ftp://192.0.2.1', /ftp: instead of https:/],
		['', /has no Base URL/],
		['   ', /has no Base URL/],
		['ann:secret@192.0.2.1', MORE_THAN_AN_ADDRESS],
		['https://sms example.com', TYPO],
		['https:/sms.example.com', TYPO],
		['https://', TYPO],
		['https://ann:secret@192.0.2.1', MORE_THAN_AN_ADDRESS],
		['https://192.0.2.1/?key=1', MORE_THAN_AN_ADDRESS],
		['https://192.0.2.1/#1', MORE_THAN_AN_ADDRESS],
	])('the Base URL %p is refused', async (baseUrl, message) => {
		await expect(authenticate({ url: '/sms/1/logs', baseURL: baseUrl }, { baseUrl })).rejects.toThrow(message);
	});
});

const SECRETS = ['apiKey', 'password', 'bearerToken', 'authorizationSecret', 'notificationToken'];

test.each(SECRETS)('%s: n8n’s placeholder is not sent', async (name) => {
	const data = { baseUrl: 'https://sms.example.com', apiKey: 'key-1', [name]: CREDENTIAL_BLANKING_VALUE };
	const options = { url: 'https://sms.example.com/sms/1/logs' };
	await expect(credential.authenticate(data, options)).rejects.toThrow(name);
	expect(notificationTokenOf(data)).toBe('');
});

test.each([
	['sms.example.com', 'https://sms.example.com'],
	[' sms.example.com/gateway ', 'https://sms.example.com/gateway'],
	['https://sms.example.com/sms/1', 'https://sms.example.com'],
	['sms.example.com/sms/3/messages', 'https://sms.example.com'],
	['localhost:8020', 'http://localhost:8020'],
	['127.0.0.1:8020/sms/1/', 'http://127.0.0.1:8020'],
	['[::1]:8020', 'http://[::1]:8020'],
	['https://sms.example.com/sms', 'https://sms.example.com/sms'],
	// No user name
	['https://sms.example.com/@eu', 'https://sms.example.com/@eu'],
])('the Base URL %p is read as it is meant', async (baseUrl, baseURL) => {
	const data = { baseUrl, apiKey: 'key-1', authentication: 'apiKey' };
	const request = await credential.authenticate(data, { url: '/sms/1/logs', baseURL: baseUrl });
	expect(request).toMatchObject({ baseURL, url: '/sms/1/logs' });
});

test('every secret is masked, in the trigger too', () => {
	const masked = [...credential.properties, ...new SmsMessagingTrigger().description.properties]
		.filter(({ typeOptions }: INodeProperties) => typeOptions?.password === true)
		.map(({ name }) => name);
	expect(masked).toEqual([...SECRETS, 'token', 'password', 'headerValue']);
});
