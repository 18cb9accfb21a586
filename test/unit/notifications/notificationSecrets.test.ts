import { notificationSecrets, notificationTokenOf, withNotificationToken, withoutSecrets } from '../../../nodes/SmsMessaging/service/notificationSecrets';

const TOKEN = 'a+b/ü';
const ENCODED = 'a%2Bb%2F%C3%BC';
const HOST = 'https://n8n.example.com';

test.each([
	[`${HOST}/webhook/1/delivery-reports`, `${HOST}/webhook/1/delivery-reports?token=${ENCODED}`],
	[`${HOST}/webhook-test/1/delivery-reports`, `${HOST}/webhook-test/1/delivery-reports?token=${ENCODED}`],
	[`${HOST}/webhook/1/delivery-reports/`, `${HOST}/webhook/1/delivery-reports/?token=${ENCODED}`],
	[`${HOST}/webhook/1/delivery-reports?`, `${HOST}/webhook/1/delivery-reports?token=${ENCODED}`],
	[`${HOST}/webhook/1/delivery-reports?a=%20x`, `${HOST}/webhook/1/delivery-reports?a=%20x&token=${ENCODED}`],
	[`${HOST}/webhook/1/delivery-reports?a=1&`, `${HOST}/webhook/1/delivery-reports?a=1&token=${ENCODED}`],
	[`${HOST}/webhook/1/delivery-reports?Token=1#x#y`, `${HOST}/webhook/1/delivery-reports?Token=1&token=${ENCODED}#x#y`],
	['HTTPS://User:Pass@N8N.example.com/webhook/1/delivery-reports', `HTTPS://User:Pass@N8N.example.com/webhook/1/delivery-reports?token=${ENCODED}`],
])('%s carries the token: %s', (notifyUrl, expected) => {
	expect(withNotificationToken({ messages: [{ notifyUrl, text: 'x' }] }, TOKEN)).toEqual({ messages: [{ notifyUrl: expected, text: 'x' }] });
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
	expect(withNotificationToken({ messages: [{ notifyUrl }] }, TOKEN)).toEqual({ messages: [{ notifyUrl }] });
});

test('each message by itself; what has no notify URL or is no message stays, and without a token all does', () => {
	const notifyUrl = `${HOST}/delivery-reports`;
	const body = { bulkId: 'b', messages: [{ text: 'a' }, { notifyUrl }, null, 7, { notifyUrl: 5 }] };
	const before = JSON.stringify(body);
	expect(withNotificationToken(body, 'T')).toEqual({ bulkId: 'b', messages: [{ text: 'a' }, { notifyUrl: `${notifyUrl}?token=T` }, null, 7, { notifyUrl: 5 }] });
	expect(JSON.stringify(body)).toBe(before);
	expect(withNotificationToken(body, '')).toBe(body);
	expect(withNotificationToken({ other: 1 }, 'T')).toEqual({ other: 1 });
});

test('the token of a credential, without blanks around it; none where there is none', () => {
	expect(notificationTokenOf({ notificationToken: ' T ' })).toBe('T');
	for (const credential of [{}, { notificationToken: '  ' }, { notificationToken: null }, { notificationToken: 7 }]) expect(notificationTokenOf(credential)).toBe('');
});

test.each([
	['as it is', `no good: ${HOST}/delivery-reports?token=${TOKEN}`],
	['percent-encoded', `no good: ${HOST}/delivery-reports?token=${ENCODED}`],
	['percent-encoded in small letters', `no good: ${HOST}/delivery-reports?token=${ENCODED.toLowerCase()}`],
	['percent-encoded in part', `no good: ${HOST}/delivery-reports?token=a+b%2Fü, twice a%2bb/ü`],
])('masked in a refusal: %s', (_, text) => {
	const body = { requestError: { serviceException: { messageId: 'BAD_REQUEST', text, validationErrors: { 'messages[0].notifyUrl': [text, 1, null] } } } };
	for (const answer of [JSON.stringify(body), JSON.stringify(body).replaceAll('/', '\\/').replaceAll('ü', '\\u00fc'), text]) {
		const shown = withoutSecrets(answer, [TOKEN]);
		expect(shown).toContain('token=***');
		expect(decodeURIComponent(shown)).not.toContain(TOKEN);
	}
	expect(JSON.parse(withoutSecrets(JSON.stringify(body), [TOKEN]))).toMatchObject({ requestError: { serviceException: { messageId: 'BAD_REQUEST' } } });
});

test('a short token does not spoil the JSON of a refusal', () => {
	const body = JSON.stringify({ requestError: { serviceException: { messageId: 'X', text: 'token=e' } } });
	expect(JSON.parse(withoutSecrets(body, ['e']))).toEqual({ requestError: { serviceException: { messageId: 'X', text: 'tok***n=***' } } });
	expect(withoutSecrets(body, [])).toBe(body);
});

test('secrets of notify URLs: the token, values of the query and the password, each once', () => {
	const notifyUrls = [`${HOST}/webhook-waiting/1/delivery?signature=abcdef0123`, `${HOST}/hook?key=top%2Bsecret&page=12`, 'https://user:pass%2Fword@host.example/', `${HOST}/hook?key=top%2Bsecret`, 'https://user:100%wrong@host.example/', 'nonsense', undefined];
	const secrets = notificationSecrets({ messages: notifyUrls.map((notifyUrl) => ({ notifyUrl })) }, TOKEN);
	expect(secrets.sort()).toEqual(['100%wrong', TOKEN, 'abcdef0123', 'pass/word', 'top+secret'].sort());
	expect(notificationSecrets(undefined, '')).toEqual([]);
	expect(notificationSecrets({ messages: 'none' }, '')).toEqual([]);
	expect(withoutSecrets('refused: key=top%2bsecret, https://user:pass/word@host, page=12', secrets)).toBe('refused: key=***, https://user:***@host, page=12');
});
