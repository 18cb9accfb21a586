import fc from 'fast-check';

import { DEFAULT_ALPHABET, DEFAULT_EXTENSION } from '../../../nodes/SmsMessaging/segments/alphabetTables';
import { alphabetsFor, countSegments } from '../../../nodes/SmsMessaging/segments/countSegments';
import { replaceCharacters } from '../../../nodes/SmsMessaging/segments/replaceCharacters';
import { REPLACED_BY } from '../../../nodes/SmsMessaging/segments/replacementTable';
import { anyTexts, languages } from './texts';

const ACCENTS = '\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u030a\u030b\u030c\u0323\u0326\u0327\u0328\u0331';

test.each([
	['“Hi” – it’s 5\u00a0€…', '"Hi" - it\'s 5 €...'],
	['zero\u200bwidth\ufeff soft\u00adhyphen\ttab', 'zerowidth softhyphen tab'],
	['Łódź, Škoda, façade, Œuvre', 'Lodz, Skoda, facade, Oeuvre'],
	['Ｓｐｅｃｉａｌ 𝗼𝗳𝗳𝗲𝗿 ﬁnal', 'Special offer final'],
	['Brand™ ©\ufe0f 2026', 'BrandTM (C) 2026'],
	['50 m² at 2½ or 10²', '50 m2 at 2 1/2 or 10^2'],
	['２½ 𝟐½ 10¹²', '2 1/2 2 1/2 10^12'],
	['5½3 10²3 x²½ ½²', '5 1/2 3 10^2 3 x2 1/2 1/2^2'],
	['H₂O, ½ l, 3⁄4', 'H2O, 1/2 l, 3/4'],
	['cafe\u0301 Zu\u0308rich g\u0306', 'café Zürich g'],
	['Ω\u2126 Å\u212b', 'ΩΩ ÅÅ'],
	['`code`', "'code'"],
	['“https://a.example/Łódź?ü=é”…', '"https://a.example/%C5%81%C3%B3d%C5%BA?ü=é"...'],
	['https://en.wiki.example/A–B_L’É – ok', 'https://en.wiki.example/A%E2%80%93B_L%E2%80%99É - ok'],
	['Visit https://почта.рф, ok', 'Visit https://xn--80a1acny.xn--p1ai, ok'],
	['<https://łódź.example:80|ł>', '<https://xn--d-uga0v4h.example:80|%C5%82>'],
	['At https://shop.example–open “daily”', 'At https://shop.example -open "daily"'],
	['www.example.com’s “sale”', 'www.example.com\'s "sale"'],
	['https://ann@łódź.example', 'https://ann@%C5%82%C3%B3d%C5%BA.example'],
	['At www.łódź.example/ł—it’s “new”', 'At www.xn--d-uga0v4h.example/%C5%82 -it\'s "new"'],
	['one\u2028two', 'one\ntwo'],
])('%s', (text, expected) => {
	expect(replaceCharacters(text)).toMatchObject({ text: expected, irreplaceable: [] });
});

test.each([
	['“Hi” 😀', ['😀']],
	['«Привет»', [...'Привет']],
	['中文…', ['中', '文']],
	['1 ≠ 2', ['≠']],
	['👨\u200d👩\u200d👧 …', ['👨', '👩', '👧']],
	['10⁻³ …', ['⁻']],
	['5 ‰ of 1\ufe0f\u20e3', ['‰', '1\ufe0f\u20e3']],
	['n\u0338o', ['n\u0338']],
	['\ud83d …', ['\ud83d']],
	['абвгдежзийклмнопрстуфхц', [...'абвгдежзийклмнопрсту']],
])('%s is unchanged', (text, irreplaceable) => {
	expect(replaceCharacters(text)).toEqual({ text, replaced: [], irreplaceable });
});

test('lists each replacement once', () => {
	expect(replaceCharacters('“a” – “b” – e\u0301').replaced).toEqual([
		{ from: '“', to: '"', count: 2 },
		{ from: '”', to: '"', count: 2 },
		{ from: '–', to: '-', count: 2 },
		{ from: 'e\u0301', to: 'é', count: 1 },
	]);
});

test('letters of the language of the text stay', () => {
	expect(replaceCharacters('ğış – á', { languageCode: 'TR' }).text).toBe('ğış - a');
	expect(replaceCharacters('ğış – á', { languageCode: 'ES' }).text).toBe('gis - á');
	expect(replaceCharacters('ğış – ', { languageCode: 'AUTODETECT' }).text).toBe('ğış - ');
	expect(replaceCharacters('ªº – ú', { languageCode: 'PT' }).text).toBe('ªº - ú');
});

