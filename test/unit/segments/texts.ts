import fc from 'fast-check';

import {
	DEFAULT_ALPHABET,
	DEFAULT_EXTENSION,
	NATIONAL_TABLES,
} from '../../../nodes/SmsMessaging/segments/alphabetTables';
import type { Language } from '../../../nodes/SmsMessaging/api/message';

const ONE_EACH = {
	plain: 'abcdefghij KLMNOP 0123456789.,!?\r\n',
	default: DEFAULT_ALPHABET,
	extension: DEFAULT_EXTENSION,
	national: Object.values(NATIONAL_TABLES)
		.map(({ locking = '', single }) => locking + single)
		.join(''),
	replaceable: '“”„’–—…«•©™\u00a0\u2009\u200b\u00ad\tÁâçêíłőŠžﬁ２𝐀²½€₺',
	irreplaceable: 'жЯλ中文한\u05d0≠∑😀🎉',
};

/** More than one code point each, or part of such */
const CLUSTERS = [
	...['e\u0301', 'g\u0306', '\u0301', '👍🏽', '👨\u200d👩\u200d👧', '🇩🇪', '1\ufe0f\u20e3', '©\ufe0f', '\ud83d'],
	'\ude00',
];

const of = (characters: string): fc.Arbitrary<string> => fc.constantFrom(...characters);
const { plain, default: gsm, extension, national, replaceable, irreplaceable } = ONE_EACH;

const mixed = (...others: Array<fc.Arbitrary<string>>): fc.Arbitrary<string> =>
	fc.oneof({ weight: 8, arbitrary: of(plain) }, ...others.map((arbitrary) => ({ weight: 2, arbitrary })));

const UNITS = [
	mixed(of(gsm), of(extension)),
	mixed(of(extension)),
	mixed(of(national)),
	mixed(of(replaceable)),
	mixed(of(gsm), of(extension), of(national), of(replaceable), of(irreplaceable)),
	of(irreplaceable),
];

const textsOf = (units: Array<fc.Arbitrary<string>>, maxLength: number): fc.Arbitrary<string> =>
	fc.oneof(...units.map((unit) => fc.array(unit, { maxLength, size: 'max' }).map((characters) => characters.join(''))));

/** Texts in which each character is one code point of its own. */
export const simpleTexts = (maxLength: number): fc.Arbitrary<string> => textsOf(UNITS, maxLength);

/** Texts with accents that combine, emoji of several code points, and broken surrogate pairs too. */
export const anyTexts = (maxLength: number): fc.Arbitrary<string> =>
	textsOf(
		[...UNITS, mixed(fc.constantFrom(...CLUSTERS)), mixed(of(irreplaceable), fc.constantFrom(...CLUSTERS))],
		maxLength,
	);

const flag = fc.constantFrom(undefined, null, true, false);

export const languages: fc.Arbitrary<Language | undefined> = fc.oneof(
	fc.constant(undefined),
	fc.record({ languageCode: fc.constantFrom('TR', 'ES', 'PT', 'AUTODETECT', 'XX', null, undefined) }),
	fc.record({ languageCode: fc.constantFrom('TR', 'ES', 'PT'), singleShift: flag, lockingShift: flag }),
);
