import fc from 'fast-check';
import parsePhoneNumber, { getCountryCallingCode, type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';

import { planOfCountry, planOfNumber, type NumberingPlan } from '../../../nodes/SmsMessaging/numbers/readNumber';
import { MAX_DIGITS, readNumber } from '../../../nodes/SmsMessaging/numbers/readNumber';

const NUMBERS = 10_000;

/** A number that a country's numbering plan has, or any digits; and what is dialled before it within the country. */
interface Drawn {
	country: CountryCode;
	national: string;
	trunk: string;
}

const COUNTRIES = Object.keys(metadata.countries) as CountryCode[];

/** As the library stores them: what is dialled before calls abroad, the pattern of all numbers, and the trunk prefix. */
function dataOf(country: CountryCode): { abroad: string; pattern: string; trunk: string } {
	const {
		1: abroad,
		2: pattern,
		5: trunk,
	} = metadata.countries[country] as unknown as Record<number, string | 0 | undefined>;
	return { abroad: abroad as string, pattern: pattern as string, trunk: trunk || '0' };
}

const drawn: fc.Arbitrary<Drawn> = fc.constantFrom(...COUNTRIES).chain((country) => {
	const { pattern, trunk } = dataOf(country);
	return fc.record({
		country: fc.constant(country),
		national: fc.oneof(
			{ weight: 3, arbitrary: fc.stringMatching(new RegExp(`^(?:${pattern})$`)) },
			fc.stringMatching(/^\d{2,15}$/),
		),
		trunk: fc.constantFrom('', trunk),
	});
});

/** One number, as the library and the node read it; what is not possible is undefined. */
interface Compared {
	digits: string;
	home: NumberingPlan | undefined;
	parsed: PhoneNumber | undefined;
	theirs: string | undefined;
	ours: string | undefined;
}

function compare(digits: string, country?: CountryCode): Compared {
	const home = country === undefined ? undefined : planOfCountry(country)!;
	const parsed = parsePhoneNumber(country === undefined ? `+${digits}` : digits, {
		...(country !== undefined && { defaultCountry: country }),
		extract: false,
	});
	const read = readNumber(digits, country === undefined, home);
	return {
		digits,
		home,
		parsed,
		theirs: parsed?.isPossible() ? parsed.number.slice(1) : undefined,
		ours: 'to' in read ? read.to : undefined,
	};
}

/** What follows the calling code, as the library reads it. */
const behind = ({ theirs = '', parsed }: Compared) => theirs.slice(parsed?.countryCallingCode.length);

/** Intended differences, and what the node does instead. */
const EVERYWHERE: Record<string, (compared: Compared) => boolean> = {
	'0 after a calling code is a fault, unless numbers that receive SMS begin so': (compared) =>
		behind(compared).startsWith('0') && !planOfNumber(compared.theirs!)!.hasLeadingZero && compared.ours === undefined,
	'more than the 15 digits of E.164 are a fault': ({ theirs = '', ours }) =>
		theirs.length > MAX_DIGITS && ours === undefined,
};

const INTERNATIONAL: Record<string, (compared: Compared) => boolean> = {
	...EVERYWHERE,
	'what is dialled within a country only is not dropped after a calling code': ({ digits, parsed, ours }) =>
		parsed !== undefined && parsed.number !== `+${digits}` && (ours === undefined || ours === digits),
	'a calling code has the lengths of its main country': ({ digits, parsed, ours }) => {
		const main = planOfNumber(digits)!;
		const isPossible = main.lengths.includes(digits.length - main.callingCode.length);
		return parsed?.country !== main.country && (ours !== undefined) === isPossible;
	},
};

const NATIONAL: Record<string, (compared: Compared) => boolean> = {
	...EVERYWHERE,
	'digits that begin with the calling code are complete, if they are possible after it': ({ digits, home, ours }) =>
		digits.startsWith(home!.callingCode) &&
		home!.lengths.includes(digits.length - home!.callingCode.length) &&
		ours === digits,
	'a trunk prefix after a calling code without + is a fault': ({ digits, home, ours }) =>
		digits.startsWith(home!.callingCode) && ours === undefined,
	'of the prefixes for calls abroad, only 00 is known': ({ digits, home }) =>
		new RegExp(`^(?:${dataOf(home!.country as CountryCode).abroad})`).test(digits),
};

function differences(compared: Compared[], wanted: Record<string, (compared: Compared) => boolean>): Compared[] {
	return compared
		.filter(({ theirs, ours }) => theirs !== ours)
		.filter((one) => !Object.values(wanted).some((isWanted) => isWanted(one)));
}

const sample = (): Drawn[] => fc.sample(drawn, { numRuns: NUMBERS * 2, seed: 43 });

test('international numbers of all countries are read as libphonenumber-js does', () => {
	const numbers = sample()
		.map(({ country, national }) => `${getCountryCallingCode(country)}${national}`)
		.filter((digits) => digits.length <= MAX_DIGITS)
		.slice(0, NUMBERS);
	expect(numbers).toHaveLength(NUMBERS);
	const compared = numbers.map((digits) => compare(digits));
	expect(differences(compared, INTERNATIONAL)).toEqual([]);
});

test('national numbers of all countries are read as libphonenumber-js does', () => {
	const numbers = sample()
		.map(({ country, national, trunk }) => ({ country, digits: `${trunk}${national}` }))
		// 00 is international
		.filter(({ digits }) => !digits.startsWith('00') && digits.length <= MAX_DIGITS)
		.slice(0, NUMBERS);
	expect(numbers).toHaveLength(NUMBERS);
	const compared = numbers.map(({ country, digits }) => compare(digits, country));
	expect(differences(compared, NATIONAL)).toEqual([]);
});

test('national mobile numbers are never read as international ones', () => {
	const mobiles = COUNTRIES.flatMap((country) => {
		const [pattern] = ((metadata.countries[country] as any)[11]?.[1] ?? []) as [string?];
		return !pattern ? [] : { country, pattern: new RegExp(`^(?:${pattern})$`) };
	});
	const mobile = fc
		.constantFrom(...mobiles)
		.chain(({ country, pattern }) => fc.stringMatching(pattern).map((national) => ({ country, national })));
	fc.assert(
		fc.property(mobile, ({ country, national }) => {
			const { ours } = compare(national, country);
			expect(ours).toBe(`${getCountryCallingCode(country)}${national}`);
		}),
		{ numRuns: 5000, seed: 43 },
	);
});
