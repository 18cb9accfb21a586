import { COUNTRY_TABLE, TRUNK_PATTERNS, type TrunkPattern } from './countryTable';

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
