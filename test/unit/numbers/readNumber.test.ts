import fc from 'fast-check';
import parsePhoneNumber, { isValidPhoneNumber } from 'libphonenumber-js/max';
import data from 'libphonenumber-js/metadata.max.json';

import { PhoneNumber } from '../../../nodes/SmsMessaging/libraries/phoneNumbers';
import {
	countries,
	hasLeadingZero,
	mainPlanHas,
	METADATA,
	type NumberingPlan,
	planOfCountry,
	sharedWith,
} from '../../../nodes/SmsMessaging/numbers/numberingPlans';
import { isItself, isMobile, MAX_DIGITS, readNumber } from '../../../nodes/SmsMessaging/numbers/readNumber';

/** A country's plan, and one of its numbers. */
interface Drawn {
	country: string;
	callingCode: string;
	national: string;
	/** With its calling code. */
	to: string;
	/** What is dialled before each number within the country. */
	trunk: string;
}

/** Positions in the library's list of kinds. */
const FIXED = 0;
const MOBILE = 1;
const VOIP = 8;

/** Drawing from a pattern is quick, reading it is not. */
const drawnFrom = new Map<string, fc.Arbitrary<string>>();
function nationals(pattern: string): fc.Arbitrary<string> {
	const drawn = drawnFrom.get(pattern) ?? fc.stringMatching(new RegExp(`^(?:${pattern})$`));
	drawnFrom.set(pattern, drawn);
	return drawn;
}

/** Numbers of these kinds that the library calls valid. */
function numbers(kinds: number[], ofCountries = Object.keys(data.countries)): fc.Arbitrary<Drawn> {
	const sources = ofCountries.flatMap((country) => {
		const plan = (data.countries as unknown as Record<string, any[]>)[country]!;
		return kinds.flatMap((kind) => {
			// The generator knows no empty alternatives
			const pattern = plan[11]?.[kind]?.[0]?.replaceAll('(?:|', '(?:');
			return pattern ? { country, callingCode: plan[0] as string, trunk: plan[7] ? '' : plan[5] || '', pattern } : [];
		});
	});
	return fc
		.constantFrom(...sources)
		.chain(({ pattern, ...of }) =>
			nationals(pattern).map((national) => ({ ...of, national, to: `${of.callingCode}${national}` })),
		)
		.filter(({ to }) => {
			const isUnchanged = parsePhoneNumber(`+${to}`, { extract: false })?.number === `+${to}`;
			return to.length <= MAX_DIGITS && isUnchanged && isValidPhoneNumber(`+${to}`);
		});
}

/** Landlines of France include some that the plan gives to its overseas departments. */
const isAssignedElsewhere = ({ country, national }: Drawn): boolean =>
	sharedWith(planOfCountry(country)!, national).code !== undefined;

/** Returns what is true of each: an `expect` for each takes longer than the reading. */
const check = <T>(arbitrary: fc.Arbitrary<T>, rule: (drawn: T) => boolean, numRuns = 1000) =>
	fc.assert(fc.property(arbitrary, rule), { numRuns, seed: 43 });

/** What digits are read as, if a plan has it. */
function knownAs(digits: string, prefix: '' | '+' | '00' = '+', home?: NumberingPlan): string | undefined {
	const read = readNumber(digits, prefix, home);
	return 'to' in read && read.isKnown ? read.to : undefined;
}

test('a number with its calling code stays as it is, with or without + or Default Country', () => {
	check(numbers([FIXED, MOBILE]), (drawn) => {
		fc.pre(!isAssignedElsewhere(drawn));
		return knownAs(drawn.to) === drawn.to && knownAs(drawn.to, '') === drawn.to;
	});
	check(numbers([MOBILE]), ({ country, to }) => knownAs(to, '', planOfCountry(country)) === to);
});

test('a national mobile number is never read as an international one', () => {
	check(numbers([MOBILE]), ({ country, callingCode, national, trunk, to }) => {
		// Where a number is mobile as a complete one too, it is that
		fc.pre(!national.startsWith(callingCode) || !('to' in readNumber(national, '+', undefined)));
		fc.pre(!`${trunk}${national}`.startsWith(callingCode));
		const home = planOfCountry(country);
		return knownAs(national, '', home) === to && knownAs(`${trunk}${national}`, '', home) === to;
	});
});

