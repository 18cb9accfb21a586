import fc from 'fast-check';

import {
	decimalText,
	exactNumberOrText,
	parseDecimal,
	plus,
	rounded,
	times,
	type Decimal,
} from '../../../nodes/SmsMessaging/summary/decimal';

const decimal = (value: number | string): Decimal => parseDecimal(value)!;

/** As a text, so many decimal places of a whole number. */
function written(units: bigint, places: number): string {
	const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
	const fraction = digits.slice(digits.length - places).replace(/0+$/, '');
	const whole = digits.slice(0, digits.length - places);
	return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A price in its smallest unit, with so many decimal places. */
const price = fc.record({ units: fc.bigInt(-(10n ** 20n), 10n ** 20n), places: fc.nat(8) });

test('sums, multiples and rounded values are exact, unlike floating point', () => {
	fc.assert(
		fc.property(fc.array(price, { minLength: 1 }), fc.nat(1000), (prices, count) => {
			const sum = prices.map(({ units, places }) => decimal(written(units, places))).reduce(plus);
			const units = prices.reduce((total, one) => total + one.units * 10n ** BigInt(8 - one.places), 0n);
			expect(decimalText(sum)).toBe(written(units, 8));
			expect(decimalText(times(sum, count))).toBe(written(units * BigInt(count), 8));
			const half = units < 0n ? -500_000n : 500_000n;
			expect(decimalText(rounded(sum, 2))).toBe(written((units + half) / 1_000_000n, 2));
		}),
	);
});

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
	expect(decimalText(decimal(value))).toBe(text);
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
