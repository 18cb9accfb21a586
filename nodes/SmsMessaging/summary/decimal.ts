import { withoutTrailing } from '../text/numbers';

/** An exact decimal number: digits × 10^-places. Used to add up prices, since 0.1 + 0.2 is not 0.3 in floating point. */
export interface Decimal {
	readonly digits: bigint;
	readonly places: number;
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;
/** Maximum digits before and after the decimal point. No price needs more, and a huge exponent would fill memory with zeros. */
const MAX_PLACES = 30;

/** A number, or text containing one, exactly as written: `0.0075`, `'12.50'`, `1e-7`. Undefined for anything else. */
export function parseDecimal(value: unknown): Decimal | undefined {
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	const match = DECIMAL.exec(String(value).trim());
	if (match === null) return undefined;
	const [, sign, whole = '', fraction = '', exponent = '0'] = match;
	const figures = (whole + fraction).replace(/^0+/, '');
	if (whole + fraction === '') return undefined;
	const places = fraction.length - Number(exponent);
	if (figures !== '' && (places > MAX_PLACES || figures.length - places > MAX_PLACES)) return undefined;
	const digits = BigInt(`${figures}${'0'.repeat(figures === '' ? 0 : Math.max(0, -places))}`);
	return { digits: sign === '-' ? -digits : digits, places: figures === '' ? 0 : Math.max(0, places) };
}

export function plus(a: Decimal, b: Decimal): Decimal {
	const places = Math.max(a.places, b.places);
	return { digits: scaled(a, places) + scaled(b, places), places };
}

/** @param count a whole number */
export function times({ digits, places }: Decimal, count: number): Decimal {
	return { digits: digits * BigInt(count), places };
}

/** The nearest decimal with at most `places` decimal places; halves round away from zero. */
export function rounded(decimal: Decimal, places: number): Decimal {
	if (decimal.places <= places) return decimal;
	const unit = 10n ** BigInt(decimal.places - places);
	const half = decimal.digits < 0n ? -unit / 2n : unit / 2n;
	return { digits: (decimal.digits + half) / unit, places };
}

/** All digits, without an exponent and without trailing zeros: `750`, `-0.0075`. */
export function decimalText({ digits, places }: Decimal): string {
	const figures = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
	const fraction = withoutTrailing(figures.slice(figures.length - places), '0');
	const text = figures.slice(0, figures.length - places) + (places === 0 || fraction === '' ? '' : `.${fraction}`);
	return digits < 0n ? `-${text}` : text;
}

/** A number, which filters and spreadsheets can work with, or text with all digits if a number would lose some. */
export function exactNumberOrText(decimal: Decimal): number | string {
	const text = decimalText(decimal);
	const asNumber = Number(text);
	const back = parseDecimal(asNumber);
	return back !== undefined && decimalText(back) === text ? asNumber : text;
}

function scaled({ digits, places }: Decimal, wanted: number): bigint {
	return digits * 10n ** BigInt(wanted - places);
}
