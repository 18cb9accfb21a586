/** Accents of Latin, Greek and Cyrillic letters; the marks of other scripts are part of their words. */
const ACCENTS = /[\u0300-\u036f]/g;
/** Nothing that shows: variation selectors of emoji, joiners, soft hyphens; and the frame around a digit. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\u20e3/gu;
/** A word with what does not show within it. In scripts without spaces between words, each letter counts as one. */
const WORD =
	/(?=\p{L})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}][\p{M}ﾞﾟ\p{Default_Ignorable_Code_Point}]*|(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}](?:(?!(?=\p{L})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}])[\p{L}\p{M}\p{N}\p{Default_Ignorable_Code_Point}])*/gu;

/**
 * The first words of a text, in a form that is the same however a person writes them: case, accents, full width and invisible
 * characters do not count, i, ı, İ and I are one letter, and ß is ss.
 */
export function wordsOf(text: string, most = Infinity): string[] {
	const found: string[] = [];
	for (const [written] of text.matchAll(WORD)) {
		if (found.length >= most) break;
		const word = written.replace(INVISIBLE, '').normalize('NFKD').replace(ACCENTS, '');
		found.push(word.toUpperCase().toLowerCase().normalize());
	}
	return found;
}

/** What separates a word from the rest: signs at it, or on their own. Of those at what follows, some belong to that: -5 */
const SEPARATOR = /^\p{P}*\s*(?:\p{P}+(?:\s+|$))*[:;,!?]*/u;

/** A text without its first words, and without what separates them from the rest. */
export function behindWords(text: string, count: number): string {
	let number = 0;
	for (const { 0: word, index } of text.matchAll(WORD)) {
		number += 1;
		if (number === count) return text.slice(index + word.length).replace(SEPARATOR, '');
	}
	return '';
}

/** The entries of a list: an array, or text with commas, semicolons or line ends between them. Blank ones do not count. */
export function entriesOf(list: unknown, separators = /[,;\r\n]/): string[] {
	const entries: unknown[] = Array.isArray(list) ? list : String(list ?? '').split(separators);
	const written: string[] = [];
	for (const entry of entries) {
		const text = String(entry ?? '').trim();
		if (text !== '') written.push(text);
	}
	return written;
}

/** For a message that is followed by more: the service's own words may end with a full stop. */
export const withoutFullStop = (message: string): string => message.replace(/\.$/, '');

/** Without the invisible characters that chats and web pages leave in what people copy; unlike others, none of them is part of an address or an ID. */
export const withoutFormats = (text: string): string => text.replace(/\p{Cf}/gu, '');
