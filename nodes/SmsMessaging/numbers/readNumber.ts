import { COUNTRY_TABLE, TRUNK_PATTERNS, type TrunkPattern } from './countryTable';

/** The digits from the calling code on, or why they are no number. */
type ReadNumber = { to: string; isNational: boolean } | { fault: string };

/** E.164 */
export const MAX_DIGITS = 15;

/**
 * Reads the digits of a number.
 * @param hasPrefix whether they followed a + or 00
 * @param home the country of numbers that have none
 */
export function readNumber(digits: string, hasPrefix: boolean, home: NumberingPlan | undefined): ReadNumber {
	if (hasPrefix || home === undefined) return readComplete(digits, hasPrefix);
	const { callingCode, lengths } = home;
	if (mayBeComplete(digits, home)) {
		const behind = digits.slice(callingCode.length);
		if (isPossible(behind, home)) return { to: digits, isNational: false };
		if (behind.startsWith('0') && isPossible(withoutTrunk(behind, home), home))
			return { fault: `${nameOf(home)}: remove the 0 after ${callingCode}.` };
	}
	const national = [withoutTrunk(digits, home), digits].find((number) => isPossible(number, home));
	if (national !== undefined) return { to: `${callingCode}${national}`, isNational: true };
	return {
		fault: `${nameOf(home)}: a national number has ${inWords(lengths)} digits. Write a number of another country with + or 00.`,
	};
}

function readComplete(digits: string, hasPrefix: boolean): ReadNumber {
	const plan = planOfNumber(digits);
	if (plan === undefined) {
		const reason = digits.startsWith('0')
			? 'No country code begins with 0.'
			: `There is no country code ${digits.slice(0, 3)}.`;
		return { fault: `${reason}${hasPrefix ? '' : ' If this is a national number, choose Default Country.'}` };
	}
	const { callingCode, hasLeadingZero, lengths } = plan;
	const behind = digits.slice(callingCode.length);
	if (isPossible(behind, plan)) return { to: digits, isNational: false };
	const reason =
		behind.startsWith('0') && !hasLeadingZero
			? 'does not begin with 0'
			: `has ${inWords(lengths)} digits, not ${behind.length}`;
	return {
		fault: `${nameOf(plan)}: a number after ${callingCode} ${reason}.${hasPrefix ? '' : " If this is another country's national number, choose Default Country."}`,
	};
}

/** Not if it is a mobile number that happens to begin like its calling code: 91… in India, 39… in Italy. */
function mayBeComplete(digits: string, { callingCode, ambiguousLengths }: NumberingPlan): boolean {
	return digits.startsWith(callingCode) && !ambiguousLengths.includes(digits.length);
}

function isPossible(national: string, { callingCode, lengths, hasLeadingZero }: NumberingPlan): boolean {
	return (
		lengths.includes(national.length) &&
		callingCode.length + national.length <= MAX_DIGITS &&
		(hasLeadingZero || !national.startsWith('0'))
	);
}

function withoutTrunk(digits: string, { trunkPrefix, trunkPattern }: NumberingPlan): string {
	if (trunkPattern === undefined)
		return trunkPrefix !== undefined && digits.startsWith(trunkPrefix) ? digits.slice(trunkPrefix.length) : digits;
	const { dropped, replacement, all } = trunkPattern;
	const match = dropped.exec(digits);
	if (!match) return digits;
	const isReplaced = replacement !== undefined && match.length > 1 && match.at(-1) !== undefined;
	const rest = isReplaced ? digits.replace(dropped, replacement) : digits.slice(match[0].length);
	return all?.test(digits) && !all.test(rest) ? digits : rest;
}

/** 4, 5, 6, 9 as '4 to 6 or 9' */
function inWords(lengths: readonly number[]): string {
	const firsts = lengths.filter((length) => !lengths.includes(length - 1));
	const lasts = lengths.filter((length) => !lengths.includes(length + 1));
	return firsts.map((first, i) => (first === lasts[i] ? `${first}` : `${first} to ${lasts[i]}`)).join(' or ');
}

/** How numbers of a country, or of a calling code that belongs to no country, are written. */
export interface NumberingPlan {
	/** ISO 3166-1, two letters; undefined for a calling code of no country. */
	country: string | undefined;
	callingCode: string;
	/** How many digits may follow the calling code, ascending. */
	lengths: readonly number[];
	/** Whether a number may begin with 0 after the calling code. */
	hasLeadingZero: boolean;
	/** What is dialled before a number within the country alone: always these digits, or a pattern. */
	trunkPrefix: string | undefined;
	trunkPattern: TrunkPattern | undefined;
	/** Lengths of national mobile numbers that happen to begin with the digits of the calling code. */
	ambiguousLengths: readonly number[];
}

const PLANS = COUNTRY_TABLE.trim().split('\n').map(planOf);
const BY_COUNTRY = new Map(PLANS.flatMap((plan) => (plan.country === undefined ? [] : [[plan.country, plan]])));
const BY_CALLING_CODE = new Map(PLANS.map((plan) => [plan.callingCode, plan] as const).reverse());

function planOf(line: string): NumberingPlan {
	const [country, callingCode, lengths, ...more] = line.split(' ') as [string, string, string, ...string[]];
	const value = (name: string) => more.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
	return {
		country: country === '-' ? undefined : country,
		callingCode,
		lengths: numbersIn(lengths),
		hasLeadingZero: more.includes('zero'),
		trunkPrefix: value('trunk'),
		trunkPattern: TRUNK_PATTERNS[country],
		ambiguousLengths: numbersIn(value('mobile') ?? ''),
	};
}

/** 4-6,9 as 4, 5, 6, 9 */
function numbersIn(ranges: string): number[] {
	return ranges
		.split(',')
		.filter((range) => range !== '')
		.flatMap((range) => {
			const [first, last = first] = range.split('-').map(Number) as [number, number?];
			return Array.from({ length: last - first + 1 }, (_, i) => first + i);
		});
}

/** @param country two letters, as ISO 3166-1 writes them */
export function planOfCountry(country: string): NumberingPlan | undefined {
	return BY_COUNTRY.get(country);
}

/** @param digits a number with its calling code; none begins like another one */
export function planOfNumber(digits: string): NumberingPlan | undefined {
	return [1, 2, 3].map((length) => BY_CALLING_CODE.get(digits.slice(0, length))).find((plan) => plan !== undefined);
}

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

export function nameOf({ country, callingCode }: NumberingPlan): string {
	return country === undefined ? `Country code ${callingCode}` : NAMES.of(country)!;
}

/** All countries, by name. */
export function countries(): Array<{ country: string; name: string; callingCode: string }> {
	return [...BY_COUNTRY]
		.map(([country, plan]) => ({ country, name: nameOf(plan), callingCode: plan.callingCode }))
		.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
