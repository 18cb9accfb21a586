import fc from 'fast-check';

import {
	byHeader,
	byPassword,
	byToken,
	type Caller,
	type Check,
} from '../../../nodes/SmsMessaging/notifications/authenticate';

const SECRET = 's3cret-Token:ж🔑';
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
const caller = (given: Partial<Caller> = {}): Caller => ({ query: {}, rawHeaders: [], ...given });

const RIGHT = basic(`sms:${SECRET}`);
const RIGHT_BASIC = [RIGHT, RIGHT.replace('Basic', 'basic'), RIGHT.replace(' ', '   ')];
/** As Node hands on the bytes of UTF-8. */
const RIGHT_HEADER = Buffer.from(SECRET).toString('latin1');
const WRONG = [
	...['', 'wrong', SECRET, `${RIGHT_HEADER}x`, RIGHT_HEADER.slice(1), RIGHT_HEADER.toLowerCase()],
	...[`other:${SECRET}`, 'sms:wrong', `s:ms${SECRET}`, 'sms', ''].map(basic),
	...[`Bearer ${RIGHT_HEADER}`, `X-${RIGHT}`, `${RIGHT} x`, `${RIGHT}, ${RIGHT}`, `Basic sms:${RIGHT_HEADER}`],
];
const header = fc.tuple(
	fc.constantFrom('Authorization', 'authorization', 'X-Secret', 'x-secret', 'X-Other', RIGHT, RIGHT_HEADER),
	fc.oneof(fc.constantFrom(...RIGHT_BASIC, RIGHT_HEADER), fc.constantFrom(...WRONG, 'Authorization', 'X-Secret')),
);
const token = fc.constantFrom<unknown>(
	...[SECRET, '', 'wrong', SECRET.toLowerCase(), `${SECRET}x`, SECRET.slice(1)],
	[SECRET, 'x'],
	{ toString: SECRET },
);
const query = fc.oneof(
	token.map((given) => ({ a: '1', token: given })),
	fc.constantFrom<Caller['query']>({}, { Token: SECRET }, Object.create({ token: SECRET }) as Caller['query']),
);
/** Exactly one header of this name, with one of these values. */
const isSole = (headers: Array<[string, string]>, name: string, values: string[]) => {
	const own = headers.filter(([one]) => one.toLowerCase() === name);
	return own.length === 1 && values.includes(own[0]![1]);
};

test('a push is accepted if its one token, pair or header is right; no reason reveals a secret', () => {
	fc.assert(
		fc.property(query, fc.array(header, { maxLength: 3 }), (given, headers) => {
			const sender = caller({ query: given, rawHeaders: headers.flat() });
			const reasons = [
				byToken(SECRET)(sender),
				byPassword('sms', SECRET)(sender),
				byHeader(' X-Secret ', ` ${SECRET}`)(sender),
			];
			const areRight = [
				Object.hasOwn(given, 'token') && given.token === SECRET,
				isSole(headers, 'authorization', RIGHT_BASIC),
				isSole(headers, 'x-secret', [RIGHT_HEADER]),
			];
			return (
				areRight.every((isRight, way) => isRight === (reasons[way] === undefined)) && !reasons.join().includes(SECRET)
			);
		}),
		{ numRuns: 5000 },
	);
});

test.each<[Check, Partial<Caller>]>([
	...['', '  ', '\n'].flatMap(
		(blank): Array<[Check, Partial<Caller>]> => [
			[byToken(blank), { query: { token: blank } }],
			[byPassword('sms', blank), { rawHeaders: ['Authorization', basic(`sms:${blank}`)] }],
			[byPassword(blank, 'x'), { rawHeaders: ['Authorization', basic(`${blank}:x`)] }],
			[byHeader('x-secret', blank), { rawHeaders: ['X-Secret', blank] }],
			[byHeader(blank, 'x'), { rawHeaders: [blank, 'x'] }],
		],
	),
])('an empty secret refuses every push, with a reason: %#', (check, given) => {
	for (const each of [{}, given]) expect(check(caller(each))).toMatch(/refuses every request/);
});
