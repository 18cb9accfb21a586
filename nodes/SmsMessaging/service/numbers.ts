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

/** Whether a number as the service shows it, masked in part perhaps, can be this one. */
export function mayBeNumber(shown: unknown, to: string): boolean {
	if (isWholeNumber(shown)) return digitsOf(shown) === to;
	const parts = String(shown)
		.replace(/^(?:\+|00)/, '')
		.split(/\D+/);
	return to.startsWith(parts[0]!) && to.endsWith(parts.at(-1)!);
}
