import {
	decimalText,
	exactNumberOrText,
	parseDecimal,
	plus,
	rounded,
	times,
	type Decimal,
} from '../../../nodes/SmsMessaging/summary/decimal';
import { numbersFrom } from './logEntries';

const decimal = (value: number | string): Decimal => parseDecimal(value)!;
const sum = (values: Array<number | string>) => values.map(decimal).reduce(plus);

test.each([
	[0, '0'],
	[12.5, '12.5'],
	['12.50', '12.5'],
	['0.0075', '0.0075'],
	[1e-7, '0.0000001'],
	['1e-7', '0.0000001'],
	['2.5E+3', '2500'],
	[1e21, '1000000000000000000000'],
	['-0.05', '-0.05'],
	['+3', '3'],
	['.5', '0.5'],
	['5.', '5'],
	[' 7 ', '7'],
	['007', '7'],
	['0e999', '0'],
	['-0', '0'],
	['100', '100'],
	['9007199254740993', '9007199254740993'],
])('%p is %s', (value, text) => {
	expect(decimalText(decimal(value))).toBe(text);
});

test.each([
	[''],
	['.'],
	['-'],
	['free'],
	['0,05'],
	['1.2.3'],
	['0x10'],
	['1e'],
	['1e31'],
	['1e-31'],
	['1e999999999'],
	['9'.repeat(31)],
	[NaN],
	[Infinity],
	[null],
	[undefined],
	[true],
	[{}],
	[[1]],
])('%p is not a price', (value) => {
	expect(parseDecimal(value)).toBeUndefined();
});

test('sums are exact, unlike floating point', () => {
	expect(0.1 + 0.2).not.toBe(0.3);
	expect(decimalText(sum([0.1, 0.2]))).toBe('0.3');
	expect(decimalText(sum(Array.from({ length: 100_000 }, () => 0.0075)))).toBe('750');
	expect(decimalText(sum([1e-7, '1000000', 0.25, '-0.05', '3']))).toBe('1000003.2000001');
});

test('sums of prices with any number of decimals agree with sums in the smallest unit', () => {
	const next = numbersFrom(7);
	const units = Array.from({ length: 5000 }, () => Math.floor(next() * 1e9) * 10 ** Math.floor(next() * 5));
	const texts = units.map((unit) => `${Math.floor(unit / 1e8)}.${String(unit % 1e8).padStart(8, '0')}`);
	const expected = units.reduce((total, unit) => total + BigInt(unit), 0n);
	expect(BigInt(decimalText(times(sum(texts), 1e8)))).toBe(expected);
});

test('multiplied by a count', () => {
	expect(decimalText(times(decimal('0.1'), 3))).toBe('0.3');
	expect(decimalText(times(decimal('0.1'), 0))).toBe('0');
});

test.each([
	['1.2345', 2, '1.23'],
	['1.235', 2, '1.24'],
	['-1.235', 2, '-1.24'],
	['-1.234', 2, '-1.23'],
	['0.0000004', 6, '0'],
	['5', 2, '5'],
])('%s rounded to %d places is %s', (value, places, text) => {
	expect(decimalText(rounded(decimal(value), places))).toBe(text);
});

test.each([
	['750.00', 750],
	['0.3', 0.3],
	['1e-7', 1e-7],
	['1e21', 1e21],
	['9007199254740993', '9007199254740993'],
	['1234567.123456789012', '1234567.123456789012'],
])('%s is output as %p', (value, expected) => {
	expect(exactNumberOrText(decimal(value))).toBe(expected);
});
