import {
	notificationSecrets,
	notificationTokenOf,
	resultWithoutSecrets,
	tokenTest,
	withNotificationToken,
	withoutSecrets,
} from '../../../nodes/SmsMessaging/service/notificationSecrets';

const TOKEN = 'a+b/ü';
const ENCODED = 'a%2Bb%2F%C3%BC';
const HOST = 'https://n8n.example.com';
const ANYWHERE = () => true;

test.each([
	[`${HOST}/webhook/1/delivery-reports`, `${HOST}/webhook/1/delivery-reports?token=${ENCODED}`],
	[`${HOST}/webhook-test/1/delivery-reports`, `${HOST}/webhook-test/1/delivery-reports?token=${ENCODED}`],
	[`${HOST}/webhook/1/delivery-reports/`, `${HOST}/webhook/1/delivery-reports/?token=${ENCODED}`],
	[`${HOST}/webhook/1/delivery-reports?`, `${HOST}/webhook/1/delivery-reports?token=${ENCODED}`],
	[`${HOST}/webhook/1/delivery-reports?a=%20x`, `${HOST}/webhook/1/delivery-reports?a=%20x&token=${ENCODED}`],
	[`${HOST}/webhook/1/delivery-reports?a=1&`, `${HOST}/webhook/1/delivery-reports?a=1&token=${ENCODED}`],
	[`${HOST}/webhook/1/delivery-reports?Token=1#x#y`, `${HOST}/webhook/1/delivery-reports?Token=1&token=${ENCODED}#x#y`],
	[
		'HTTPS://User:Pass@N8N.example.com/webhook/1/delivery-reports',
		`HTTPS://User:Pass@N8N.example.com/webhook/1/delivery-reports?token=${ENCODED}`,
	],
])('%s carries the token: %s', (notifyUrl, expected) => {
	expect(withNotificationToken({ messages: [{ notifyUrl, text: 'x' }] }, TOKEN, ANYWHERE)).toEqual({
		messages: [{ notifyUrl: expected, text: 'x' }],
	});
	expect(new URL(expected).searchParams.get('token')).toBe(TOKEN);
});

test.each([
	`${HOST}/webhook/1/delivery-reports?token=other`,
	`${HOST}/webhook/1/delivery-reports?a=1&token=`,
	`${HOST}/webhook/1/delivery-reports?%74oken=x`,
	`${HOST}/webhook/1/reports`,
	`${HOST}/delivery-reports/webhook`,
	`${HOST}/?x=/delivery-reports`,
	`${HOST}/#/delivery-reports`,
	`${HOST}/my-delivery-reports`,
	'delivery-reports',
])('%s stays as it is', (notifyUrl) => {
	expect(withNotificationToken({ messages: [{ notifyUrl }] }, TOKEN, ANYWHERE)).toEqual({ messages: [{ notifyUrl }] });
});

