/*
 * Generated from smpp by tools/generate/tables.ts
 *
 * Copyright (c) 2011 Ali Farhadi
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy
 * of this software and associated documentation files (the "Software"), to deal
 * in the Software without restriction, including without limitation the rights
 * to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 * copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in
 * all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 * IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
 * FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 * AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
 * THE SOFTWARE.
 */

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
