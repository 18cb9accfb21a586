import { authenticate, type Access, type Caller } from '../../../nodes/SmsMessaging/notifications/authenticate';

const SECRET = 's3cret-Token';
const withToken = { kind: 'token', token: SECRET } as const;
const caller = (given: Partial<Caller> = {}): Caller => ({ query: {}, rawHeaders: [], ...given });
const withHeaders = (...rawHeaders: string[]) => caller({ rawHeaders });
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

test('without authentication every push is accepted, with or without a token', () => {
	expect(authenticate(caller(), { kind: 'none' })).toBeUndefined();
	expect(authenticate(caller({ query: { token: 'x' } }), { kind: 'none' })).toBeUndefined();
});

test('an unknown kind of authentication refuses every push', () => {
	expect(authenticate(caller(), { kind: 'unknown' })).toContain('unknown authentication method');
});

describe('token', () => {
	test('the right one is accepted, among other parameters', () => {
		expect(authenticate(caller({ query: { a: '1', token: SECRET } }), withToken)).toBeUndefined();
		expect(
			authenticate(caller({ query: { token: 'пароль 🔑' } }), { kind: 'token', token: 'пароль 🔑' }),
		).toBeUndefined();
	});

	test.each([
		['no token', {}, 'must contain exactly one token'],
		['an empty token', { token: '' }, 'is wrong'],
		['a wrong token', { token: 'wrong' }, 'is wrong'],
		['a token in other case', { token: SECRET.toLowerCase() }, 'is wrong'],
		['a token with more after it', { token: `${SECRET}x` }, 'is wrong'],
		['the beginning of the token', { token: SECRET.slice(0, -1) }, 'is wrong'],
		['a parameter of another name', { Token: SECRET }, 'must contain exactly one token'],
		['two tokens, one of them right', { token: [SECRET, 'x'] }, 'must contain exactly one token'],
		['an object as token', { token: { toString: SECRET } }, 'must contain exactly one token'],
		[
			'a token that is inherited only',
			Object.create({ token: SECRET }) as Record<string, unknown>,
			'must contain exactly one token',
		],
	])('%s is refused, and the reason does not reveal the secret', (_, query, reason) => {
		const refusal = authenticate(caller({ query }), withToken);
		expect(refusal).toContain(reason);
		expect(refusal).not.toContain(SECRET);
	});
});

describe('user and password', () => {
	const access = { kind: 'basic', user: 'sms', password: SECRET } as const;

	test.each([
		['as usual', basic(`sms:${SECRET}`)],
		['the scheme in small letters', basic(`sms:${SECRET}`).replace('Basic', 'basic')],
		['more spaces behind the scheme', basic(`sms:${SECRET}`).replace(' ', '   ')],
	])('%s', (_, value) => {
		expect(authenticate(withHeaders('Host', 'x', 'authorization', value), access)).toBeUndefined();
	});

	test('a password may contain colons and letters of all scripts', () => {
		const other = { kind: 'basic', user: 'sms', password: 'ü:ж:🔑' } as const;
		expect(authenticate(withHeaders('Authorization', basic('sms:ü:ж:🔑')), other)).toBeUndefined();
	});

	test.each<[string, string[]]>([
		['no header', []],
		['another user', ['Authorization', basic(`other:${SECRET}`)]],
		['another password', ['Authorization', basic('sms:wrong')]],
		['the colon elsewhere', ['Authorization', basic(`s:ms${SECRET}`)]],
		['no password', ['Authorization', basic('sms')]],
		['another scheme', ['Authorization', `Bearer ${SECRET}`]],
		['a scheme that ends alike', ['Authorization', `X-${basic(`sms:${SECRET}`)}`]],
		['more behind it', ['Authorization', `${basic(`sms:${SECRET}`)} x`]],
		['not encoded', ['Authorization', `Basic sms:${SECRET}`]],
		['an empty value', ['Authorization', '']],
		['two headers, one of them right', ['Authorization', basic(`sms:${SECRET}`), 'authorization', basic('x:y')]],
		['two headers, both right', ['Authorization', basic(`sms:${SECRET}`), 'Authorization', basic(`sms:${SECRET}`)]],
		['the value as another header’s name', [basic(`sms:${SECRET}`), 'Authorization']],
		['the name as another header’s value', ['X-Other', 'Authorization', basic(`sms:${SECRET}`), 'x']],
	])('%s: refused, and the reason does not reveal the secret', (_, rawHeaders) => {
		const refusal = authenticate(withHeaders(...rawHeaders), access);
		expect(refusal).toMatch(/must have exactly one header|is wrong/);
		expect(refusal).not.toContain(SECRET);
	});
});

describe('header', () => {
	const access = { kind: 'header', name: ' X-Secret ', value: ` ${SECRET}` } as const;

	test('the right one is accepted, with its name in any case', () => {
		for (const name of ['X-Secret', 'x-secret', 'X-SECRET'])
			expect(authenticate(withHeaders('Host', 'x', name, SECRET), access)).toBeUndefined();
		// as Node hands on the bytes of UTF-8
		const received = Buffer.from('schlüssel').toString('latin1');
		expect(authenticate(withHeaders('x-secret', received), { ...access, value: 'schlüssel' })).toBeUndefined();
	});

	test.each<[string, string[]]>([
		['no header', []],
		['another header', ['X-Other', SECRET]],
		['another value', ['X-Secret', 'wrong']],
		['an empty value', ['X-Secret', '']],
		['more behind it', ['X-Secret', `${SECRET}, ${SECRET}`]],
		['twice', ['X-Secret', SECRET, 'x-secret', SECRET]],
		['the secret as a name', [SECRET, 'X-Secret']],
	])('%s: refused, and the reason does not reveal the secret', (_, rawHeaders) => {
		const refusal = authenticate(withHeaders(...rawHeaders), access);
		expect(refusal).toMatch(/must have the header|the wrong value/);
		expect(refusal).not.toContain(SECRET);
	});
});

test.each<[Access, Partial<Caller>]>([
	...['', '  ', '\n'].flatMap(
		(blank): Array<[Access, Partial<Caller>]> => [
			[{ kind: 'token', token: blank }, { query: { token: blank } }],
			[{ kind: 'basic', user: 'sms', password: blank }, { rawHeaders: ['Authorization', basic(`sms:${blank}`)] }],
			[{ kind: 'basic', user: blank, password: 'x' }, { rawHeaders: ['Authorization', basic(`${blank}:x`)] }],
			[{ kind: 'header', name: 'x-secret', value: blank }, { rawHeaders: ['X-Secret', blank] }],
			[{ kind: 'header', name: blank, value: 'x' }, { rawHeaders: [blank, 'x'] }],
		],
	),
])('an empty secret refuses every push, with a reason: %j', (access, given) => {
	for (const each of [{}, given]) expect(authenticate(caller(each), access)).toMatch(/refuses every request, because/);
});
