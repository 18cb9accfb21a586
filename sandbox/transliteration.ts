import { DEFAULT_ALPHABET, DEFAULT_EXTENSION } from './alphabets';

type Table = Readonly<Record<string, string>>;

/** Pairs up the characters of one string with the words of another; '-' stands for nothing. */
function table(characters: string, replacements: string): Table {
	const words = replacements.split(' ');
	return Object.fromEntries([...characters].map((character, i) => [character, words[i] === '-' ? '' : words[i]!]));
}

// One letter for one letter, by appearance: Greek text keeps its length, as the published counts show.
const GREEK = table('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'A B E Z H I K M N O P T Y X');

const CYRILLIC = table(
	'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґўјљњџђћѓќѕ',
	'a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya i i ie g u j lj nj dz dj c gj kj dz',
);
const SERBIAN = { ...CYRILLIC, ...table('жхцчш', 'z h c c s') };
const BULGARIAN = { ...CYRILLIC, ...table('хщъь', 'h sht a y') };

/** Latin letters that are not a plain letter with a mark. */
const LATIN = table('đłıħŧœþðĸŋ‘’‚“”„–—…´', "d l i h t oe th d k n ' ' ' \" \" \" - - ... '");

/** Replaces one character; undefined when this alphabet has no replacement for it. */
type Replace = (character: string) => string | undefined;

const withoutMarks = (character: string): string => character.normalize('NFD').replace(/\p{Mn}/gu, '');

const greek: Replace = (character) => {
	const upper = withoutMarks(character).toUpperCase();
	return GREEK[upper] ?? (DEFAULT_ALPHABET.has(upper) && /\p{Script=Greek}/u.test(upper) ? upper : undefined);
};

const latin: Replace = (character) => {
	const lower = LATIN[character.toLowerCase()];
	if (lower !== undefined) return character === character.toLowerCase() ? lower : lower.toUpperCase();
	const plain = withoutMarks(character);
	return /^[A-Za-z]$/.test(plain) ? plain : undefined;
};

const cyrillic =
	(letters: Table): Replace =>
	(character) => {
		const lower = character.toLowerCase();
		const replacement = letters[lower];
		if (replacement === undefined || character === lower) return replacement;
		return replacement.charAt(0).toUpperCase() + replacement.slice(1);
	};

const all: Replace = (character) => greek(character) ?? cyrillic(CYRILLIC)(character) ?? latin(character);

const REPLACEMENTS: Readonly<Record<string, Replace>> = {
	TURKISH: latin,
	GREEK: greek,
	CYRILLIC: cyrillic(CYRILLIC),
	SERBIAN_CYRILLIC: cyrillic(SERBIAN),
	BULGARIAN_CYRILLIC: cyrillic(BULGARIAN),
	CENTRAL_EUROPEAN: latin,
	BALTIC: latin,
	PORTUGUESE: latin,
	COLOMBIAN: latin,
	NON_UNICODE: all,
	ALL: all,
};

/** Names the field `transliteration` takes (public: fields of the message). */
export const TRANSLITERATIONS = Object.keys(REPLACEMENTS);

/**
 * Replaces the characters of an alphabet that are outside the default 7-bit alphabet with ones inside it. Any others stay, and then
 * the text is still sent as UCS-2.
 */
export function transliterate(text: string, name: string | undefined): string {
	const replace = name === undefined ? undefined : REPLACEMENTS[name];
	if (!replace) return text;
	// Composed first (NFC), so that a letter and its combining mark are one character.
	return Array.from(text.normalize('NFC'), (character) =>
		DEFAULT_ALPHABET.has(character) || DEFAULT_EXTENSION.has(character) ? character : (replace(character) ?? character),
	).join('');
}
