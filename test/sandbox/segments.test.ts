import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { startSandbox, type Sandbox } from '../../sandbox';
import { binarySegments, isGsm7, textSegments } from '../../sandbox/segments';
import { transliterate, TRANSLITERATIONS } from '../../sandbox/transliteration';
import { send } from './client';

test.each([
	['', 1],
	['a'.repeat(160), 1],
	['a'.repeat(161), 2],
	['a'.repeat(306), 2],
	['a'.repeat(307), 3],
	['€'.repeat(80), 1],
	['€'.repeat(81), 2],
	[`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3], // the € does not fit behind 152 septets, and is not split
	['ж'.repeat(70), 1],
	['ж'.repeat(71), 2],
	['ж'.repeat(134), 2],
	['ж'.repeat(135), 3],
	['😀'.repeat(35), 1],
	['😀'.repeat(36), 2],
	['😀'.repeat(67), 3], // 33 pairs fit into the 67 units of a part
])('parts of a text without a language', (text, parts) => {
	expect(textSegments(text).segments).toBe(parts);
});

test.each<[string, object, number]>([
	['ğ'.repeat(98), {}, 2],
	['ğ'.repeat(98), { languageCode: 'TR' }, 1],
	['ğ'.repeat(155), { languageCode: 'TR' }, 1],
	['ğ'.repeat(156), { languageCode: 'TR' }, 2],
	['ğ'.repeat(298), { languageCode: 'TR' }, 2],
	['ğ'.repeat(299), { languageCode: 'TR' }, 3],
	['a'.repeat(156), { languageCode: 'TR' }, 2],
	['ğ'.repeat(78), { languageCode: 'TR', singleShift: true }, 2],
	['ğ'.repeat(77), { languageCode: 'TR', singleShift: true }, 1],
	['ğ'.repeat(152), { languageCode: 'TR', singleShift: true, lockingShift: true }, 1],
	['ğ'.repeat(153), { languageCode: 'TR', singleShift: true, lockingShift: true }, 2],
	['ğ'.repeat(293), { languageCode: 'TR', singleShift: true, lockingShift: true }, 3],
	['a'.repeat(160), { languageCode: 'TR', singleShift: false, lockingShift: false }, 1],
	[`ÚÚÚ${'a'.repeat(149)}`, { languageCode: 'ES' }, 1],
	[`ÚÚÚ${'a'.repeat(150)}`, { languageCode: 'ES' }, 2],
	['ã'.repeat(155), { languageCode: 'PT' }, 1],
	['ã'.repeat(71), {}, 2],
	['ж'.repeat(71), { languageCode: 'TR' }, 2],
	['a'.repeat(160), { languageCode: 'AUTODETECT' }, 1],
	['ğ'.repeat(155), { languageCode: 'AUTODETECT' }, 1],
])('parts of a text with a language', (text, language, parts) => {
	expect(textSegments(text, language).segments).toBe(parts);
});

test('parts without a language are those that the segment library counts', () => {
	const characters = fc.constantFrom(...'a€^~Ñßж漢\r\n 😀👍🏽', '👨‍👩‍👧');
	fc.assert(
		fc.property(fc.array(characters, { maxLength: 400 }), fc.boolean(), (chosen, isPlain) => {
			const text = (isPlain ? chosen.filter(isGsm7) : chosen).join('');
			expect(textSegments(text).segments).toBe(Math.max(new SegmentedMessage(text).segmentsCount, 1));
		}),
		{ numRuns: 200 },
	);
});

test.each<[string, number, number, number | undefined]>([
	['00 '.repeat(140).trim(), 0, 0, 1],
	['00 '.repeat(141).trim(), 0, 0, 2],
	['00'.repeat(268), 0, 0, 2],
	['00'.repeat(269), 0, 0, 3],
	['0041'.repeat(135), 8, 0, 3],
	[`05 00 03 01 02 01 ${'41'.repeat(134)}`, 4, 64, 1],
	[`06 05 04 15 81 00 00 ${'00'.repeat(134)}`, 4, 64, 2],
	['05 00 03 01 02', 4, 64, undefined],
	['05 00 09 01 02 01', 4, 64, undefined],
])('parts of binary content', (hex, dataCoding, esmClass, parts) => {
	expect(binarySegments(hex, dataCoding, esmClass)).toBe(parts);
});

test.each([
	['GREEK', 'Ελλάδα: Ζώνη ψς', 'EΛΛAΔA: ZΩNH ΨΣ'],
	['CYRILLIC', 'Привет, Щука! Київ', 'Privet, Shchuka! Kiiv'],
	['SERBIAN_CYRILLIC', 'Ђорђе Њушка џеп', 'Djordje Njuska dzep'],
	['BULGARIAN_CYRILLIC', 'България, площад', 'Balgariya, ploshtad'],
	['TURKISH', 'İstanbul ığşç öü', 'Istanbul igsc öü'],
	['CENTRAL_EUROPEAN', 'Łódź, žluťoučký kůň, őű', 'Lodz, zlutoucky kun, ou'],
	['BALTIC', 'Āžuolas ėųģ', 'Azuolas eug'],
	['PORTUGUESE', 'São, coração, êô', 'Sao, coracao, eo'],
	['COLOMBIAN', 'Bogotá señor', 'Bogota señor'],
	['NON_UNICODE', 'Łódź, “Привет” Ζώνη', 'Lodz, "Privet" ZΩNH'],
])('transliteration %s gives 7-bit text', (name, text, expected) => {
	expect(TRANSLITERATIONS).toContain(name);
	const written = transliterate(text, name);
	expect(written).toBe(expected);
	expect(isGsm7(written)).toBe(true);
});

test('what an alphabet does not know stays', () => {
	expect(transliterate('ж 😀 ğ', 'GREEK')).toBe('ж 😀 ğ');
});

describe('as a client sees it', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(() => sandbox.stop());
	const count = async (fields: object) => (await send(sandbox, '41793026727', fields)).messages[0]!.smsCount;

	test('language and transliteration change smsCount', async () => {
		expect(await count({ text: 'ğ'.repeat(98) })).toBe(2);
		expect(await count({ text: 'ğ'.repeat(98), language: { languageCode: 'TR' } })).toBe(1);
		expect(await count({ text: 'αβγδε'.repeat(31) })).toBe(3);
		expect(await count({ text: 'αβγδε'.repeat(31), transliteration: 'GREEK' })).toBe(1);
	});
});
