import { exactNumberOrText, parseDecimal, type Decimal } from '../../../nodes/SmsMessaging/summary/total';

const decimal = (value: number | string): Decimal => parseDecimal(value)!;

test.each([
	[1e-7, '0.0000001'],
	['2.5E+3', '2500'],
	[1e21, '1000000000000000000000'],
	['+3', '3'],
	['.5', '0.5'],
	['5.', '5'],
	[' 7 ', '7'],
	['007', '7'],
	['0e999', '0'],
	['-0', '0'],
])('%p is %s', (value, text) => {
	expect(decimal(value).toFixed()).toBe(text);
});

test.each(['', '.', '-', 'free', '0,05', '1.2.3', '0x10', '1e', '1e31', '1e-31', '9'.repeat(31), NaN, null, true, [1]])(
	'%p is not a price',
	(value) => {
		expect(parseDecimal(value)).toBeUndefined();
	},
);

test.each([
	['750.00', 750],
	['1e-7', 1e-7],
	['9007199254740993', '9007199254740993'],
	['1234567.123456789012', '1234567.123456789012'],
])('%s is output as %p', (value, expected) => {
	expect(exactNumberOrText(decimal(value))).toBe(expected);
});