test('a changed text needs no UCS-2', () => {
	fc.assert(
		fc.property(anyTexts(200), languages, (text, language) => {
			const { text: result, replaced, irreplaceable } = replaceCharacters(text, language);
			expect(countSegments(result, language).encoding === 'UCS-2').toBe(irreplaceable.length > 0);
			expect(result === text).toBe(replaced.length === 0);
			if (countSegments(text, language).encoding !== 'UCS-2') expect(result).toBe(text);
			expect(irreplaceable.every((character) => text.includes(character))).toBe(true);
		}),
	);
});

test('replacing again replaces nothing', () => {
	fc.assert(
		fc.property(anyTexts(200), languages, (text, language) => {
			const once = replaceCharacters(text, language).text;
			expect(replaceCharacters(once, language)).toMatchObject({ text: once, replaced: [] });
		}),
	);
});

test.each([
	['https://example.com/in\u00advoice…', 'https://example.com/invoice...'],
	['https://example.com/a\u200b', 'https://example.com/a'],
	['https://example.com/\u200ba?x=\u200b1…', 'https://example.com/a?x=1...'],
])('what is invisible within a link, or at the end, leaves it as it was: %j', (text, replaced) => {
	expect(replaceCharacters(text)).toMatchObject({ text: replaced });
});

test('a web address goes on in nothing that it did not go on in', () => {
	const links = fc.constantFrom('https://example.com/a1', 'https://example.com/a1/?b=', 'www.example.com');
	const marks = fc.array(fc.constantFrom('\u200f', '\u2069', '\u202c', '\u061c'), { maxLength: 3 });
	const signs = fc.constantFrom(
		'',
		...[...REPLACED_BY.keys()].filter((sign) => !/[ -~\p{L}\p{N}‐-–‘’]/u.test(sign)),
		'™',
		'—',
	);
	fc.assert(
		fc.property(links, marks, signs, (link, behind, sign) => {
			fc.pre(behind.length > 0 || sign !== '');
			const { text, irreplaceable } = replaceCharacters(`${link}${behind.join('')}${sign}word ő`);
			expect(text.startsWith(link)).toBe(true);
			// What reads links leaves out quotation marks and the like
			if (irreplaceable.length === 0) expect(text.slice(link.length)).not.toMatch(/^(?:[.,:;!?]*\w|[(*~+/_=&#%@$-])/);
		}),
	);
});

test('a character that does not force UCS-2 stays', () => {
	fc.assert(
		fc.property(anyTexts(100), (text) => {
			for (const { from } of replaceCharacters(text).replaced) expect(countSegments(from).encoding).toBe('UCS-2');
		}),
	);
});

test('the table replaces only characters outside the default alphabet, by characters of every alphabet', () => {
	const basic = DEFAULT_ALPHABET + DEFAULT_EXTENSION;
	const all = ['TR', 'ES', 'PT'].flatMap((languageCode) => alphabetsFor({ languageCode }).flat());
	for (const [from, to] of REPLACED_BY) {
		expect(basic).not.toContain(from);
		for (const { costs } of all) expect([...to].filter((character) => !costs[character.charCodeAt(0)])).toEqual([]);
	}
});

test('every Latin letter with accents becomes the letter without them', () => {
	const accented = fc
		.tuple(fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'), fc.constantFrom(...ACCENTS))
		.map(([letter, accent]) => [letter, `${letter}${accent}`.normalize('NFC')] as const)
		.filter(([, character]) => character.length === 1 && !DEFAULT_ALPHABET.includes(character));
	fc.assert(
		fc.property(accented, ([letter, character]) => {
			expect(replaceCharacters(`${character}…`)).toMatchObject({ text: `${letter}...`, irreplaceable: [] });
		}),
	);
});

test('any character is replaced, or left with its text', () => {
	const spoilt: string[] = [];
	for (let code = 0x80; code <= 0x1_fbff; code++) {
		const text = `${String.fromCodePoint(code)}…`;
		const { irreplaceable, text: result } = replaceCharacters(text);
		if (irreplaceable.length > 0 && result !== text) spoilt.push(text);
	}
	expect(spoilt).toEqual([]);
});
