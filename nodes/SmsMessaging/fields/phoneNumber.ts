import type { INodeProperties } from 'n8n-workflow';

import { countries, hasLeadingZero, planOfCountry, planOfNumber, type NumberingPlan } from '../numbers/numberingPlans';
import { isMobile, MAX_DIGITS, MOST_SHORT_DIGITS, readNumber } from '../numbers/readNumber';
import { describe, isBlank, type AddFault } from '../parameters/values';
import { cleanNumber, isScientific, withAsciiDigits } from '../text/numbers';

export interface PhoneNumber {
	/** Digits with country code. */
	to: string;
	/** The number as given, if that was not these digits: a national one, or one in a former form. */
	given?: string;
	/** No numbering plan has it. */
	isOutsidePlan?: true;
}

/** A number that messages may be sent to. */
export function readPhoneNumber(value: unknown, rules: NumberRules, addFault: AddFault): PhoneNumber | undefined {
	const { allowedPrefixes = [] } = rules;
	const written = readDigits(value, addFault);
	if (written === undefined) return undefined;
	const { digits } = written;
	const read = rules.isChecked ? readChecked(String(value), written, rules) : { to: digits, isKnown: true };
	if ('fault' in read) {
		addFault('to', `is ${describe(value)}. ${read.fault}`);
		return undefined;
	}
	const { to } = read;
	const isAllowed = allowedPrefixes.length === 0 || allowedPrefixes.some((prefix) => to.startsWith(prefix));
	if (!isAllowed && !rules.skipped?.has(to)) {
		addFault(
			'to',
			`is ${to}; Safeguards → Allowed Destinations allows only numbers that begin with ${allowedPrefixes.join(', ')}`,
		);
		return undefined;
	}
	const number: PhoneNumber = { to };
	if (to !== digits) number.given = String(value).trim();
	if (!read.isKnown) number.isOutsidePlan = true;
	return number;
}

type Written = ReturnType<typeof cleanNumber>;

function readChecked(
	text: string,
	{ digits, prefix }: Written,
	{ home, isOneOfSeveral, isToSkip }: NumberRules,
): ReturnType<typeof readNumber> {
	const extension = digits === text ? undefined : extensionOf(text, home);
	if (extension !== undefined)
		return {
			fault: `Remove the extension ${extension}; if it belongs to the number, remove the slash or brackets.`,
		};
	const read = readNumber(digits, prefix, home);
	if ('to' in read && read.abroad !== undefined && isToSkip !== true)
		return { fault: `It is +${read.abroad} or, in ${home!.name}, +${read.to}. Write it with +.` };
	// '030 1234567;1234' is one number and its extension
	const isPart = isOneOfSeveral && digits.length <= MOST_SHORT_DIGITS && 'to' in read && !isMobile(read);
	return isPart ? { fault: 'It is short for a phone number. If it is an extension, remove it.' } : read;
}

/** At most four digits in brackets or behind a slash, after what is a number already. In 030/12 34 it is not. */
function extensionOf(text: string, home: NumberingPlan | undefined): string | undefined {
	const plain = withAsciiDigits(text);
	const start = plain.search(LAST_MARK);
	if (start === -1) return undefined;
	// With a +, so that an extension 00 is not taken for one
	const { digits: extension } = cleanNumber(`+${plain.slice(start + 1)}`);
	if (!/^\d{1,4}$/.test(extension)) return undefined;
	const { digits, prefix } = cleanNumber(plain.slice(0, start));
	const read = readNumber(digits, prefix, home);
	return 'to' in read && read.isKnown ? extension : undefined;
}