describe('where the token may go', () => {
	const mayGo = (address: string, resumeUrl: string | undefined, notificationHosts?: unknown) =>
		tokenTest({ notificationHosts }, resumeUrl === undefined ? undefined : new URL(resumeUrl))(new URL(address));

	test.each([
		['this n8n', `${HOST}/webhook/1/delivery-reports`, `${HOST}/webhook-waiting/7?signature=abc`],
		['its test URL', `${HOST}/webhook-test/1/delivery-reports`, `${HOST}/webhook-waiting/7`],
		[
			'its address in other letters, with the port named',
			'https://N8N.example.com:443/webhook/1/delivery-reports',
			`${HOST}/webhook-waiting/7`,
		],
		['this n8n below a path', `${HOST}/n8n/webhook/1/delivery-reports`, `${HOST}/n8n/webhook-waiting/7`],
		[
			'this n8n on this machine, unencrypted',
			'http://localhost:5678/webhook/1/delivery-reports',
			'http://localhost:5678/webhook-waiting/7',
		],
		['an allowed host', `${HOST}/x/delivery-reports`, undefined, 'a.example, N8N.example.com'],
		['an allowed host with its port', 'https://a.example:8443/delivery-reports', undefined, ' a.example:8443 ,'],
		[
			'an allowed host that was entered as an address',
			'https://a.example/delivery-reports',
			undefined,
			'https://a.example/',
		],
		[
			'an allowed address of this machine, unencrypted',
			'http://127.0.0.1:5678/delivery-reports',
			undefined,
			'127.0.0.1:5678',
		],
	])('%s', (...[, address, resumeUrl, hosts]) => {
		expect(mayGo(address, resumeUrl, hosts)).toBe(true);
	});

	test.each([
		['another host', 'https://other.example/webhook/1/delivery-reports', `${HOST}/webhook-waiting/7`],
		[
			'a host whose name begins like it',
			'https://n8n.example.com.other.example/webhook/1/delivery-reports',
			`${HOST}/webhook-waiting/7`,
		],
		['another port', `${HOST}:8443/webhook/1/delivery-reports`, `${HOST}/webhook-waiting/7`],
		[
			'what is before the host',
			'https://n8n.example.com@other.example/webhook/1/delivery-reports',
			`${HOST}/webhook-waiting/7`,
		],
		['another path of the host', `${HOST}/shop/delivery-reports`, `${HOST}/webhook-waiting/7`],
		['a path that begins like it', `${HOST}/webhooks/delivery-reports`, `${HOST}/webhook-waiting/7`],
		['a path that leaves it', `${HOST}/webhook/../shop/delivery-reports`, `${HOST}/webhook-waiting/7`],
		['a path beside that of this n8n', `${HOST}/webhook/1/delivery-reports`, `${HOST}/n8n/webhook-waiting/7`],
		[
			'this n8n, unencrypted over a network',
			'http://n8n.example.com/webhook/1/delivery-reports',
			'http://n8n.example.com/webhook-waiting/7',
		],
		['an allowed host, unencrypted', 'http://a.example/delivery-reports', undefined, 'a.example'],
		['a host within an allowed one', 'https://b.a.example/delivery-reports', undefined, 'a.example'],
		['another port of an allowed host', 'https://a.example:8443/delivery-reports', undefined, 'a.example'],
		['any host where n8n tells no address and none is allowed', `${HOST}/webhook/1/delivery-reports`, undefined, ' , '],
	])('not to %s', (...[, address, resumeUrl, hosts]) => {
		expect(mayGo(address, resumeUrl, hosts)).toBe(false);
	});
});

test('each message by itself; what has no notify URL or is no message stays, and without a token all does', () => {
	const notifyUrl = `${HOST}/delivery-reports`;
	const body = { bulkId: 'b', messages: [{ text: 'a' }, { notifyUrl }, null, 7, { notifyUrl: 5 }] };
	const before = JSON.stringify(body);
	expect(withNotificationToken(body, 'T', ANYWHERE)).toEqual({
		bulkId: 'b',
		messages: [{ text: 'a' }, { notifyUrl: `${notifyUrl}?token=T` }, null, 7, { notifyUrl: 5 }],
	});
	expect(JSON.stringify(body)).toBe(before);
	expect(withNotificationToken(body, '', ANYWHERE)).toBe(body);
	expect(withNotificationToken({ other: 1 }, 'T', ANYWHERE)).toEqual({ other: 1 });
});

test('the token of a credential, without blanks around it; none where there is none', () => {
	expect(notificationTokenOf({ notificationToken: ' T ' })).toBe('T');
	for (const credential of [{}, { notificationToken: '  ' }, { notificationToken: null }, { notificationToken: 7 }])
		expect(notificationTokenOf(credential)).toBe('');
});

