import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';

import type { Language } from '../../../nodes/SmsMessaging/api/message';
import { countSegments } from '../../../nodes/SmsMessaging/segments/countSegments';
import { textSegments } from '../../../sandbox/segments';
import { anyTexts, languages, simpleTexts } from './texts';

const TR = { languageCode: 'TR' };
const turkish = 'ığşçĞŞİabcde'.repeat(20);

// The examples that the service publishes, the counts of TS 23.038, and what is refused
test.each<[string, string, Language | undefined, string, number, number]>([
	['nothing', '', undefined, 'GSM-7', 1, 0],
	['161 plain ones', 'a'.repeat(161), undefined, 'GSM-7', 2, 161],
	['an extension character that is not split', `${'a'.repeat(152)}€${'a'.repeat(152)}`, undefined, 'GSM-7', 3, 306],
	['98 Turkish ones, named', turkish.slice(0, 98), TR, 'GSM-7 Turkish', 1, 98],
	['155 Turkish ones, named', turkish.slice(0, 155), TR, 'GSM-7 Turkish', 1, 155],
	['298 Turkish ones, named', 'ğ'.repeat(298), TR, 'GSM-7 Turkish', 2, 298],
	['447 Turkish ones, named', 'ğ'.repeat(447), TR, 'GSM-7 Turkish', 3, 447],
	['448 Turkish ones, named', 'ğ'.repeat(448), TR, 'GSM-7 Turkish', 4, 448],
	['three Ú, named', 'ÚÚÚ', { languageCode: 'ES' }, 'GSM-7 Spanish', 1, 6],
	['a lone table', 'ğ'.repeat(77), { ...TR, singleShift: true }, 'GSM-7 Turkish', 1, 154],
	['both tables', 'ğ'.repeat(152), { ...TR, singleShift: true, lockingShift: true }, 'GSM-7 Turkish', 1, 152],
	['both, longer', 'ğ'.repeat(153), { ...TR, singleShift: true, lockingShift: true }, 'GSM-7 Turkish', 2, 153],
	['no table of a language', 'a', { ...TR, singleShift: false, lockingShift: false }, 'GSM-7', 1, 1],
	['a table that is none', 'a', { languageCode: 'ES', lockingShift: true }, 'GSM-7', 1, 1],
	['Russian, named Turkish', 'ж'.repeat(71), TR, 'UCS-2', 2, 71],
	['autodetected Turkish', turkish.slice(0, 98), { languageCode: 'AUTODETECT' }, 'GSM-7 Turkish', 1, 98],
	['autodetected English', 'a'.repeat(160), { languageCode: 'AUTODETECT' }, 'GSM-7', 1, 160],
	['pairs that are not split', '😀'.repeat(67), undefined, 'UCS-2', 3, 134],
])('%s', (_, text, language, encoding, segments, units) => {
	expect(countSegments(text, language)).toMatchObject({ encoding, segments, units });
});

test('agrees with the counting library', () => {
	fc.assert(
		fc.property(simpleTexts(500), (text) => {
			const { encodingName, segmentsCount } = new SegmentedMessage(text);
			expect(countSegments(text)).toMatchObject({ encoding: encodingName, segments: Math.max(segmentsCount, 1) });
		}),
	);
});

test('agrees with the sandbox’s own implementation', () => {
	fc.assert(
		fc.property(anyTexts(500), languages, (text, language) => {
			const own = language as Parameters<typeof textSegments>[1];
			expect(countSegments(text, language).segments).toBe(textSegments(text, own).segments);
		}),
		{ numRuns: 500 },
	);
});

test('a text without the characters that force UCS-2 is GSM-7', () => {
	fc.assert(
		fc.property(anyTexts(200), languages, (text, language) => {
			const { encoding, forcingUcs2 } = countSegments(text, language);
			expect(forcingUcs2.length > 0).toBe(encoding === 'UCS-2');
			const without = [...text].filter((character) => !forcingUcs2.includes(character)).join('');
			if (forcingUcs2.length < 20) expect(countSegments(without, language).encoding).not.toBe('UCS-2');
		}),
	);
});

test('lists up to 20 characters that force UCS-2, each once', () => {
	expect(countSegments('“Ok” – “ok” 😀').forcingUcs2).toEqual(['“', '”', '–', '😀']);
	expect(countSegments('ğı – ğ', TR).forcingUcs2).toEqual(['–']);
	expect(countSegments('абвгдежзийклмнопрстуфхц').forcingUcs2).toEqual([...'абвгдежзийклмнопрсту']);
});
