import fc from 'fast-check';

import { countSegments } from '../../../nodes/SmsMessaging/segments/countSegments';
import { cutToSegments } from '../../../nodes/SmsMessaging/segments/cutToSegments';
import { anyTexts, languages } from './texts';

const graphemesOf = (text: string): string[] =>
	Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

test.each([
	['a'.repeat(161), 1, `${'a'.repeat(157)}...`],
	['ж'.repeat(200), 2, `${'ж'.repeat(133)}…`],
	['👨\u200d👩\u200d👧'.repeat(10), 1, `${'👨\u200d👩\u200d👧'.repeat(8)}…`],
])('cuts', (text, most, expected) => {
	expect(cutToSegments(text, most)).toBe(expected);
});

test('never exceeds the limit, splits no grapheme cluster, and cuts no more than necessary', () => {
	fc.assert(
		fc.property(anyTexts(500), fc.integer({ min: 1, max: 4 }), languages, (text, most, language) => {
			const segments = (candidate: string): number => countSegments(candidate, language).segments;
			const cut = cutToSegments(text, most, language);
			expect(segments(cut)).toBeLessThanOrEqual(most);
			if (segments(text) <= most) {
				expect(cut).toBe(text);
				return;
			}
			const ellipsis = countSegments(cut, language).encoding === 'UCS-2' ? '…' : '...';
			expect(cut.endsWith(ellipsis)).toBe(true);
			const graphemes = graphemesOf(text);
			const kept = cut.slice(0, -ellipsis.length);
			const count = graphemesOf(kept).length;
			expect(kept).toBe(graphemes.slice(0, count).join(''));
			const longer = graphemes.slice(count).map((_, more) => graphemes.slice(0, count + more + 1).join(''));
			expect(longer.filter((one) => Math.min(segments(`${one}...`), segments(`${one}…`)) <= most)).toEqual([]);
		}),
		{ numRuns: 300 },
	);
});
