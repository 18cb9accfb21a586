import type { Language } from '../api/message';
import { DEFAULT_ALPHABET, DEFAULT_EXTENSION, NATIONAL_TABLES } from './alphabetTables';

export interface SegmentCount {
	encoding: Alphabet['encoding'] | 'UCS-2';
	segments: number;
	/** Septets, or with UCS-2 UTF-16 units */
	units: number;
	/** The characters that no 7-bit alphabet in question has, at most 20 */
	forcingUcs2: string[];
}

const UCS2_SINGLE = 70;
const UCS2_PER_PART = 67;
export const MAX_LISTED = 20;

/** Segments of a text by 3GPP TS 23.038 and 23.040, before anything that the service itself replaces. At least 1. */
export function countSegments(text: string, language?: Language): SegmentCount {
	const count = countSevenBit(text, language);
	if (count) return { ...count, forcingUcs2: [] };
	return { encoding: 'UCS-2', ...countUcs2(text), forcingUcs2: forcingCharacters(text, language) };
}

type SevenBitCount = Omit<SegmentCount, 'forcingUcs2'>;

/** Undefined when a character is in no alphabet. */
export function countSevenBit(text: string, language?: Language): SevenBitCount | undefined {
	for (const group of alphabetsFor(language)) {
		let best: SevenBitCount | undefined;
		for (const alphabet of group) {
			const count = countIn(text, alphabet);
			if (count && !(best && isBetter(best, count))) best = count;
		}
		if (best) return best;
	}
	return undefined;
}

const isBetter = (one: SevenBitCount, other: SevenBitCount): boolean =>
	one.segments === other.segments ? one.units <= other.units : one.segments < other.segments;

function countIn(text: string, { encoding, costs, single, perPart }: Alphabet): SevenBitCount | undefined {
	let [segments, units, used] = [1, 0, 0];
	for (let i = 0; i < text.length; i++) {
		const cost = costs[text.charCodeAt(i)];
		if (!cost) return undefined;
		units += cost;
		used += cost;
		if (used > perPart) [segments, used] = [segments + 1, cost];
	}
	return { encoding, segments: units <= single ? 1 : segments, units };
}

function countUcs2(text: string): Pick<SegmentCount, 'segments' | 'units'> {
	const units = text.length;
	if (units <= UCS2_SINGLE) return { segments: 1, units };
	let [segments, end] = [0, 0];
	while (end < units) [segments, end] = [segments + 1, endOfUcs2Part(text, end)];
	return { segments, units };
}

/** A surrogate pair is not split. */
function endOfUcs2Part(text: string, start: number): number {
	const end = start + UCS2_PER_PART;
	return end < text.length && text.codePointAt(end - 1)! > 0xffff ? end - 1 : end;
}

/** The end of the longest beginning that fits into this many UCS-2 segments with `reserve` units left over. */
export function endOfUcs2(text: string, segments: number, reserve: number): number {
	if (segments === 1) return UCS2_SINGLE - reserve;
	let start = 0;
	for (let part = 1; part < segments; part++) start = endOfUcs2Part(text, start);
	return start + UCS2_PER_PART - reserve;
}

/** Of the alphabet that lacks the fewest. */
function forcingCharacters(text: string, language?: Language): string[] {
	const lacking = alphabetsFor(language)
		.flat()
		.map(({ costs }) => lackingIn(text, costs));
	const least = lacking.reduce((fewest, other) => (other.size < fewest.size ? other : fewest));
	return Array.from(least)
		.slice(0, MAX_LISTED)
		.map((codePoint) => String.fromCodePoint(codePoint));
}

function lackingIn(text: string, costs: Uint8Array): Set<number> {
	const lacking = new Set<number>();
	for (let i = 0; i < text.length; i++) {
		if (costs[text.charCodeAt(i)]) continue;
		const codePoint = text.codePointAt(i)!;
		lacking.add(codePoint);
		if (codePoint > 0xffff) i++;
	}
	return lacking;
}

/** The default alphabet, or the one with the tables of a national language. */
type Encoding = 'GSM-7' | `GSM-7 ${string}`;

/** By languageCode */
const LANGUAGE_NAMES: Readonly<Record<string, string>> = { ES: 'Spanish', PT: 'Portuguese', TR: 'Turkish' };

/** A 7-bit alphabet, and the room that its headers leave. */
export interface Alphabet {
	encoding: Encoding;
	/** Septets of each UTF-16 unit: 1, or 2 with an escape; 0 (or beyond the end) if the alphabet lacks the character. */
	costs: Uint8Array;
	/** Septets of a message of one segment */
	single: number;
	/** Septets of each segment of a longer message */
	perPart: number;
}

export const OCTETS = 140;
/** A concatenation header with an 8-bit reference, without the length octet of the user data header */
export const CONCATENATION_OCTETS = 5;
const SHIFT_OCTETS = 3;

/** Septets left next to header elements of that many octets; a header has a length octet too, and ends on a septet boundary. */
const septetsBeside = (elements: number): number => Math.floor(((OCTETS - (elements && elements + 1)) * 8) / 7);

const COSTS_SIZE =
	1 +
	Math.max(...Array.from(JSON.stringify([DEFAULT_ALPHABET, NATIONAL_TABLES]), (character) => character.charCodeAt(0)));

function alphabetOf(encoding: Encoding, locking?: string, single?: string): Alphabet {
	const costs = new Uint8Array(COSTS_SIZE);
	for (const character of single ?? DEFAULT_EXTENSION) costs[character.charCodeAt(0)] = 2;
	for (const character of locking ?? DEFAULT_ALPHABET) costs[character.charCodeAt(0)] = 1;
	const shifts = SHIFT_OCTETS * (Number(locking !== undefined) + Number(single !== undefined));
	return { encoding, costs, single: septetsBeside(shifts), perPart: septetsBeside(CONCATENATION_OCTETS + shifts) };
}

const PLAIN = [alphabetOf('GSM-7')];

const NATIONAL = new Map(
	Object.entries(NATIONAL_TABLES).map(([languageCode, { locking, single }]) => {
		const encoding: Encoding = `GSM-7 ${LANGUAGE_NAMES[languageCode]}`;
		const tables = {
			single: alphabetOf(encoding, undefined, single),
			...(locking !== undefined && {
				locking: alphabetOf(encoding, locking),
				both: alphabetOf(encoding, locking, single),
			}),
		};
		return [languageCode, tables];
	}),
);

/**
 * The alphabets that a text may be sent in, in groups. The first group in which some alphabet has every character wins; within it,
 * the alphabet that needs the fewest segments. A named language is used, header included, even for a text that would not need it.
 */
export function alphabetsFor({ languageCode, singleShift, lockingShift }: Language = {}): Alphabet[][] {
	if (languageCode === 'AUTODETECT') return [PLAIN, [...NATIONAL.values()].flatMap((tables) => Object.values(tables))];
	const tables = NATIONAL.get(languageCode ?? '');
	if (!tables) return [PLAIN];
	if (typeof singleShift !== 'boolean' && typeof lockingShift !== 'boolean') return [Object.values(tables), PLAIN];
	if (!singleShift && !lockingShift) return [PLAIN];
	const named = singleShift ? (lockingShift ? tables.both : tables.single) : tables.locking;
	return named ? [[named], PLAIN] : [PLAIN];
}
