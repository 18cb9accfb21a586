import { DEFAULT_ALPHABET, DEFAULT_EXTENSION, NATIONAL_LANGUAGES, type NationalLanguage } from './alphabets';

/** Interface: language; the shift flags are those of version 1 (public: fields of the message). */
export interface Language {
	/** TR, ES, PT or AUTODETECT. */
	languageCode?: string;
	singleShift?: boolean;
	lockingShift?: boolean;
}

const SINGLE_OCTETS = 140;
/** Concatenation header with an 8-bit reference, without the length octet of the user data header. */
const CONCATENATION_OCTETS = 5;
/** A national language header element: identifier, length, language. */
const SHIFT_OCTETS = 3;

/** Septets left after a user data header of that many octets (with its length octet), padded to a septet boundary. */
const septetsBeside = (header: number): number => Math.floor(((SINGLE_OCTETS - header) * 8) / 7);

/** Number of parts of a text, and its encoding. */
interface TextSegments {
	segments: number;
	/** GSM-7, UCS-2, or GSM-7 with the language whose tables it uses, such as GSM-7 (TR). */
	encoding: string;
}

/** How many septets each character costs; undefined if one is in neither table. */
function septetCosts(
	text: string,
	alphabet: ReadonlySet<string>,
	extension: ReadonlySet<string>,
): number[] | undefined {
	const costs: number[] = [];
	for (const character of text) {
		if (alphabet.has(character)) costs.push(1);
		else if (extension.has(character)) costs.push(2);
		else return undefined;
	}
	return costs;
}

/** Parts for these units: `single` fit into a single part, `room` into each of several. A character is never split. */
function fill(costs: readonly number[], single: number, room: number): number {
	const total = costs.reduce((sum, cost) => sum + cost, 0);
	if (total <= single) return 1;
	let [parts, used] = [1, 0];
	for (const cost of costs) {
		if (used + cost > room) [parts, used] = [parts + 1, 0];
		used += cost;
	}
	return parts;
}

/** Parts of a 7-bit text whose header elements (other than concatenation) take that many octets. */
const partsOf = (costs: readonly number[], shiftOctets: number): number =>
	fill(costs, septetsBeside(shiftOctets && shiftOctets + 1), septetsBeside(1 + CONCATENATION_OCTETS + shiftOctets));

/** Parts of a text as UCS-2: a character beyond the basic plane takes two units. */
const ucs2Parts = (text: string): number =>
	fill(
		Array.from(text, ({ length }) => length),
		SINGLE_OCTETS / 2,
		(SINGLE_OCTETS - 1 - CONCATENATION_OCTETS) / 2,
	);

/** Parts with the named shift tables of a language; undefined when the text does not fit them or the language lacks one. */
function partsWithShifts(
	text: string,
	{ locking, single }: NationalLanguage,
	useLocking: boolean,
	useSingle: boolean,
): number | undefined {
	if ((useLocking && !locking) || (useSingle && !single)) return undefined;
	const costs = septetCosts(text, useLocking ? locking! : DEFAULT_ALPHABET, useSingle ? single! : DEFAULT_EXTENSION);
	return costs && partsOf(costs, SHIFT_OCTETS * (Number(useLocking) + Number(useSingle)));
}

const least = (counts: Array<number | undefined>): number | undefined => {
	const possible = counts.filter((count) => count !== undefined);
	return possible.length > 0 ? Math.min(...possible) : undefined;
};

/** Parts of a text in a language; undefined when the language does not have all its characters. */
function partsInLanguage(text: string, { languageCode, singleShift, lockingShift }: Language): number | undefined {
	const language = NATIONAL_LANGUAGES[languageCode ?? ''];
	if (!language) return undefined;
	if (typeof singleShift === 'boolean' || typeof lockingShift === 'boolean') {
		return partsWithShifts(text, language, lockingShift === true, singleShift === true);
	}
	// A named language is always in the header, even if the default alphabet would do.
	return least([
		partsWithShifts(text, language, true, false),
		partsWithShifts(text, language, false, true),
		partsWithShifts(text, language, true, true),
	]);
}

/** Whether a text is in the default 7-bit alphabet and its extension. */
export function isGsm7(text: string): boolean {
	return septetCosts(text, DEFAULT_ALPHABET, DEFAULT_EXTENSION) !== undefined;
}

function withoutLanguage(text: string): TextSegments {
	const costs = septetCosts(text, DEFAULT_ALPHABET, DEFAULT_EXTENSION);
	if (costs) return { segments: partsOf(costs, 0), encoding: 'GSM-7' };
	return { segments: ucs2Parts(text), encoding: 'UCS-2' };
}

/**
 * Segments of a text (3GPP TS 23.038 and 23.040): 7-bit, with a national language 7-bit with shift tables, else UCS-2.
 * At least 1.
 */
export function textSegments(text: string, language: Language = {}): TextSegments {
	const plain = withoutLanguage(text);
	const { languageCode } = language;
	if (!languageCode || (languageCode === 'AUTODETECT' && plain.encoding === 'GSM-7')) return plain;
	const languages = languageCode === 'AUTODETECT' ? Object.keys(NATIONAL_LANGUAGES) : [languageCode];
	let best: TextSegments | undefined;
	for (const code of languages) {
		const wanted = languageCode === 'AUTODETECT' ? { languageCode: code } : language;
		const segments = partsInLanguage(text, wanted);
		if (segments !== undefined && segments < (best?.segments ?? Infinity))
			best = { segments, encoding: `GSM-7 (${code})` };
	}
	return best ?? plain;
}

/** Whether octets begin with a well-formed user data header: elements that fill its length exactly. */
function headerLengthOf(octets: Buffer): number | undefined {
	const end = 1 + (octets[0] ?? 0);
	if (end > octets.length) return undefined;
	let position = 1;
	while (position + 1 < end) position += 2 + octets[position + 1]!;
	return position === end ? end : undefined;
}

/**
 * Segments of binary content. `hex` holds octets with or without spaces, `esmClass` 64 says they begin with a user data
 * header; undefined when that header is malformed (status REJECTED_INVALID_UDH).
 */
export function binarySegments(hex: string, dataCoding: number, esmClass: number): number | undefined {
	const octets = Buffer.from(hex.replace(/\s/g, ''), 'hex');
	const header = esmClass & 0x40 ? headerLengthOf(octets) : 0;
	if (header === undefined) return undefined;
	if (octets.length <= SINGLE_OCTETS) return 1;
	const room = SINGLE_OCTETS - CONCATENATION_OCTETS - (header || 1);
	if (room < 2) return undefined;
	// A UCS-2 character (two octets) stays in one part.
	const perPart = dataCoding === 8 ? room - (room % 2) : room;
	return Math.ceil((octets.length - header) / perPart);
}
