import type { Language } from '../api/message';
import { DEFAULT_ALPHABET, DEFAULT_EXTENSION, NATIONAL_TABLES } from './alphabetTables';

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
	return {
		encoding,
		costs,
		single: septetsBeside(shifts),
		perPart: septetsBeside(CONCATENATION_OCTETS + shifts),
	};
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
