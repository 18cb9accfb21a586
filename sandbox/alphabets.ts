/*
 * The 7-bit alphabets of 3GPP TS 23.038 as sets of characters: the default alphabet with its extension (6.2.1), and the national
 * language tables (Annex A). Characters of an extension or single shift table cost two septets, all others one.
 */

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const PUNCTUATION = ' !"#%&\'()*+,-./0123456789:;<=>?';

const characters = (...groups: string[]): ReadonlySet<string> => new Set(groups.join(''));

export const DEFAULT_ALPHABET = characters('@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà', PUNCTUATION, UPPER, LOWER);
export const DEFAULT_EXTENSION = characters('\f^{}\\[~]|€');

/** The tables of one national language; a locking table replaces the default alphabet, a single shift table its extension. */
export interface NationalLanguage {
	locking?: ReadonlySet<string>;
	single?: ReadonlySet<string>;
}

export const NATIONAL_LANGUAGES: Readonly<Record<string, NationalLanguage>> = {
	TR: {
		locking: characters('@£$¥€éùıòÇ\nĞğ\rÅåΔ_ΦΓΛΩΠΨΣΘΞŞşßÉ¤İÄÖÑÜ§çäöñüà', PUNCTUATION, UPPER, LOWER),
		single: characters('\f^{}\\[~]|€ĞİŞçğış'),
	},
	ES: {
		single: characters('\f^{}\\[~]|€çÁÍÓÚáíóú'),
	},
	PT: {
		locking: characters('@£$¥êéúíóç\nÔô\rÁáΔ_ªÇÀ∞^\\€Ó|ÂâÊÉºÍÃÕÚÜ§~ãõ`üà', PUNCTUATION, UPPER, LOWER),
		single: characters('êç\fÔôÁáΦΓ^ΩΠΨΣΘÊ{}\\[~]|ÀÍÓÚÃÕÂ€íóúãõâ'),
	},
};
