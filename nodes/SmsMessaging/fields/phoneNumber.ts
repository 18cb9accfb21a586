import { MAX_DIGITS, readNumber } from '../numbers/readNumber';
import { describe, isBlank, type AddFault } from '../parameters/values';
import { cleanNumber } from '../text/numbers';
import type { NumberRules } from './numberRules';

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
