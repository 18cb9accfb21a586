import type { INodeProperties } from 'n8n-workflow';

import { countries, planOfCountry, type NumberingPlan, MAX_DIGITS, readNumber } from '../numbers/readNumber';
import { describe, isBlank, type AddFault } from '../parameters/values';
import { cleanNumber } from '../text/numbers';

/** Digits with country code, and the number as given, if it was a national one. */
interface PhoneNumber {
	to: string;
	given?: string;
}

/** A number that messages may be sent to. */
export function readPhoneNumber(value: unknown, rules: NumberRules, addFault: AddFault): PhoneNumber | undefined {
	const { home, isChecked, allowedPrefixes = [] } = rules;
	const written = readDigits(value, addFault);
	if (written === undefined) return undefined;
	const { digits, hasPrefix } = written;
	const read = isChecked ? readNumber(digits, hasPrefix, home) : { to: digits, isNational: false };
	if ('fault' in read) {
		addFault('to', `is ${describe(value)}. ${read.fault}`);
		return undefined;
	}
	const { to, isNational } = read;
	if (allowedPrefixes.length > 0 && !allowedPrefixes.some((prefix) => to.startsWith(prefix))) {
		addFault(
			'to',
			`is ${to}; Safeguards → Allowed Destinations allows only numbers that begin with ${allowedPrefixes.join(', ')}`,
		);
		return undefined;
	}
	return isNational ? { to, given: String(value).trim() } : { to };
}

/** A (0) after the country code. */
const TRUNK_ZERO = /\d[^\d]*\(\s*0\s*\)/;

/** The digits of a number that is looked for, without a leading + or 00. */
export function readSoughtNumber(value: unknown, addFault: AddFault): string | undefined {
	const digits = readDigits(value, addFault)?.digits;
	if (digits?.startsWith('0')) addFault('to', `is ${describe(value)}; write it with its country code (+43 660 …)`);
	return digits;
}

function readDigits(value: unknown, addFault: AddFault): { digits: string; hasPrefix: boolean } | undefined {
	if (isBlank(value)) {
		addFault('to', 'has an empty entry; enter a phone number or remove the entry');
		return undefined;
	}
	const text = typeof value === 'string' || isWholePositive(value) ? String(value) : '';
	if (TRUNK_ZERO.test(text)) {
		// '+43 (0) 660' is 43660 from abroad: removing only the brackets would reach somebody else
		addFault('to', `is ${describe(value)}; remove the (0), which is not dialled from abroad`);
		return undefined;
	}
	const cleaned = cleanNumber(text);
	const { digits } = cleaned;
	if (/^\d+$/.test(digits)) {
		if (digits.length <= MAX_DIGITS) return cleaned;
		// Most likely two numbers separated by a space
		addFault(
			'to',
			`has ${digits.length} digits, but a phone number has at most ${MAX_DIGITS}; separate several numbers with commas`,
		);
		return undefined;
	}
	addFault('to', `is ${describe(value)}, which is not a phone number`);
	return undefined;
}

/** The sign and fraction of a numeric value cannot be stripped: without them it would be another number. */
function isWholePositive(value: unknown): value is number {
	return Number.isSafeInteger(value) && (value as number) > 0;
}

/** How the numbers of an item are read, and which ones are faults. */
export interface NumberRules {
	/** The country of numbers without + or 00. */
	home?: NumberingPlan;
	/** Whether a number has to be possible; otherwise it is sent as written. */
	isChecked: boolean;
	/** What numbers may begin with; all are allowed if absent or empty. */
	allowedPrefixes?: string[];
}

/** For numbers that only the service knows, such as short codes. */
const AS_WRITTEN = 'asWritten';

export const defaultCountryField: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: [
		{ name: 'None (Numbers Have Their Country Code)', value: '' },
		{ name: 'None, and Send Numbers as Written (Short Codes)', value: AS_WRITTEN },
		...countries().map(({ country, name, callingCode }) => ({ name: `${name} (+${callingCode})`, value: country })),
	],
	default: '',
	description:
		'Country of numbers without + or 00. With Austria, 0660 1234567 and 660 1234567 become 436601234567. An expression returns two letters, such as AT. Nothing is sent to a number that cannot exist, unless numbers are sent as written.',
};

/** Each item may have its own rules: another item's country would reach somebody else. */
export function readNumberRules(defaultCountry: unknown, addFault: AddFault): NumberRules {
	if (isBlank(defaultCountry)) return { isChecked: true };
	const text = String(defaultCountry).trim();
	if (text === AS_WRITTEN) return { isChecked: false };
	const home = planOfCountry(text.toUpperCase());
	if (home === undefined)
		addFault('defaultCountry', `is ${describe(defaultCountry)}, but must be a country code of two letters, such as AT`);
	return { ...(home !== undefined && { home }), isChecked: true };
}
