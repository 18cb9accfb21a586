import { parsePhoneNumberFromString } from '../libraries/phoneNumbers';
import { METADATA, planOfNumber } from './numberingPlans';

const known = new Map<string, readonly string[]>();

/**
 * The time zones in which the phone of a number may be: those of its country or, if several countries have the number, of all with its
 * calling code. Empty if nobody knows.
 * @param to digits from the calling code on
 */
export function timeZonesOf(to: string): readonly string[] {
	const country = parsePhoneNumberFromString(`+${to}`, { extract: false }, METADATA)?.country;
	const callingCode = planOfNumber(to)?.callingCode ?? '';
	const countries = country === undefined ? (METADATA.country_calling_codes[callingCode] ?? []) : [country];
	const key = countries.join();
	if (!known.has(key)) known.set(key, [...new Set(countries.flatMap(zonesOfCountry))]);
	return known.get(key)!;
}

/** Newer versions of Node.js have a method, older ones a property. */
function zonesOfCountry(country: string): readonly string[] {
	const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & {
		getTimeZones?(): string[] | undefined;
		timeZones?: string[];
	};
	return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
