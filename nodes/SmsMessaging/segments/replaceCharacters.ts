import type { Language } from '../api/message';
import { alphabetsFor, countSegments, countSevenBit, MAX_LISTED } from './countSegments';
import { REPLACED_BY } from './replacementTable';

export interface Replacement {
	from: string;
	to: string;
	count: number;
}

export interface Replaced {
	text: string;
	/** What was replaced, each pair once */
	replaced: Replacement[];
	/** The characters that prevented any replacement, at most 20: nothing can stand for them, and they need UCS-2 */
	irreplaceable: string[];
}

/** A character together with the accents that follow it. Those on their own that every alphabet has are passed over. */
const CHARACTERS = /\P{M}\p{M}+|[^\n\r -_a-~]/gu;

/** A web address: its host and the rest. With other letters it would lead to another page. */
const LINK =
	/(https?:\/\/|\bwww\.)((?:[\p{L}\p{M}\p{N}._-]*[\p{L}\p{M}\p{N}])?)((?:(?=[!-~])(?:[!-~\p{L}\p{M}\p{N}]|[‐-–‘’](?=[\p{L}\p{N}]))*)?)/giu;
/** Dashes and apostrophes between letters too: the titles of pages have them. */
const LETTERS = /(?![!-~])[\p{L}\p{M}\p{N}‐-–‘’]/gu;

/**
 * Replaces characters that are in no 7-bit alphabet with ones that are, so that a text needs no UCS-2. If one of them cannot be
 * replaced, the text stays as it is: replacing the rest would spoil it and save nothing. In web addresses they are encoded.
 */
export function replaceCharacters(original: string, language?: Language): Replaced {
	if (countSevenBit(original, language)) return { text: original, replaced: [], irreplaceable: [] };
	const replaced = new Map<string, Replacement>();
	const noted = (from: string, to: string): string => {
		const pair = JSON.stringify([from, to]);
		const entry = replaced.get(pair) ?? { from, to, count: 0 };
		replaced.set(pair, { ...entry, count: entry.count + 1 });
		return to;
	};
	const text = original.replace(LINK, (link, scheme: string, host: string, rest: string, offset: number) => {
		const encoded = (part: string) =>
			part.replace(LETTERS, (from) => (countSevenBit(from, language) ? from : noted(from, encodeURIComponent(from))));
		const behind = offset + link.length;
		const isLonger = host !== '' && goesOn(link, original.slice(behind, behind + MOST_READ), language);
		const end = isLonger ? ' ' : '';
		const isLookedUp = !countSevenBit(host, language) && URL.canParse(`http://${host}`);
		return (
			scheme + (isLookedUp ? noted(host, new URL(`http://${host}`).hostname) : encoded(host)) + encoded(rest) + end
		);
	});
	const characters = [...new Set(text.match(CHARACTERS))];
	const [best] = alphabetsFor(language)
		.flat()
		.map(({ costs }) => {
			const missing = characters.filter((character) => !isIn(costs, character));
			return {
				costs,
				missing,
				irreplaceable: missing.filter((character) => replacementOf(character, costs) === undefined),
			};
		})
		.sort((a, b) => a.irreplaceable.length - b.irreplaceable.length || a.missing.length - b.missing.length);
	const { costs, irreplaceable } = best!;
	if (irreplaceable.length > 0)
		return { text: original, replaced: [], irreplaceable: irreplaceable.slice(0, MAX_LISTED) };

	const replacedText = text.replace(CHARACTERS, (from, offset: number) => {
		if (isIn(costs, from)) return from;
		const before = text.slice(Math.max(offset - 2, 0), offset);
		const next = text[offset + from.length];
		return noted(from, withinNumber(from, before, next) ?? withSeparator(replacementOf(from, costs)!, before, next));
	});
	// An encoded letter takes up to nine characters
	if (countSegments(replacedText, language).segments > countSegments(original, language).segments)
		return { text: original, replaced: [], irreplaceable: [] };
	return { text: replacedText, replaced: [...replaced.values()], irreplaceable };
}

