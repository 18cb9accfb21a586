import { parseDigits } from '../libraries/phoneNumbers';

/** White space, dashes, dots, slashes, brackets, bullets, underscores, and the invisible characters that get copied along with a number. */
const DECORATION = /[\s\p{Pd}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u2212._/()[\]·•‣⁃∙⋅●◦▪・]/gu;
const PLAIN = /^[1-9]\d*$/;
const ASCII = /^[ -~]*$/;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const FROM_FULL_WIDTH = 0xff01 - 0x21;
/** What a spreadsheet makes of a number. */
const DECIMAL = /^(\D*\d+)\.0+(\D*)$/;
const SCIENTIFIC = /^(\D*\d)(?:[.,](\d+))?e\+?(\d+)(\D*)$/i;
/** A spreadsheet's mark for text, and how links to numbers begin. */
const LABEL = /^(?:['’]|tel:)+/i;
const INTERNATIONAL_PREFIX = /^(\+|00)/;

/** Whether a text is digits that begin no other way of writing a number. */
export const isPlainNumber = (written: unknown): written is string =>
	typeof written === 'string' && PLAIN.test(written);

/** A number as a person writes it, or the beginning of one, without decoration and a leading + or 00; only digits, if it is a number. */
export function cleanNumber(written: string): { digits: string; prefix: Prefix } {
	// Most are written like this already, and the rest takes far longer (bench: bulk)
	if (isPlainNumber(written)) return { digits: written, prefix: '' };
	const plain = withAsciiDigits(written)
		.replace(DECIMAL, '$1$2')
		.replace(SCIENTIFIC, (text, first: string, others = '', exponent: string, end: string) =>
			others.length === Number(exponent) ? `${first}${others}${end}` : text,
		)
		.replace(DECORATION, '')
		.replace(LABEL, '');
	const [prefix = ''] = INTERNATIONAL_PREFIX.exec(plain) ?? [];
	return { digits: plain.slice(prefix.length), prefix: prefix as Prefix };
}

const SHORTEST_NUMBER = 6;
/** Of a pattern. */
const SHORTEST_BEGINNING = 4;
const SHOWS_NOTHING = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A sender as it is sent and compared, also a pattern with * and ?: a number as its digits, with the country code if it had + or 00;
 * a name without invisible characters.
 */
export function senderForm(written: string): string {
	const { digits, prefix } = cleanNumber(written);
	const isDigits = /^[*?]*\d[\d*?]*$/.test(digits);
	const length = digits.replace(/\D/g, '').length;
	// 24/7 is a name, and the beginning of one
	const isPattern =
		/[*?]/.test(written) && (length < SHORTEST_BEGINNING ? /^[\d*?\s]+$/ : /^[\d*?\s().-]+$/).test(written);
	if (isDigits && (prefix !== '' || isPattern || DECIMAL.test(written) || length >= SHORTEST_NUMBER)) return digits;
	return written.replace(SHOWS_NOTHING, '').trim();
}

/** What stands before a calling code. */
export type Prefix = '+' | '00' | '';

/** Also with ASCII brackets and plus, where these are of full width. */
export function withAsciiDigits(text: string): string {
	if (ASCII.test(text)) return text;
	return text
		.replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - FROM_FULL_WIDTH))
		.replace(/\p{Nd}/gu, (digit) => parseDigits(digit) || digit);
}

/** Whether a spreadsheet wrote a number as 4.477E+11. */
export const isScientific = (written: string): boolean => SCIENTIFIC.test(withAsciiDigits(written));

/** A number in the form used to compare destinations: the service may write it with a plus, zeros or spaces. */
export const digitsOf = (to: unknown): string => String(to).replace(/\D/g, '').replace(/^00/, '');

/** The text without these characters at its end. A pattern such as /0+$/ would look at each run of zeros again and again. */
export function withoutTrailing(text: string, characters: string): string {
	let end = text.length;
	while (end > 0 && characters.includes(text[end - 1]!)) end -= 1;
	return text.slice(0, end);
}

/** `12,345` */
export const countText = (count: number): string => count.toLocaleString('en');

/** `1 message`, `12,345 messages` */
export const counted = (count: number, noun: string): string => `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
