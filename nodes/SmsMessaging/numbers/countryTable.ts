/*
 * Generated from libphonenumber-js by tools/generate/countryTable.ts
 *
 * (The MIT License)
 *
 * Copyright (c) 2016 @catamphetamine <purecatamphetamine@gmail.com>
 *
 * Permission is hereby granted, free of charge, to any person obtaining
 * a copy of this software and associated documentation files (the
 * 'Software'), to deal in the Software without restriction, including
 * without limitation the rights to use, copy, modify, merge, publish,
 * distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so, subject to
 * the following conditions:
 *
 * The above copyright notice and this permission notice shall be
 * included in all copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED 'AS IS', WITHOUT WARRANTY OF ANY KIND,
 * EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
 * MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT.
 * IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
 * CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT,
 * TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
 * SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */

/**
 * A line for each country: its ISO code, its calling code, and how many digits may follow. Numbers that name no country go by the first line of
 * their calling code.
 * - zero: a number may begin with 0 after the calling code
 * - trunk: what is dialled before a number within the country alone
 * - mobile: lengths of national mobile numbers that happen to begin with the digits of the calling code
 */
export const COUNTRY_TABLE = `
US 1 10 trunk=1
AG 1 10
AI 1 10
AS 1 10
BB 1 10
BM 1 10
BS 1 10
CA 1 7,10 trunk=1
DM 1 10
DO 1 10 trunk=1
GD 1 10
GU 1 10
JM 1 10 trunk=1
KN 1 10
KY 1 10
LC 1 10
MP 1 10
MS 1 10
PR 1 10 trunk=1
SX 1 10
TC 1 10
TT 1 10
VC 1 10
VG 1 10
VI 1 10
RU 7 10,14 trunk=8
KZ 7 10,14 trunk=8
EG 20 8-10 trunk=0
ZA 27 5-10 trunk=0 mobile=9
GR 30 10-12
NL 31 5-11 trunk=0
BE 32 8-9 trunk=0
FR 33 9 trunk=0
ES 34 9
HU 36 8-9 trunk=06
IT 39 6-12 zero mobile=9-10
VA 39 6-12 zero mobile=9-10
RO 40 6,9 trunk=0
CH 41 9,12 trunk=0
AT 43 4-13 trunk=0
GB 44 7,9-10
GG 44 7,9-10
IM 44 10
JE 44 10
DK 45 8
SE 46 6-10,12 trunk=0
NO 47 5,8
SJ 47 5,8
PL 48 6-10
DE 49 4-15 trunk=0
PE 51 8-9 trunk=0
MX 52 10
CU 53 6-8,10 trunk=0 mobile=8
AR 54 10-11
BR 55 8-11 mobile=10-11
CL 56 9-11
CO 57 8,10-11
VE 58 10 trunk=0
MY 60 8-10 trunk=0
AU 61 5-10,12
CC 61 6-10,12
CX 61 6-10,12
ID 62 7-17 trunk=0
PH 63 6,8-13 trunk=0
NZ 64 5-10 trunk=0
SG 65 8,10-11
TH 66 8-10,13 trunk=0
JP 81 8-17
KR 82 5-6,8-14
VN 84 7-10 trunk=0 mobile=9
CN 86 7-12
TR 90 7,10,12-13 trunk=0
IN 91 8-13 trunk=0 mobile=10
PK 92 8-12 trunk=0
AF 93 9 trunk=0
LK 94 9 trunk=0
MM 95 6-10 trunk=0 mobile=8
IR 98 4-7,10 trunk=0
SS 211 9 trunk=0
MA 212 9 trunk=0
EH 212 9 trunk=0
DZ 213 8-9 trunk=0
TN 216 8
LY 218 9 trunk=0
GM 220 7,9
SN 221 9
MR 222 8
ML 223 8
GN 224 8-9
CI 225 10 zero
BF 226 8 zero
NE 227 8
TG 228 8
BJ 229 10 zero
MU 230 7-8,10
LR 231 7-9 trunk=0
SL 232 8 trunk=0
GH 233 8-9 trunk=0
NG 234 10-14 trunk=0
TD 235 8
CF 236 8
CM 237 8-9
CV 238 7
ST 239 7
GQ 240 9
GA 241 7-8 zero
CG 242 9 zero
CD 243 7-10 trunk=0
AO 244 9
GW 245 7,9
IO 246 7
AC 247 5-6
SC 248 7
SD 249 9 trunk=0
RW 250 8-9 zero trunk=0
ET 251 9 trunk=0
SO 252 6-9 trunk=0
DJ 253 8
KE 254 7-10 trunk=0
TZ 255 9 trunk=0
UG 256 9 trunk=0
BI 257 8
MZ 258 8-9
ZM 260 9 trunk=0
MG 261 9
RE 262 9 trunk=0
YT 262 9 trunk=0
ZW 263 7,9-10 trunk=0
NA 264 8-9 trunk=0
MW 265 7,9 trunk=0
LS 266 8
BW 267 7-8,10
SZ 268 8-9
KM 269 7
SH 290 4-5
TA 290 4
ER 291 7 trunk=0
AW 297 7
FO 298 6
GL 299 6
GI 350 8
PT 351 9
LU 352 4-11
IE 353 7-10 trunk=0
IS 354 7,9
AL 355 6-9 trunk=0
MT 356 8
CY 357 8
FI 358 5-12 trunk=0
AX 358 5-12 trunk=0
BG 359 6-9,12 trunk=0
LT 370 8
LV 371 8
EE 372 7-8,10
MD 373 8 trunk=0
AM 374 8 trunk=0
BY 375 6-11
AD 376 6,8-9
MC 377 8-9 trunk=0
SM 378 8,10 zero
UA 380 9-10 trunk=0
RS 381 6-12 trunk=0
ME 382 8-9 trunk=0
XK 383 8-12 trunk=0
HR 385 7-9 trunk=0
SI 386 5-8 trunk=0
BA 387 8-9 trunk=0
MK 389 8 trunk=0
CZ 420 9-12
SK 421 6-7,9 trunk=0
LI 423 7,9
FK 500 5
BZ 501 7,11
GT 502 8,11
SV 503 7-8,11
HN 504 8,11
NI 505 8
CR 506 8,10
PA 507 7-8,10-11
PM 508 6,9 trunk=0
HT 509 8
GP 590 9 trunk=0
BL 590 9 trunk=0
MF 590 9 trunk=0
BO 591 8-9
GY 592 7
EC 593 8-11 trunk=0
GF 594 9 trunk=0
PY 595 6-11 trunk=0
MQ 596 9 trunk=0
SR 597 6-7
UY 598 4-13 trunk=0
CW 599 7-8
BQ 599 7
TL 670 7-8
NF 672 6
BN 673 7
NR 674 7
PG 675 7-8
TO 676 5,7
SB 677 5,7
VU 678 5,7
FJ 679 7,11
PW 680 7
WF 681 6,9
CK 682 5
NU 683 4,7
WS 685 5-7,10
KI 686 5,8 trunk=0
NC 687 6
TV 688 5-7
PF 689 6,8-9
TK 690 4-7
FM 691 7
MH 692 7 trunk=1
KP 850 8,10 trunk=0
HK 852 5-9,11
MO 853 7-8
KH 855 8-10 trunk=0
LA 856 8-10 trunk=0
BD 880 6-10 trunk=0
TW 886 7-11 trunk=0
MV 960 7,10
LB 961 7-8 trunk=0
JO 962 8-9 trunk=0
SY 963 8-9 trunk=0
IQ 964 8-10 trunk=0
KW 965 7-8
SA 966 9-10 trunk=0
YE 967 7-9 trunk=0
OM 968 7-9
PS 970 8-10 trunk=0
AE 971 5-12 trunk=0
IL 972 7-12 trunk=0
BH 973 8
QA 974 7-9,11
BT 975 7-8
MN 976 8-10 trunk=0
NP 977 8,10-11 trunk=0
TJ 992 9 zero
TM 993 8 trunk=8
AZ 994 9 trunk=0
GE 995 9 trunk=0
KG 996 9-10 trunk=0
UZ 998 9
- 800 8
- 808 8
- 870 9,12
- 878 12
- 881 9-10 zero
- 882 7-12
- 883 8-12
- 888 11
- 979 9
`;

