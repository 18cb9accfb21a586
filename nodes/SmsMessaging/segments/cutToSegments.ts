import type { Language } from '../api/message';
import { countSegments, countSevenBit } from './countSegments';

const GRAPHEMES = new Intl.Segmenter();
const MOST_CHARACTERS_PER_SEGMENT = 160;

/** The text itself if it fits into that many segments, otherwise as much of its beginning as fits with an ellipsis. */
export function cutToSegments(text: string, maxSegments: number, language?: Language): string {
	const fits = (candidate: string): boolean => countSegments(candidate, language).segments <= maxSegments;
	if (fits(text)) return text;
	const graphemes = GRAPHEMES.segment(text);
	const cutAt = (end: number): string => {
		const beginning = text.slice(0, graphemes.containing(end)?.index);
		return beginning + (countSevenBit(beginning, language) ? '...' : '…');
	};
	let [fitting, tooLong] = [0, Math.min(text.length, MOST_CHARACTERS_PER_SEGMENT * maxSegments + 1)];
	while (tooLong - fitting > 1) {
		const middle = Math.floor((fitting + tooLong) / 2);
		if (fits(cutAt(middle))) fitting = middle;
		else tooLong = middle;
	}
	return cutAt(fitting);
}
