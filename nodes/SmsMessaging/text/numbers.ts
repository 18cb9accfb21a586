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

/** The text without these characters at its end. A pattern such as /0+$/ would look at each run of zeros again and again. */
export function withoutTrailing(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
	return text.slice(0, end);
}

/** `12,345` */
export const countText = (count: number): string => count.toLocaleString('en');
