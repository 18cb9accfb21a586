import fc from 'fast-check';

import { countSegments } from '../../../nodes/SmsMessaging/segments/countSegments';
import { cutToSegments } from '../../../nodes/SmsMessaging/segments/cutToSegments';
import { anyTexts, languages } from './texts';

const graphemesOf = (text: string): string[] =>
	Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

test.each([
	['a'.repeat(160), 1, 'a'.repeat(160)],
	['a'.repeat(161), 1, `${'a'.repeat(157)}...`],
	['a'.repeat(400), 2, `${'a'.repeat(303)}...`],
	['€'.repeat(200), 1, `${'€'.repeat(78)}...`],
	['ж'.repeat(71), 1, `${'ж'.repeat(69)}…`],
	['ж'.repeat(200), 2, `${'ж'.repeat(133)}…`],
	[`${'a'.repeat(200)}😀`, 1, `${'a'.repeat(157)}...`],
	[`${'a'.repeat(66)}${'😀'.repeat(10)}`, 1, `${'a'.repeat(66)}😀…`],
	['👨\u200d👩\u200d👧'.repeat(10), 1, `${'👨\u200d👩\u200d👧'.repeat(8)}…`],
	[`a${'\u0301'.repeat(100)}`, 1, '...'],
])('cuts', (text, most, expected) => {
	expect(cutToSegments(text, most)).toBe(expected);
});

test('cuts where a later character makes the earlier ones cheaper', () => {
	const [euros, as] = ['€'.repeat(80), 'ã'.repeat(200)];
	expect(cutToSegments(euros + as, 1, { languageCode: 'AUTODETECT' })).toBe(`${euros}${as.slice(0, 72)}...`);
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
			for (let more = count + 1; more <= graphemes.length; more++) {
				const longer = graphemes.slice(0, more).join('');
				expect(Math.min(segments(`${longer}...`), segments(`${longer}…`))).toBeGreaterThan(most);
			}
		}),
		{ numRuns: 300 },
	);
});
