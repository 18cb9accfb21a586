import { SegmentedMessage } from 'sms-segments-calculator';
import { DEFAULT_ALPHABET, DEFAULT_EXTENSION, NATIONAL_LANGUAGES, type NationalLanguage } from './alphabets';

/** Interface: language; the shift flags are those of version 1 (public: fields of the message). */
export interface Language {
	/** TR, ES, PT or AUTODETECT. */
	languageCode?: string | null;
	singleShift?: boolean | null;
	lockingShift?: boolean | null;
}

const SINGLE_OCTETS = 140;
/** Concatenation header with an 8-bit reference, without the length octet of the user data header. */
const CONCATENATION_OCTETS = 5;
/** A national language header element: identifier, length, language. */
const SHIFT_OCTETS = 3;

/** Septets left beside a user data header of that many octets (its length octet counted), which ends on a septet boundary. */
const septetsBeside = (header: number): number => Math.floor(((SINGLE_OCTETS - header) * 8) / 7);

/** How many septets each character costs; undefined when one is in neither table. */
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

/** Parts of a 7-bit text whose header elements (other than concatenation) take that many octets. A character is never split. */
function partsOf(costs: number[], shiftOctets: number): number {
	const total = costs.reduce((sum, cost) => sum + cost, 0);
	if (total <= septetsBeside(shiftOctets && shiftOctets + 1)) return 1;
	const room = septetsBeside(1 + CONCATENATION_OCTETS + shiftOctets);
	let [parts, used] = [1, 0];
	for (const cost of costs) {
		if (used + cost > room) [parts, used] = [parts + 1, 0];
		used += cost;
	}
	return parts;
}

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
	// A named language is always announced in the header, also where the default alphabet would do.
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

/**
 * Segments of a text (3GPP TS 23.038 and 23.040): 7-bit, with a national language 7-bit with shift tables, else UCS-2.
 * At least 1.
 */
export function textSegments(text: string, language: Language = {}): number {
	let parts: number | undefined;
	if (language.languageCode === 'AUTODETECT') {
		if (!isGsm7(text))
			parts = least(Object.keys(NATIONAL_LANGUAGES).map((languageCode) => partsInLanguage(text, { languageCode })));
	} else if (language.languageCode) {
		parts =
			partsInLanguage(text, language) ?? new SegmentedMessage(text, isGsm7(text) ? 'GSM-7' : 'UCS-2').segmentsCount;
	}
	return Math.max(parts ?? new SegmentedMessage(text).segmentsCount, 1);
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
