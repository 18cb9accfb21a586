import type { Language } from '../api/message';
import { alphabetsFor, type Alphabet, countSegments, endOfUcs2 } from './countSegments';

const ELLIPSIS = '...';
const UCS2_ELLIPSIS = '…';
const GRAPHEMES = new Intl.Segmenter();

/** The text itself if it fits into that many segments, otherwise as much of its beginning as fits with an ellipsis. */
export function cutToSegments(text: string, maxSegments: number, language?: Language): string {
	const fits = (candidate: string): boolean => countSegments(candidate, language).segments <= maxSegments;
	if (fits(text)) return text;
	const graphemes = GRAPHEMES.segment(text);
	const candidates = alphabetsFor(language)
		.flat()
		.map((alphabet) => ({ end: endOfSevenBit(text, maxSegments, alphabet), ellipsis: ELLIPSIS }));
	candidates.push({ end: endOfUcs2(text, maxSegments, UCS2_ELLIPSIS.length), ellipsis: UCS2_ELLIPSIS });
	return candidates
		.map(({ end, ellipsis }) => ({ beginning: text.slice(0, graphemes.containing(end)?.index), ellipsis }))
		.sort((a, b) => b.beginning.length - a.beginning.length)
		.map(({ beginning, ellipsis }) => beginning + ellipsis)
		.find(fits)!;
}

/** Where the longest beginning that fits into segments of this alphabet ends, with room for an ellipsis after it. */
function endOfSevenBit(text: string, segments: number, { costs, single, perPart }: Alphabet): number {
	const room = segments === 1 ? single : perPart;
	let [part, used, end] = [1, 0, 0];
	for (let i = 0; i < text.length; i++) {
		const cost = costs[text.charCodeAt(i)];
		if (!cost) return end;
		used += cost;
		if (used > room) [part, used] = [part + 1, cost];
		if (part > segments) return end;
		if (part < segments || used + ELLIPSIS.length <= room) end = i + 1;
	}
	return end;
}
