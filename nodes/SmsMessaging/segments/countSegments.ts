import type { Language } from '../api/message';
import { alphabetsFor, type Alphabet } from './alphabets';

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

/** The code points of a text that an alphabet does not have. */
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