const LAST_MARK = /[/([][^/([]*$/;

const TRUNK_ZERO = /\d[^\d]*\(\s*0\s*\)/;

/** Whether it has a (0) after the country code. */
export const hasTrunkZero = (written: string): boolean => TRUNK_ZERO.test(withAsciiDigits(written));

/** The digits of a number that is looked for, without a leading + or 00. */
export function readSoughtNumber(value: unknown, addFault: AddFault): string | undefined {
	const digits = readDigits(value, addFault)?.digits;
	if (digits?.startsWith('0')) addFault('to', `is ${describe(value)}; write it with its country code (+43 660 …)`);
	return digits;
}

/** The same of a destination, as it was sent to: former forms are read as today's number. */
export function readSoughtDestination(value: unknown, addFault: AddFault): string | undefined {
	const digits = readSoughtNumber(value, addFault);
	const read = digits === undefined ? undefined : readNumber(digits, '+', undefined);
	return read !== undefined && 'to' in read && read.isKnown ? read.to : digits;
}

/** Control and combining characters and others that show nothing; what often gets copied along is gone by then. */
const INVISIBLE = /[\p{C}\p{M}]/u;

/** What a spreadsheet makes of +91-9876543210. Without the sign it would be another number. */
const NEGATIVE = /^\s*['’]?[-\u2212][1-9]\d*(?:[.,]0+)?\s*$/;

function readDigits(value: unknown, addFault: AddFault): Written | undefined {
	if (isBlank(value)) {
		addFault('to', 'has an empty entry; enter a phone number or remove the entry');
		return undefined;
	}
	const text = typeof value === 'string' || isWholePositive(value) ? String(value) : '';
	const cleaned = cleanNumber(text);
	if (cleaned.digits !== text && NEGATIVE.test(withAsciiDigits(text))) {
		addFault(
			'to',
			`is ${describe(value)}, a negative number: a spreadsheet has subtracted. Format the column as text and enter it again`,
		);
		return undefined;
	}
	if (cleaned.digits !== text && hasTrunkZero(text)) {
		// '+43 (0) 660' is 43660 from abroad: removing only the brackets would reach somebody else
		const plan = planOfNumber(cleaned.digits);
		const isPart = plan !== undefined && hasLeadingZero(plan);
		const advice = isPart ? 'remove the brackets around the 0' : 'remove the (0), which is not dialled from abroad';
		addFault('to', `is ${describe(value)}; ${advice}`);
		return undefined;
	}
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
	if (isScientific(text)) {
		addFault(
			'to',
			`is ${describe(value)}, scientific notation, in which the last digits are lost; format the column as text and enter the number again`,
		);
		return undefined;
	}
	const invisible = INVISIBLE.exec(digits);
	const advice =
		invisible !== null
			? `; remove the invisible character U+${codeOf(invisible[0])}`
			: /\p{L}/u.test(digits) && /\d{5}/.test(digits)
				? '; remove everything but the number'
				: '';
	addFault('to', `is ${describe(value)}, which is not a phone number${advice}`);
	return undefined;
}

/** 0085 */
const codeOf = (character: string): string => character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0');

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
	/** Whether it is one of several numbers of an item. */
	isOneOfSeveral?: boolean;
	/** Whether it is in a list of numbers to skip: then it stands for all that it may be. */
	isToSkip?: true;
	/** What numbers may begin with; all are allowed if absent or empty. */
	allowedPrefixes?: string[];
	/** Those that get nothing, whatever they begin with. */
	skipped?: ReadonlySet<string>;
}

/** For numbers that only the service knows, such as short codes. */
const AS_WRITTEN = 'asWritten';
/** Whatever the credential says. */
const NONE = 'none';

/** Countries as the choices of a field. */
export const countryOptions = countries().map(({ country, name, callingCode }) => ({
	name: `${name} (+${callingCode})`,
	value: country,
}));

export const defaultCountryField: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: [
		{ name: 'From Credential', value: '' },
		{ name: 'None (Numbers Have Their Country Code)', value: NONE },
		{ name: 'None, and Send Numbers as Written (Short Codes)', value: AS_WRITTEN },
		...countryOptions,
	],
	default: '',
	description:
		'Country of numbers without + or 00; that of the credential is usually none. With Austria, 0660 1234567 and 660 1234567 become 436601234567. An expression returns two letters, such as AT. Every number must be possible (country code and length), unless numbers are sent as written.',
};

/** Each item may have its own rules: another item's country would reach somebody else. */
export function readNumberRules(defaultCountry: unknown, addFault: AddFault): NumberRules {
	if (isBlank(defaultCountry)) return { isChecked: true };
	const text = String(defaultCountry).trim();
	if (text === NONE) return { isChecked: true };
	if (text === AS_WRITTEN) return { isChecked: false };
	const home = planOfCountry(text.toUpperCase());
	if (home === undefined)
		addFault('defaultCountry', `is ${describe(defaultCountry)}, which is no country's code, such as AT or GB`);
	return { ...(home !== undefined && { home }), isChecked: true };
}