test('a number of another country without + is a fault, unless it is a mobile number at home', () => {
	const homes = fc.constantFrom(...['AT', 'DE', 'GB', 'IT', 'FI', 'US'].map((country) => planOfCountry(country)!));
	check(fc.tuple(numbers([MOBILE]), homes), ([{ to }, home]) => {
		const read = readNumber(to, '', home);
		return 'fault' in read || read.abroad === to || isMobile(read);
	});
	// Some write 0 before a calling code, their own too
	check(fc.tuple(numbers([MOBILE]), homes), ([{ to }, home]) => {
		const read = readNumber(`0${to}`, '', home);
		return 'fault' in read || read.isKnown;
	});
});

test('any other number of a possible length is sent, and not known', () => {
	check(fc.stringMatching(/^[1-9]\d{5,14}$/), (digits) => {
		const read = readNumber(digits, '+', undefined);
		fc.pre('to' in read && read.to === digits && !read.isKnown);
		return !isValidPhoneNumber(`+${digits}`);
	});
	// One digit less than an example, and others
	for (const unknown of ['44770090012', '11235550100', '85210000001'])
		expect(readNumber(unknown, '+', undefined)).toMatchObject({ to: unknown, isKnown: false });
	for (const example of ['19991234567', '447700900123', '33639981234']) expect(knownAs(example)).toBe(example);
});

test('numbers of the French overseas departments get their own calling code, also behind +33', () => {
	const home = planOfCountry('FR');
	check(numbers([MOBILE], ['GP', 'GF', 'MQ', 'RE', 'YT', 'PM']), ({ national, to }) => {
		fc.pre(national.length === 9);
		return knownAs(`0${national}`, '', home) === to && knownAs(`33${national}`) === to;
	});
	check(numbers([MOBILE], ['FR']), ({ national, to }) => knownAs(national, '', planOfCountry('RE')) === to);
	const blocks = { 262: '0262 0692 0693 0639', 590: '0590 0690 0691', 594: '0594 0694', 596: '0596 0696 0697' };
	for (const [callingCode, beginnings] of Object.entries(blocks))
		for (const beginning of beginnings.split(' '))
			expect(readNumber(`${beginning}000001`, '', home)).toMatchObject({
				to: `${callingCode}${beginning.slice(1)}000001`,
			});
});

test('a former way of dialling is read as the number that it is now', () => {
	const mexico = planOfCountry('MX');
	check(
		numbers([MOBILE], ['MX']),
		({ national, to }) =>
			knownAs(`521${national}`) === to &&
			['01', '044', '045'].every((before) => knownAs(`${before}${national}`, '', mexico) === to),
	);
	// A US number without its +
	expect(readNumber('14155550123', '', mexico)).toHaveProperty('fault');
	expect(knownAs('54111523456789')).toBe('5491123456789');
});

test('behind 00, what a country dials before calls abroad counts too', () => {
	const [australia, hongKong] = [planOfCountry('AU'), planOfCountry('HK')];
	expect(knownAs('11447911123456', '00', australia)).toBe('447911123456');
	expect(knownAs('447911123456', '00', hongKong)).toBe('447911123456');
	// +1 659 323 4567 and +65 9323 4567
	expect(readNumber('16593234567', '00', hongKong)).toMatchObject({
		fault: expect.stringContaining('Write it with +'),
	});
});

test.each([
	['1500000001', 'AR', 'write the area code before 15'],
	['07000000', 'CI', 'write 01, 05 or 07 before'],
	['97000001', 'BJ', 'write 01 before it'],
])('%s in %s is a fault that says how to write it', (digits, country, advice) => {
	const home = planOfCountry(country)!;
	const fault = { fault: expect.stringContaining(advice) };
	expect(readNumber(digits, '', home)).toMatchObject(fault);
	expect(readNumber(`${home.callingCode}${digits}`, '+', undefined)).toMatchObject(fault);
});

test('only behind these calling codes do numbers begin with 0', () => {
	check(
		numbers([FIXED, MOBILE, VOIP]),
		({ country, national }) => !national.startsWith('0') || hasLeadingZero(planOfCountry(country)!),
	);
});

test('a plan has the numbers that the library has in it', () => {
	const codes = [...new Set(countries().map(({ callingCode }) => callingCode))];
	const digits = fc.tuple(fc.constantFrom(...codes), fc.stringMatching(/^\d{6,11}$/)).map((parts) => parts.join(''));
	check(
		fc.oneof(
			digits,
			numbers([FIXED, MOBILE, VOIP]).map(({ to }) => to),
		),
		(to) =>
			mainPlanHas(to) === new PhoneNumber(`+${to}`, METADATA).isValid() && (!isItself(to) || knownAs(to, '') === to),
		20_000,
	);
});

test('every country of the library can be chosen', () => {
	expect(
		countries()
			.map(({ country }) => country)
			.sort(),
	).toEqual(Object.keys(data.countries).sort());
});
