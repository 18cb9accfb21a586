import { groupByKeys } from './matching';

/** White space, dashes, dots, brackets, and the invisible marks that get copied along with a number. */
const DECORATION = /[\s\p{Pd}\p{Cf}.()[\]]/gu;
const INTERNATIONAL_PREFIX = /^(\+|00)/;

/** A number as a person writes it, or the beginning of one, without decoration and a leading + or 00; only digits, if it is a number. */
export function cleanNumber(written: string): { digits: string; hasPrefix: boolean } {
	const plain = written.replace(DECORATION, '');
	const digits = plain.replace(INTERNATIONAL_PREFIX, '');
	return { digits, hasPrefix: digits !== plain };
}

/** A number in the form used to compare destinations: the service may write it with a plus, zeros or spaces. */
export function digitsOf(to: unknown): string {
	return String(to).replace(/\D/g, '').replace(/^00/, '');
}

/** Whether a service shows a number whole: some mask a part of it. */
export function isWholeNumber(to: unknown): boolean {
	return /^\+?\d[\d\s().-]*$/.test(String(to));
}

const ENDING_DIGITS = 7;

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
	if (isWholeNumber(shown)) {
		const ending = endingOf(shown);
		return digitsOf(shown) === to || (ending !== undefined && ending === endingOf(to));
	}
	const parts = String(shown)
		.replace(/^(?:\+|00)/, '')
		.split(/\D+/);
	return to.startsWith(parts[0]!) && to.endsWith(parts.at(-1)!);
}