test.each([
	['as it is', `no good: ${HOST}/delivery-reports?token=${TOKEN}`],
	['percent-encoded', `no good: ${HOST}/delivery-reports?token=${ENCODED}`],
	['percent-encoded in small letters', `no good: ${HOST}/delivery-reports?token=${ENCODED.toLowerCase()}`],
	['percent-encoded in part', `no good: ${HOST}/delivery-reports?token=a+b%2Fü, twice a%2bb/ü`],
])('masked in a refusal: %s', (_, text) => {
	const body = {
		requestError: {
			serviceException: {
				messageId: 'BAD_REQUEST',
				text,
				validationErrors: { 'messages[0].notifyUrl': [text, 1, null] },
			},
		},
	};
	for (const answer of [
		JSON.stringify(body),
		JSON.stringify(body).replaceAll('/', '\\/').replaceAll('ü', '\\u00fc'),
		text,
	]) {
		const shown = withoutSecrets(answer, [TOKEN]);
		expect(shown).toContain('token=***');
		expect(decodeURIComponent(shown)).not.toContain(TOKEN);
	}
	expect(JSON.parse(withoutSecrets(JSON.stringify(body), [TOKEN]))).toMatchObject({
		requestError: { serviceException: { messageId: 'BAD_REQUEST' } },
	});
});

test('a short token does not spoil the JSON of a refusal', () => {
	const body = JSON.stringify({ requestError: { serviceException: { messageId: 'X', text: 'token=e' } } });
	expect(JSON.parse(withoutSecrets(body, ['e']))).toEqual({
		requestError: { serviceException: { messageId: 'X', text: 'tok***n=***' } },
	});
	expect(withoutSecrets(body, [])).toBe(body);
	expect(withoutSecrets('{"invalid: https://host/?key=top-secret": 1}', ['top-secret'])).toBe(
		'{"invalid: https://host/?key=***":1}',
	);
});

test('a result: only what it is read by stays as it is, and a short secret may stand anywhere', () => {
	const secret = 'c2VjcmV0L2tleQ==';
	const entry = { to: '43660', messageId: secret, text: `My key ${secret}`, status: { name: secret, description: '' } };
	const forms = [
		secret,
		encodeURIComponent(secret),
		...['%3d', '\\u003d', '\\u003D'].map((form) => secret.replaceAll('=', form)),
	];
	for (const form of forms) {
		const answer = JSON.stringify({ bulkId: secret, messages: [entry], headers: { a: 'FORM' }, note: 'abc' });
		expect(JSON.parse(resultWithoutSecrets(answer.replace('FORM', form), [secret, 'abc']))).toEqual({
			bulkId: secret,
			messages: [entry],
			headers: { a: '***' },
			note: 'abc',
		});
	}
	expect(resultWithoutSecrets(`{"cut off": "${secret}`, [secret])).toBe('{"cut off": "***');
	expect(resultWithoutSecrets(`{"cut off": "${secret.replaceAll('=', '\\u003d')}`, [secret])).toBe('{"cut off": "***');
	const odd = 'K3y"with\\odd/chars';
	expect(resultWithoutSecrets(JSON.stringify({ note: `a ${odd}` }), [odd])).toBe('{"note":"a ***"}');
	expect(resultWithoutSecrets(' {"x": 1457717814630853757}', [secret])).toBe(' {"x": 1457717814630853757}');
});

test('secrets of notify URLs: the token, values of the query and the password, each once', () => {
	const notifyUrls = [
		`${HOST}/webhook-waiting/1/delivery?signature=abcdef0123`,
		`${HOST}/hook?key=top%2Bsecret&page=12`,
		'https://user:pass%2Fword@host.example/',
		`${HOST}/hook?key=top%2Bsecret`,
		'https://user:100%wrong@host.example/',
		// Base64 as it is, not as a form would write it
		`${HOST}/hook?key=abc+def/ghi==`,
		'nonsense',
		undefined,
	];
	const secrets = notificationSecrets(
		notifyUrls.map((notifyUrl) => ({ notifyUrl })),
		TOKEN,
	);
	expect(secrets.sort()).toEqual(
		['100%wrong', TOKEN, 'abc def/ghi==', 'abc+def/ghi==', 'abcdef0123', 'pass/word', 'top+secret'].sort(),
	);
	expect(notificationSecrets(undefined, '')).toEqual([]);
	expect(notificationSecrets('none', '')).toEqual([]);
	expect(withoutSecrets('refused: key=top%2bsecret, https://user:pass/word@host, page=12', secrets)).toBe(
		'refused: key=***, https://user:***@host, page=12',
	);
});
