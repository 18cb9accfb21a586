import { type CountryCode, Metadata, metadata, type MetadataJson } from '../libraries/phoneNumbers';

/** How numbers of a country, or of a calling code that belongs to no country, are written. */
export interface NumberingPlan {
	/** Of the country, in English. */
	name: string;
	callingCode: string;
	/** ISO 3166-1, two letters; undefined for a calling code of no country. */
	country: CountryCode | undefined;
	/** How many digits may follow the calling code, ascending. */
	lengths: readonly number[];
}

export const METADATA = metadata as unknown as MetadataJson;

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** The main country of a calling code comes first. */
const PLANS: readonly NumberingPlan[] = [
	...Object.entries(METADATA.country_calling_codes).flatMap(([callingCode, countries]) =>
		countries.map((country) => ({
			name: NAMES.of(country)!,
			callingCode,
			country: country as CountryCode,
			lengths: lengthsOf(country),
		})),
	),
	...Object.keys(METADATA.nonGeographic).map((callingCode) => ({
		name: `Country code ${callingCode}`,
		callingCode,
		country: undefined,
		lengths: lengthsOf(callingCode),
	})),
];

function lengthsOf(countryOrCallingCode: string): readonly number[] {
	const plans = new Metadata(METADATA);
	plans.selectNumberingPlan(countryOrCallingCode as CountryCode);
	return plans.numberingPlan!.possibleLengths();
}

const BY_COUNTRY = new Map<string | undefined, NumberingPlan>(PLANS.map((plan) => [plan.country, plan]));
const BY_CALLING_CODE = new Map(PLANS.map((plan) => [plan.callingCode, plan] as const).reverse());

/** @param country two letters, as ISO 3166-1 writes them */
export const planOfCountry = (country: string): NumberingPlan | undefined => BY_COUNTRY.get(country);

/** @param digits a number with its calling code; none begins like another one */
export function planOfNumber(digits: string): NumberingPlan | undefined {
	const of = (length: number) => BY_CALLING_CODE.get(digits.slice(0, length));
	return of(1) ?? of(2) ?? of(3);
}

/** What the library judges a number by; its types leave it out. */
interface Patterns {
	nationalNumberPattern(): string;
	type(kind: string): { pattern(): string; possibleLengths(): readonly number[] } | undefined;
}

const KINDS = [
	'MOBILE',
	'FIXED_LINE',
	'PREMIUM_RATE',
	'TOLL_FREE',
	'SHARED_COST',
	'VOIP',
	'PERSONAL_NUMBER',
	'PAGER',
	'UAN',
	'VOICEMAIL',
];

const isInMainPlan = new Map<string, (national: string) => boolean>();

/**
 * Whether the plan of the calling code's main country has a number, as the library would say, which compiles its patterns anew for each
 * number (bench: bulk).
 */
export function mainPlanHas(digits: string): boolean {
	const callingCode = planOfNumber(digits)?.callingCode;
	if (callingCode === undefined) return false;
	let has = isInMainPlan.get(callingCode);
	if (has === undefined) {
		has = membershipIn(callingCode);
		isInMainPlan.set(callingCode, has);
	}
	return has(digits.slice(callingCode.length));
}

function membershipIn(callingCode: string): (national: string) => boolean {
	const plans = new Metadata(METADATA);
	plans.selectNumberingPlan(callingCode as CountryCode);
	const plan = plans.numberingPlan as unknown as Patterns;
	// eslint-disable-next-line no-restricted-syntax -- patterns of the library
	const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`);
	const ofAny = whole(plan.nationalNumberPattern());
	const kinds = KINDS.flatMap((name) => {
		const kind = plan.type(name);
		// Without a pattern of its own, mobile numbers are like those of the fixed network
		return kind?.pattern() ? [{ lengths: kind.possibleLengths(), pattern: whole(kind.pattern()) }] : [];
	});
	return (national) =>
		ofAny.test(national) &&
		kinds.some(({ lengths, pattern }) => lengths.includes(national.length) && pattern.test(national));
}

/** All countries, by name. */
export function countries(): Array<NumberingPlan & { country: CountryCode }> {
	return PLANS.filter((plan) => plan.country !== undefined).sort((one, other) =>
		one.name.localeCompare(other.name, 'en'),
	) as Array<NumberingPlan & { country: CountryCode }>;
}

/** Calling codes behind which a number may begin with 0. */
const LEADING_ZERO = ['39', '225', '226', '229', '241', '242', '250', '378', '881', '992'];

export const hasLeadingZero = ({ callingCode }: NumberingPlan): boolean => LEADING_ZERO.includes(callingCode);

/** National numbering plans of several calling codes, and what only the numbers of each begin with. */
const SHARED_PLANS: ReadonlyArray<Readonly<Record<string, readonly string[]>>> = [
	// France and its overseas departments
	{
		'33': [],
		'262': ['262', '263', '269', '639', '692', '693'],
		'508': ['708'],
		'590': ['590', '690', '691'],
		'594': ['594', '694'],
		'596': ['596', '696', '697'],
	},
];

const NOT_SHARED = { codes: [] };

/** The other calling codes that national numbers of a plan may belong to, and the one that all numbers have that begin like this one. */
export function sharedWith({ callingCode }: NumberingPlan, national: string): { codes: string[]; code?: string } {
	const shared = SHARED_PLANS.find((plan) => callingCode in plan);
	if (shared === undefined) return NOT_SHARED;
	const codes = Object.keys(shared).filter((code) => code !== callingCode);
	const code = codes.find((other) => shared[other]!.some((beginning) => national.startsWith(beginning)));
	return { codes, ...(code !== undefined && { code }) };
}

/** Numbers that regulators keep for examples (Ofcom, ARCEP, ComReg) and no plan has; and those of the sandbox. */
const EXAMPLE = /^(?:44(?:115496|163296|770090)0\d{3}|3363998\d{4}|3532091\d{5}|1999\d{7})$/;

export const isExample = (digits: string): boolean => EXAMPLE.test(digits);

/** A way to write national numbers that a country has given up. */
interface FormerForm {
	/** Of the digits of a national number, with whatever is dialled before it. */
	pattern: RegExp;
	/** The same behind the calling code, if it differs there. */
	behindCode?: RegExp;
	/** What such a number is now, as String.replace takes it; or what to write, if that cannot be known. */
	now?: string;
	advice?: string;
}

/** By calling code. */
const FORMER: Readonly<Record<string, FormerForm>> = {
	// Until 2019, mobile numbers had a 1 from abroad, and 044 or 045 within the country; others had 01 or 02
	'52': { pattern: /^(?:0[12]|04[45])(\d{10})$/, behindCode: /^(?:0?1|02|04[45])(\d{10})$/, now: '$1' },
	'54': { pattern: /^0?15\d{6,8}$/, advice: 'write the area code before 15, as in 011 15 2345-6789' },
	'225': { pattern: /^\d{8}$/, advice: 'numbers have 10 digits since 2021; write 01, 05 or 07 before a mobile one' },
	'229': { pattern: /^\d{8}$/, advice: 'numbers have 10 digits since 2024; write 01 before it' },
};

export function formerForm(
	{ callingCode }: NumberingPlan,
	national: string,
	isBehindCode: boolean,
): FormerForm | undefined {
	const former = FORMER[callingCode];
	const pattern = (isBehindCode ? former?.behindCode : undefined) ?? former?.pattern;
	return former !== undefined && pattern?.test(national) ? { ...former, pattern } : undefined;
}
