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
