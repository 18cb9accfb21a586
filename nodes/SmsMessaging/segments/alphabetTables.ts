// Generated from smpp by tools/generate/tables.ts. Its licence: tools/licences/smpp.txt; the build adds it

export const DEFAULT_ALPHABET =
	'@£$¥èéùìòÇ\u000aØø\u000dÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
export const DEFAULT_EXTENSION = '\u000c^{}\\[~]|€';

/** By languageCode. A locking table replaces the default alphabet, a single shift table its extension. */
export const NATIONAL_TABLES: Readonly<Record<string, { locking?: string; single: string }>> = {
	ES: { single: 'ç\u000c^{}\\[~]|ÁÍÓÚá€íóú' },
	PT: {
		locking:
			'@£$¥êéúíóç\u000aÔô\u000dÁáΔ_ªÇÀ∞^\\€Ó|ÂâÊÉ !"#º%&\'()*+,-./0123456789:;<=>?ÍABCDEFGHIJKLMNOPQRSTUVWXYZÃÕÚÜ§~abcdefghijklmnopqrstuvwxyzãõ`üà',
		single: 'êç\u000cÔôÁáΦΓ^ΩΠΨΣΘÊ{}\\[~]|ÀÍÓÚÃÕÂ€íóúãõâ',
	},
	TR: {
		locking:
			'@£$¥€éùıòÇ\u000aĞğ\u000dÅåΔ_ΦΓΛΩΠΨΣΘΞŞşßÉ !"#¤%&\'()*+,-./0123456789:;<=>?İABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§çabcdefghijklmnopqrstuvwxyzäöñüà',
		single: '\u000c^{}\\[~]|ĞİŞç€ğış',
	},
};
