import {
	notificationSecrets,
	resultWithoutSecrets,
	withoutSecrets,
} from '../../../nodes/SmsMessaging/service/notificationSecrets';

const TOKEN = 'a+b/ü';
const ENCODED = 'a%2Bb%2F%C3%BC';
const HOST = 'https://n8n.example.com';

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
