import { isJsonObject, parseJson } from '../../../nodes/SmsMessaging/service/json';

test.each<[string, string, unknown]>([
	['an integer beyond 2^53', '1457717814630853757', '1457717814630853757'],
	['a negative one', '-1457717814630853757', '-1457717814630853757'],
	['one of 40 digits', '1234567890123456789012345678901234567890', '1234567890123456789012345678901234567890'],
	['the largest that a number holds', '9007199254740991', 9007199254740991],
	['one more', '9007199254740992', '9007199254740992'],
	['the smallest that a number holds', '-9007199254740991', -9007199254740991],
	['16 digits that a number holds', '1234567890123456', 1234567890123456],
	['a fraction of many digits', '0.12345678901234567890', 0.12345678901234568],
	['a long integer with a fraction', '12345678901234567890.5', 12345678901234567890.5],
	['a long integer with an exponent', '12345678901234567890e3', 12345678901234567890e3],
	['an exponent of many digits', '1e0000000000000000002', 100],
	['a signed exponent', '1E+0000000000000000002', 100],
	['zero', '-0', -0],
	['digits in a string', '"1457717814630853757"', '1457717814630853757'],
	[
		'digits in a string with commas',
		'"a,1457717814630853757,b: 1457717814630853758"',
		'a,1457717814630853757,b: 1457717814630853758',
	],
	['digits behind an escaped quote', '"\\" 1457717814630853757"', '" 1457717814630853757'],
	['digits behind an escaped backslash', '["\\\\",1457717814630853757]', ['\\', '1457717814630853757']],
	['digits behind a unicode escape', '"\\u00e91457717814630853757"', 'é1457717814630853757'],
	['digits as a key', '{"1457717814630853757":1457717814630853757}', { '1457717814630853757': '1457717814630853757' }],
	[
		'in lists, without spaces',
		'[1457717814630853757,1457717814630853758,1]',
		['1457717814630853757', '1457717814630853758', 1],
	],
	['in lists, with line breaks', '[\n\t1457717814630853757\n]', ['1457717814630853757']],
	['in objects, at any depth', '{"a":{"b":[{"c":1457717814630853757}]}}', { a: { b: [{ c: '1457717814630853757' }] } }],
	['everything else', '{"a":[true,false,null,"x",1.5,{}]}', { a: [true, false, null, 'x', 1.5, {}] }],
])('parseJson: %s', (_, text, expected) => {
	expect(parseJson(text)).toEqual(expected);
	expect(parseJson(` {"around": ${text}} `)).toEqual({ around: expected });
});

test('parseJson keeps long integers exact at any place', () => {
	for (let before = 0; before < 40; before++) {
		const filling = 'x'.repeat(before);
		for (const digits of ['9007199254740993', '14577178146308537570000', '-9007199254740993']) {
			expect(parseJson(`["${filling}","1457717814630853757","123 1457717814630853757",${digits}]`)).toEqual([
				filling,
				'1457717814630853757',
				'123 1457717814630853757',
				digits,
			]);
		}
	}
});

test.each([
	'',
	'{',
	'{"a":1457717814630853757',
	'1457717814630853757 x',
	'01457717814630853757',
	'{1457717814630853757:1}',
	'{1457717814630853757 :1}',
	'<html>',
	'undefined',
	'{"a":1,}',
])('parseJson refuses %s', (text) => {
	expect(() => parseJson(text)).toThrow(SyntaxError);
});

test.each<[string, unknown, boolean]>([
	['an object', {}, true],
	['an object without prototype', Object.create(null), true],
	['an object of another realm', JSON.parse('{"a":1}'), true],
	['null', null, false],
	['undefined', undefined, false],
	['a list', [], false],
	['a Date', new Date(), false],
	['a Map', new Map(), false],
	['a text', '{}', false],
	['a function', () => ({}), false],
])('isJsonObject: %s', (_, value, expected) => {
	expect(isJsonObject(value)).toBe(expected);
});
