import { Big } from '../libraries/big';

/** An exact decimal number, for prices. */
export type Decimal = Big;

/** Maximum digits before and after the decimal point: no price needs more. */
const MAX_PLACES = 30;

/** A number, or text containing one, exactly as written: `0.0075`, `'12.50'`, `1e-7`. Undefined for anything else. */
export function parseDecimal(value: unknown): Decimal | undefined {
	if (typeof value !== 'number' && typeof value !== 'string') return undefined;
	try {
		const decimal = new Big(String(value).trim().replace(/^\+/, ''));
		return placesOf(decimal) > MAX_PLACES || decimal.e >= MAX_PLACES ? undefined : decimal;
	} catch {
		return undefined;
	}
}

/** Digits behind the decimal point. */
export const placesOf = ({ c, e }: Decimal): number => Math.max(0, c.length - 1 - e);

/** A number, which filters and spreadsheets can work with, or text with all digits if a number would lose some. */
export function exactNumberOrText(decimal: Decimal): number | string {
	const number = Number(decimal.toFixed());
	return new Big(number).eq(decimal) ? number : decimal.toFixed();
}
