import fc from 'fast-check';
import parsePhoneNumber, { isValidPhoneNumber } from 'libphonenumber-js/max';
import data from 'libphonenumber-js/metadata.max.json';

import { PhoneNumber } from '../../../nodes/SmsMessaging/libraries/phoneNumbers';
import {
	countries,
	hasLeadingZero,
	mainPlanHas,
	METADATA,
	planOfCountry,
	sharedWith,
} from '../../../nodes/SmsMessaging/numbers/numberingPlans';
import { isItself, MAX_DIGITS, readNumber } from '../../../nodes/SmsMessaging/numbers/readNumber';

/** A country's plan, and one of its national numbers. */
interface Drawn {
	country: string;
	callingCode: string;
	national: string;
	/** What is dialled before each number within the country. */
	trunk: string;
}

/** Positions in the library's list of kinds. */
const FIXED = 0;
const MOBILE = 1;
const VOIP = 8;

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
			fc.stringMatching(new RegExp(`^(?:${pattern})$`)).map((national) => ({ ...of, national })),
		)
		.filter(({ callingCode, national }) => {
			const digits = `${callingCode}${national}`;
			const isUnchanged = parsePhoneNumber(`+${digits}`, { extract: false })?.number === `+${digits}`;
			return digits.length <= MAX_DIGITS && isUnchanged && isValidPhoneNumber(`+${digits}`);
		});
}

/** Landlines of France include some that the plan gives to its overseas departments. */
const isAssignedElsewhere = ({ country, national }: Drawn): boolean =>
	sharedWith(planOfCountry(country)!, national).code !== undefined;

const check = (arbitrary: fc.Arbitrary<Drawn>, predicate: (drawn: Drawn) => void, numRuns = 1000) =>
	fc.assert(fc.property(arbitrary, predicate), { numRuns, seed: 43 });

test('a number with its calling code stays as it is, with or without + or Default Country', () => {
	check(numbers([FIXED, MOBILE]), (drawn) => {
		fc.pre(!isAssignedElsewhere(drawn));
		const digits = `${drawn.callingCode}${drawn.national}`;
		const expected = { to: digits, isKnown: true };
		expect(readNumber(digits, '+', undefined)).toMatchObject(expected);
		expect(readNumber(digits, '', undefined)).toMatchObject(expected);
	});
	check(numbers([MOBILE]), ({ country, callingCode, national }) => {
		const digits = `${callingCode}${national}`;
		expect(readNumber(digits, '', planOfCountry(country))).toMatchObject({ to: digits, isKnown: true });
	});
});

test('a national mobile number is never read as an international one', () => {
	check(numbers([MOBILE]), ({ country, callingCode, national, trunk }) => {
		const expected = { to: `${callingCode}${national}`, isKnown: true };
		// Where a number is mobile as a complete one too, it is that
		fc.pre(!national.startsWith(callingCode) || !('to' in readNumber(national, '+', undefined)));
		fc.pre(!`${trunk}${national}`.startsWith(callingCode));
		expect(readNumber(national, '', planOfCountry(country))).toMatchObject(expected);
		expect(readNumber(`${trunk}${national}`, '', planOfCountry(country))).toMatchObject(expected);
	});
});

test('a number of another country without + is never made one at home that nobody has', () => {
	const homes = fc.constantFrom(...['AT', 'DE', 'GB', 'IT', 'FI', 'US'].map((country) => planOfCountry(country)!));
	const property = fc.property(numbers([MOBILE]), homes, ({ callingCode, national }, home) => {
		// Some write 0 before a calling code, their own too
		for (const beginning of ['', '0']) {
			const read = readNumber(`${beginning}${callingCode}${national}`, '', home);
			expect('fault' in read || read.isKnown).toBe(true);
		}
	});
	fc.assert(property, { numRuns: 1000, seed: 43 });
});