/** What is dialled before a number within the country alone. */
export interface TrunkPattern {
	dropped: RegExp;
	/** What stands in for it if its last group matched, as in String.replace. */
	replacement?: string;
	/** All numbers of the country, where some begin like what is dropped. */
	all?: RegExp;
}

/** By country, where it is not always the same digits. */
export const TRUNK_PATTERNS: Readonly<Record<string, TrunkPattern>> = {
	AG: { dropped: /^(?:([457]\d{6})$|1)/, replacement: '268$1' },
	AI: { dropped: /^(?:([2457]\d{6})$|1)/, replacement: '264$1' },
	AR: {
		dropped:
			/^(?:0?(?:(11|2(?:2(?:02?|[13]|2[13-79]|4[1-6]|5[2457]|6[124-8]|7[1-4]|8[13-6]|9[1267])|3(?:02?|1[467]|2[03-6]|3[13-8]|[49][2-6]|5[2-8]|[67])|4(?:7[3-578]|9)|6(?:[0136]|2[24-6]|4[6-8]?|5[15-8])|80|9(?:0[1-3]|[19]|2\d|3[1-6]|4[02568]?|5[2-4]|6[2-46]|72?|8[23]?))|3(?:3(?:2[79]|6|8[2578])|4(?:0[0-24-9]|[12]|3[5-8]?|4[24-7]|5[4-68]?|6[02-9]|7[126]|8[2379]?|9[1-36-8])|5(?:1|2[1245]|3[237]?|4[1-46-9]|6[2-4]|7[1-6]|8[2-5]?)|6[24]|7(?:[069]|1[1568]|2[15]|3[145]|4[13]|5[14-8]|7[2-57]|8[126])|8(?:[01]|2[15-7]|3[2578]?|4[13-6]|5[4-8]?|6[1-357-9]|7[36-8]?|8[5-8]?|9[124])))15)?)/,
		replacement: '9$1',
	},
	AS: { dropped: /^(?:([267]\d{6})$|1)/, replacement: '684$1' },
	AU: { dropped: /^(?:(183[12])|0)/ },
	BB: { dropped: /^(?:([2-9]\d{6})$|1)/, replacement: '246$1' },
	BM: { dropped: /^(?:([2-9]\d{6})$|1)/, replacement: '441$1' },
	BO: { dropped: /^(?:0(1\d)?)/ },
	BR: {
		dropped: /^(?:(?:0|90)(?:(1[245]|2[1-35]|31|4[13]|[56]5|99)(\d{10,11}))?)/,
		replacement: '$2',
		all: /^(?:[1-467]\d{9,10}|55[0-46-9]\d{8}|[34]\d{7}|55\d{7,8}|(?:5[0-46-9]|[89]\d)\d{7,9})$/,
	},
	BS: { dropped: /^(?:([3-8]\d{6})$|1)/, replacement: '242$1' },
	BY: {
		dropped: /^(?:0|80?)/,
		all: /^(?:(?:[12]\d|33|44|902)\d{7}|8(?:0[0-79]\d{5,7}|[1-7]\d{9})|8(?:1[0-489]|[5-79]\d)\d{7}|8[1-79]\d{6,7}|8[0-79]\d{5}|8\d{5})$/,
	},
	CC: { dropped: /^(?:([59]\d{7})$|0)/, replacement: '8$1' },
	CN: { dropped: /^(?:(1(?:[12]\d|79)\d\d)|0)/ },
	CO: { dropped: /^(?:0([3579]|4(?:[14]4|56))?)/ },
	CR: { dropped: /^(?:(19(?:0[0-2468]|1[09]|20|66|77|99)))/ },
	CX: { dropped: /^(?:([59]\d{7})$|0)/, replacement: '8$1' },
	DM: { dropped: /^(?:([2-7]\d{6})$|1)/, replacement: '767$1' },
	FO: { dropped: /^(?:(10(?:01|[12]0|88)))/ },
	GA: { dropped: /^(?:0(11\d{6}|60\d{6}|61\d{6}|6[256]\d{6}|7[467]\d{6}))/, replacement: '$1' },
	GB: { dropped: /^(?:0|180020)/ },
	GD: { dropped: /^(?:([2-9]\d{6})$|1)/, replacement: '473$1' },
	GG: { dropped: /^(?:([25-9]\d{5})$|0|180020)/, replacement: '1481$1' },
	GU: { dropped: /^(?:([2-9]\d{6})$|1)/, replacement: '671$1' },
	IM: { dropped: /^(?:([25-8]\d{5})$|0|180020)/, replacement: '1624$1' },
	JE: { dropped: /^(?:([0-24-8]\d{5})$|0|180020)/, replacement: '1534$1' },
	JP: { dropped: /^(?:(000[2569]\d{4,6})$|(?:(?:003768)0?)|0)/, replacement: '$1' },
	KN: { dropped: /^(?:([2-7]\d{6})$|1)/, replacement: '869$1' },
	KR: { dropped: /^(?:0(8(?:[1-46-8]|5\d\d))?)/ },
	KY: { dropped: /^(?:([2-9]\d{6})$|1)/, replacement: '345$1' },
	LC: { dropped: /^(?:([2-8]\d{6})$|1)/, replacement: '758$1' },
	LI: { dropped: /^(?:(1001)|0)/ },
	LT: { dropped: /^(?:[08])/ },
	LU: { dropped: /^(?:(15(?:0[06]|1[12]|[35]5|4[04]|6[26]|77|88|99)\d))/ },
	MG: { dropped: /^(?:([24-9]\d{6})$|0)/, replacement: '20$1' },
	MP: { dropped: /^(?:([2-9]\d{6})$|1)/, replacement: '670$1' },
	MS: { dropped: /^(?:([34]\d{6})$|1)/, replacement: '664$1' },
	NF: { dropped: /^(?:([0-258]\d{4})$)/, replacement: '3$1' },
	SM: { dropped: /^(?:([89]\d{5})$)/, replacement: '0549$1' },
	SX: { dropped: /^(?:(5\d{6})$|1)/, replacement: '721$1' },
	TC: { dropped: /^(?:([2-479]\d{6})$|1)/, replacement: '649$1' },
	TT: { dropped: /^(?:([2-46-8]\d{6})$|1)/, replacement: '868$1' },
	VC: { dropped: /^(?:([2-7]\d{6})$|1)/, replacement: '784$1' },
	VG: { dropped: /^(?:([2-578]\d{6})$|1)/, replacement: '284$1' },
	VI: { dropped: /^(?:([2-9]\d{6})$|1)/, replacement: '340$1' },
};
