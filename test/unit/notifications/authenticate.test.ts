import { authenticate } from '../../../nodes/SmsMessaging/notifications/authenticate';

const TOKEN = 's3cret-Token';
const withToken = { kind: 'token', token: TOKEN } as const;

test('without authentication anyone may push, with or without a token', () => {
	expect(authenticate({ query: {} }, { kind: 'none' })).toBeUndefined();
	expect(authenticate({ query: { token: 'x' } }, { kind: 'none' })).toBeUndefined();
});

test('the right token is let in, beside other parameters', () => {
	expect(authenticate({ query: { a: '1', token: TOKEN } }, withToken)).toBeUndefined();
	expect(authenticate({ query: { token: 'пароль 🔑' } }, { kind: 'token', token: 'пароль 🔑' })).toBeUndefined();
});

test.each([
	['no token', {}, 'must carry one token'],
	['an empty token', { token: '' }, 'not the one'],
	['a wrong token', { token: 'wrong' }, 'not the one'],
	['a token in other case', { token: TOKEN.toLowerCase() }, 'not the one'],
	['a token with more after it', { token: `${TOKEN}x` }, 'not the one'],
	['the beginning of the token', { token: TOKEN.slice(0, -1) }, 'not the one'],
	['a parameter of another name', { Token: TOKEN }, 'must carry one token'],
	['two tokens, one of them right', { token: [TOKEN, 'x'] }, 'must carry one token'],
	['an object as token', { token: { toString: TOKEN } }, 'must carry one token'],
	['a token that is inherited only', Object.create({ token: TOKEN }) as Record<string, unknown>, 'must carry one token'],
])('%s is refused, and the reason keeps the secret', (_, query, reason) => {
	const refusal = authenticate({ query }, withToken);
	expect(refusal).toContain(reason);
	expect(refusal).not.toContain(TOKEN);
});

test.each(['', '  ', '\n'])('a blank token in the trigger (%j) lets no one in and says so', (token) => {
	for (const given of [{}, { token }, { token: '' }]) expect(authenticate({ query: given }, { kind: 'token', token })).toContain('no token is set');
});

test('a kind of authentication that is not known lets no one in', () => {
	expect(authenticate({ query: {} }, { kind: 'unknown' })).toContain('does not know');
});