test('any other number of a possible length is sent, and not known', () => {
	const digits = fc.stringMatching(/^[1-9]\d{5,14}$/);
	fc.assert(
		fc.property(digits, (one) => {
			const read = readNumber(one, '+', undefined);
			fc.pre('to' in read && read.to === one && !read.isKnown);
			expect(isValidPhoneNumber(`+${one}`)).toBe(false);
		}),
		{ numRuns: 1000, seed: 43 },
	);
	expect(readNumber('11235550100', '+', undefined)).toMatchObject({ to: '11235550100', isKnown: false });
	// One digit less than an example
	expect(readNumber('44770090012', '+', undefined)).toMatchObject({ to: '44770090012', isKnown: false });
	expect(readNumber('85210000001', '+', undefined)).toMatchObject({ to: '85210000001', isKnown: false });
	for (const example of ['19991234567', '447700900123', '33639981234'])
		expect(readNumber(example, '+', undefined)).toMatchObject({ to: example, isKnown: true });
});

test('numbers of the French overseas departments get their own calling code, also behind +33', () => {
	const home = planOfCountry('FR');
	check(numbers([MOBILE], ['GP', 'GF', 'MQ', 'RE', 'YT', 'PM']), ({ callingCode, national }) => {
		fc.pre(national.length === 9);
		const expected = { to: `${callingCode}${national}`, isKnown: true };
		expect(readNumber(`0${national}`, '', home)).toMatchObject(expected);
		expect(readNumber(`33${national}`, '+', undefined)).toMatchObject(expected);
	});
	check(numbers([MOBILE], ['FR']), ({ national }) =>
		expect(readNumber(national, '', planOfCountry('RE'))).toMatchObject({ to: `33${national}`, isKnown: true }),
	);
	const blocks = { 262: '0262 0692 0693 0639', 590: '0590 0690 0691', 594: '0594 0694', 596: '0596 0696 0697' };
	for (const [callingCode, beginnings] of Object.entries(blocks))
		for (const beginning of beginnings.split(' '))
			expect(readNumber(`${beginning}000001`, '', home)).toMatchObject({
				to: `${callingCode}${beginning.slice(1)}000001`,
			});
});

test('a former way of dialling is read as the number that it is now', () => {
	check(numbers([MOBILE], ['MX']), ({ national }) => {
		const expected = { to: `52${national}`, isKnown: true };
		expect(readNumber(`521${national}`, '+', undefined)).toMatchObject(expected);
		for (const before of ['01', '044', '045'])
			expect(readNumber(`${before}${national}`, '', planOfCountry('MX'))).toMatchObject(expected);
	});
	// A US number without its +
	expect(readNumber('14155550123', '', planOfCountry('MX'))).toHaveProperty('fault');
	expect(readNumber('54111523456789', '+', undefined)).toMatchObject({ to: '5491123456789', isKnown: true });
});

test('behind 00, what a country dials before calls abroad counts too', () => {
	const [australia, hongKong] = [planOfCountry('AU'), planOfCountry('HK')];
	expect(readNumber('11447911123456', '00', australia)).toMatchObject({ to: '447911123456', isKnown: true });
	expect(readNumber('447911123456', '00', hongKong)).toMatchObject({ to: '447911123456', isKnown: true });
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
	const zeros = new Set<string>();
	check(numbers([FIXED, MOBILE, VOIP]), ({ country, national }) => {
		if (national.startsWith('0') && !hasLeadingZero(planOfCountry(country)!)) zeros.add(country);
	});
	expect([...zeros]).toEqual([]);
});

test('a plan has the numbers that the library has in it', () => {
	const codes = [...new Set(countries().map(({ callingCode }) => callingCode))];
	const digits = fc.tuple(fc.constantFrom(...codes), fc.stringMatching(/^\d{6,11}$/)).map((parts) => parts.join(''));
	fc.assert(
		fc.property(
			fc.oneof(
				digits,
				numbers([FIXED, MOBILE, VOIP]).map((one) => one.callingCode + one.national),
			),
			(to) => {
				expect(mainPlanHas(to)).toBe(new PhoneNumber(`+${to}`, METADATA).isValid());
				if (isItself(to)) expect(readNumber(to, '', undefined)).toMatchObject({ to, isKnown: true });
			},
		),
		{ numRuns: 20_000, seed: 43 },
	);
});

test('every country of the library can be chosen', () => {
	expect(
		countries()
			.map(({ country }) => country)
			.sort(),
	).toEqual(Object.keys(data.countries).sort());
});