/** Characters behind a web address. */
const MOST_READ = 20;
/** Invisible marks that end a web address: those of the writing direction; and where a line may break, but within an address these stand behind a sign. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const LINE_BREAK = /[\u200b\ufeff]/;

/** Whether a web address would go on in what stands behind it: a dash becomes a hyphen, ™ letters, and an invisible mark nothing. */
function goesOn(link: string, behind: string, language: Language | undefined): boolean {
	const [marks] = /^\p{Cf}*/u.exec(behind)!;
	const mayBreak = LINE_BREAK.test(marks) && /[\p{L}\p{N}]$/u.test(link);
	if (marks !== '' && !mayBreak && !DIRECTION.test(marks)) return false;
	const { costs } = alphabetsFor(language)[0]![0]!;
	const shown = Array.from(behind.slice(marks.length), (next) =>
		isIn(costs, next) ? next : replacementOf(next, costs),
	);
	return /^(?:[.,:;!?]*[\p{L}\p{N}]|[(*~+/_=&#%@$-])/u.test(shown.join(''));
}

const isIn = (costs: Uint8Array, character: string): boolean =>
	character.length === 1 && Boolean(costs[character.charCodeAt(0)]);

/** Undefined if there is none. A letter with its accents is looked up as a single character. */
function replacementOf(character: string, costs: Uint8Array): string | undefined {
	const parts = Array.from(character.normalize('NFC'), (part) => (isIn(costs, part) ? part : plainOf(part, costs)));
	return parts.includes(undefined) ? undefined : parts.join('');
}

/** What is struck out means something else without it. */
const OVERLAY = /[\u0334-\u0338\u20d0-\u20f0]/;

/** One character by others of the alphabet: from the table, or by Unicode's own decomposition without the accents. */
function plainOf(character: string, costs: Uint8Array): string | undefined {
	const known = REPLACED_BY.get(character);
	if (known !== undefined) return known;
	if (/[\p{Cf}\p{Mn}]/u.test(character)) return OVERLAY.test(character) ? undefined : '';
	if (/[\u2028\u2029]/.test(character)) return '\n';
	if (/[\s\u0085]/.test(character)) return ' ';
	if (/\p{Cc}/u.test(character)) return '';
	const decomposed = character.normalize('NFKD');
	if (/\p{No}/u.test(character)) return digitsOf(character, decomposed);
	// Signs that are raised or lowered make another number of digits beside them: 10⁻³
	if (/[⁺-⁾₊-₎]/.test(character)) return undefined;
	const isForeign = /\p{L}/u.test(character) && !/[\p{Script=Latin}\p{Script=Common}]/u.test(character);
	const rest = decomposed.replace(/\p{Mn}/gu, '');
	// Where Unicode puts the rest together again, nothing was taken off
	if (isForeign || OVERLAY.test(decomposed) || rest.normalize('NFC') === character) return undefined;
	return replacementOf(rest, costs);
}

/** A decimal point or comma: 2·5 is neither 2-5 nor a list. */
function withinNumber(character: string, before: string, next = ''): string | undefined {
	if (!/\d$/.test(before) || !/\d/.test(next)) return undefined;
	return /[·‧]/.test(character) ? '.' : character === '‚' ? ',' : undefined;
}

/** Digits begin with a separator, which is for when they follow a digit: neither 2½ nor 10² may become another number. */
function digitsOf(character: string, digits: string): string | undefined {
	if (digits.includes('⁄')) return ` ${digits.replace('⁄', '/')}`;
	if (/[²³¹⁰⁴-⁹]/.test(character)) return `^${digits}`;
	return /[₀-₉]/.test(character) ? ` ${digits}` : undefined;
}

/** A replacement with digits begins with a separator, which is dropped unless it follows a digit; another one stands before a digit. */
function withSeparator(replacement: string, before: string, next = ''): string {
	if (!/^[ ^]\d/.test(replacement)) return replacement;
	const isFraction = replacement.includes('/');
	const follows = isFraction ? /\p{N}$/u.test(before) : /[\p{Nd}¼-¾⅐-⅞]$/u.test(before);
	const own = follows ? replacement : replacement.slice(1);
	return /\d/.test(next) ? `${own} ` : own;
}
