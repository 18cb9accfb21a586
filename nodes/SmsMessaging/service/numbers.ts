import { groupByKeys } from './matching';

/** White space, dashes, dots, slashes, brackets, and the invisible marks that get copied along with a number. */
const DECORATION = /[\s\p{Pd}\p{Cf}\u2212·./()[\]]/gu;
/** What a spreadsheet makes of a number. */
const DECIMAL = /^(\D*\d+)\.0+(\D*)$/;
const INTERNATIONAL_PREFIX = /^(\+|00)/;

/** A number as a person writes it, or the beginning of one, without decoration and a leading + or 00; only digits, if it is a number. */
export function cleanNumber(written: string): { digits: string; hasPrefix: boolean } {
	const plain = written.replace(DECIMAL, '$1$2').replace(DECORATION, '');
	const digits = plain.replace(INTERNATIONAL_PREFIX, '');
	return { digits, hasPrefix: digits !== plain };
}

/** A number in the form used to compare destinations: the service may write it with a plus, zeros or spaces. */
export function digitsOf(to: unknown): string {
	return String(to).replace(/\D/g, '').replace(/^00/, '');
}

const ENDING_DIGITS = 7;

/** Whether a service shows a number whole: some mask a part of it, or show only its last digits. */
export function isWholeNumber(to: unknown): boolean {
	return /^\+?\d[\d\s().-]*$/.test(String(to)) && digitsOf(to).length >= ENDING_DIGITS;
}

/** The digits that all ways of writing a number share: without the country code, for example, or without a mobile prefix inside. */
function endingOf(to: unknown): string | undefined {
	const digits = digitsOf(to);
	return digits.length < ENDING_DIGITS ? undefined : digits.slice(-ENDING_DIGITS);
}

/** Reads a number as the service shows it. */
export type ReadNumber = (shown: unknown) => string;

/** Reads a number as one of these, even if the service writes it in another way, as long as only one can be meant; otherwise as its digits. */
export function readerOf(numbers: Iterable<string>): ReadNumber {
	const known = new Set(numbers);
	let byEnding: Map<string, string[]> | undefined;
	return (shown) => {
		const digits = digitsOf(shown);
		if (known.has(digits) || !isWholeNumber(shown)) return digits;
		byEnding ??= groupByKeys(known, (number) => [endingOf(number)]);
		const alike = byEnding.get(endingOf(shown) ?? '') ?? [];
		return alike.length === 1 ? alike[0]! : digits;
	};
}

/** Whether a number as the service shows it, perhaps written in another way or partly masked, can be this one. */
export function mayBeNumber(shown: unknown, to: string): boolean {
	if (!isWholeNumber(shown)) return maskTest(shown)(to);
	return digitsOf(shown) === to || endingOf(shown) === endingOf(to);
}

/** Tells whether a partly masked number can be this one. */
function maskTest(shown: unknown): (to: string) => boolean {
	const parts = String(shown)
		.replace(/^(?:\+|00)/, '')
		.split(/\D+/);
	const [beginning, ending] = [parts[0]!, parts.at(-1)!];
	// Digits alone are its last ones
	return (to) => (parts.length === 1 || to.startsWith(beginning)) && to.endsWith(ending);
}

/** Finds the values whose number, as the service shows it, can be this one, without comparing each number with each. */
export function finderOf<T extends { to?: unknown }>(values: readonly T[]): (to: string) => T[] {
	const whole = groupByKeys(
		values.filter(({ to }) => isWholeNumber(to)),
		({ to }) => [endingOf(to)],
	);
	const masked = values.filter(({ to }) => !isWholeNumber(to)).map((value) => ({ value, mayBe: maskTest(value.to) }));
	return (to) => [
		...(whole.get(endingOf(to) ?? '') ?? []),
		...masked.filter(({ mayBe }) => mayBe(to)).map(({ value }) => value),
	];
}
