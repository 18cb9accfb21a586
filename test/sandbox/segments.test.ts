import { startSandbox, type Sandbox } from '../../sandbox';
import { isGsm7 } from '../../sandbox/segments';
import { transliterate, TRANSLITERATIONS } from '../../sandbox/transliteration';
import { send } from './client';

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
])('transliteration %s results in 7-bit text', (name, text, expected) => {
	expect(TRANSLITERATIONS).toContain(name);
	const written = transliterate(text, name);
	expect(written).toBe(expected);
	expect(isGsm7(written)).toBe(true);
});

test('characters of other alphabets stay', () => {
	expect(transliterate('ж 😀 ğ', 'GREEK')).toBe('ж 😀 ğ');
});

describe('over HTTP', () => {
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
