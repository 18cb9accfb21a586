import { type CountryCode, parsePhoneNumberFromString, PhoneNumber } from '../libraries/phoneNumbers';
import {
	formerForm,
	hasLeadingZero,
	isExample,
	mainPlanHas,
	METADATA,
	type NumberingPlan,
	planOfNumber,
	sharedWith,
} from './numberingPlans';
import type { Prefix } from '../text/numbers';

/** A number that may be sent to. */
interface ReadNumber {
	/** Its digits from the calling code on. */
	to: string;
	/** Whether a numbering plan has it. If not, it has at least a possible length: plans change before libraries do. */
	isKnown: boolean;
	/** The mobile number of another country that it may be instead, if it has lost a +. */
	abroad?: string;
}

/** Why digits are no number, as a sentence. */
interface Fault {
	fault: string;
}

/** E.164 */
export const MAX_DIGITS = 15;

/**
 * Reads the digits of a number.
 * @param prefix what they followed
 * @param home the country of numbers that have none
 */
export function readNumber(digits: string, prefix: Prefix, home: NumberingPlan | undefined): ReadNumber | Fault {
	if (home === undefined || prefix === '+') return readComplete(digits, prefix !== '');
	return prefix === '00' ? readBehindZeros(digits, home) : readAtHome(digits, home);
}

/** Before a calling code, some countries dial more than 00: 0011 in Australia, 001 in Hong Kong. */
function readBehindZeros(digits: string, home: NumberingPlan): ReadNumber | Fault {
	const complete = readComplete(digits, true);
	const dialled = parse(`00${digits}`, home.country);
	if (dialled === undefined || dialled.number === `+${digits}` || !dialled.isValid()) return complete;
	const to = dialled.number.slice(1);
	if ('to' in complete && complete.isKnown && complete.to !== to)
		return { fault: `It is +${complete.to} or, as dialled in ${home.name}, +${to}. Write it with +.` };
	return { to, isKnown: true };
}

/** Whether digits without a prefix are a number that a plan has, and stand for no other. What is not may be one nevertheless. */
export function isItself(digits: string): boolean {
	const plan = planOfNumber(digits);
	if (plan === undefined || !mainPlanHas(digits)) return false;
	const behind = digits.slice(plan.callingCode.length);
	const isOwn = isPossible(behind, plan) && sharedWith(plan, behind).codes.length === 0;
	return isOwn && formerForm(plan, behind, true) === undefined;
}

function readComplete(digits: string, hasPrefix: boolean): ReadNumber | Fault {
	const plan = planOfNumber(digits);
	const behind = digits.slice(plan?.callingCode.length);
	const read = plan && readBehind(behind, plan);
	if (read !== undefined) return read;
	if (!hasPrefix && digits.length <= MOST_SHORT_DIGITS)
		return {
			fault:
				"It is too short to have a country code. Choose Default Country; for a short code, its 'None, and Send Numbers as Written'.",
		};
	if (plan === undefined) {
		const reason = digits.startsWith('0')
			? 'No country code begins with 0.'
			: `There is no country code ${digits.slice(0, 3)}.`;
		return { fault: `${reason}${hasPrefix ? '' : ' If this is a national number, choose Default Country.'}` };
	}
	const { name, callingCode, lengths } = plan;
	const reason =
		behind.startsWith('0') && !hasLeadingZero(plan)
			? 'does not begin with 0'
			: `has ${inWords(lengths)} digits, not ${behind.length}`;
	return {
		fault: `${name}: a number after ${callingCode} ${reason}.${hasPrefix ? '' : " If this is another country's national number, choose Default Country."}`,
	};
}

/** Longer than a short code, an extension, or a number within a town. */
export const MOST_SHORT_DIGITS = 6;

/**
 * A complete number comes first, since nodes output these. Not if only the national one is a mobile number: some of these happen to begin
 * like their calling code, as 91… in India and 39… in Italy.
 */
function readAtHome(digits: string, home: NumberingPlan): ReadNumber | Fault {
	const { name, callingCode, lengths } = home;
	const behind = digits.startsWith(callingCode) ? digits.slice(callingCode.length) : undefined;
	const complete = behind === undefined ? undefined : readBehind(behind, home);
	if (complete !== undefined && isMobile(complete)) return complete;
	const national = readNational(digits, home);
	if (national !== undefined && isMobile(national)) return national;
	if (complete !== undefined && 'to' in complete) return complete;
	// Some write 0 before a calling code
	const international = digits.replace(/^0+/, '');
	const abroad = readComplete(international, true);
	if (isKnown(national) === false && isKnown(abroad))
		return { fault: `${name} has no such number, but there is +${international}. Write it with + or 00.` };
	// No SMS is meant for a landline written without its 0: a spreadsheet, or a web address, has taken a +
	const isComplete = international === digits && 'to' in abroad && isMobile(abroad);
	if (isComplete && national !== undefined && 'to' in national)
		return { to: national.to, isKnown: national.isKnown, abroad: abroad.to };
	const trunk = behind === undefined ? '' : trunkBefore(behind, home);
	if (trunk !== '') return { fault: `${name}: remove the ${trunk} after ${callingCode}.` };
	return (
		national ??
		complete ?? {
			fault: `${name}: a national number has ${inWords(lengths)} digits. Write a number of another country with + or 00.`,
		}
	);
}

/** What follows a calling code. Undefined if no number does. */
function readBehind(behind: string, plan: NumberingPlan): ReadNumber | Fault | undefined {
	const former = readFormer(behind, plan, true);
	if (former !== undefined) return former;
	if (isPossible(behind, plan)) return inOwnPlan(behind, plan);
	const parsed = parse(`+${plan.callingCode}${behind}`);
	// What is dialled only within the country is not dropped, but what became another number is read: 11 15 … in Argentina
	return parsed?.isValid() && !behind.endsWith(parsed.nationalNumber) ? judged(parsed.number.slice(1)) : undefined;
}

function readNational(digits: string, home: NumberingPlan): ReadNumber | Fault | undefined {
	const former = readFormer(digits, home, false);
	if (former !== undefined) return former;
	const parsed = parse(digits, home.country);
	// If it begins with the calling code, the library may take it for a complete one
	if (parsed !== undefined && parsed.number === parse(`+${digits}`)?.number) return undefined;
	const isOwn = parsed?.countryCallingCode === home.callingCode;
	const national = (isOwn ? parsed : parse(`+${home.callingCode}${digits}`))?.nationalNumber;
	const own = national !== undefined && isPossible(national, home) ? inOwnPlan(national, home) : undefined;
	if (isOwn || parsed === undefined || own?.isKnown) return own;
	// It begins with what is dialled here before calls abroad
	const abroad = judged(parsed.number.slice(1));
	return abroad.isKnown ? abroad : own;
}

function readFormer(national: string, plan: NumberingPlan, isBehindCode: boolean): ReadNumber | Fault | undefined {
	const form = formerForm(plan, national, isBehindCode);
	if (form?.advice !== undefined) return { fault: `${plan.name}: ${form.advice}.` };
	if (form?.now === undefined) return undefined;
	const read = judged(`${plan.callingCode}${national.replace(form.pattern, form.now)}`);
	return read.isKnown ? read : undefined;
}

/** A number of a possible length. */
function inOwnPlan(national: string, plan: NumberingPlan): ReadNumber {
	const to = `${plan.callingCode}${national}`;
	const { codes, code } = sharedWith(plan, national);
	if (code !== undefined && !isExample(to)) return judged(`${code}${national}`);
	const own = judged(to);
	if (codes.length === 0 || own.isKnown) return own;
	const others = codes.map((other) => judged(`${other}${national}`)).filter(({ isKnown }) => isKnown);
	return others.length === 1 ? others[0]! : own;
}

const judged = (to: string): ReadNumber => new JudgedNumber(to);

class JudgedNumber {
	constructor(readonly to: string) {}

	/** Looked up only when somebody asks, since it takes most of the time. */
	get isKnown(): boolean {
		return mainPlanHas(this.to) || inOtherPlan(this.to) !== undefined || isExample(this.to);
	}
}

/** A number that a plan has. */
const validNumber = (to: string): PhoneNumber | undefined =>
	mainPlanHas(to) ? new PhoneNumber(`+${to}`, METADATA) : inOtherPlan(to);

/** A number of another country with the calling code. */
function inOtherPlan(to: string): PhoneNumber | undefined {
	const parsed = parse(`+${to}`);
	// Behind a calling code too, the library drops what is dialled only within the country
	return parsed?.number === `+${to}` && parsed.isValid() ? parsed : undefined;
}

/** Undefined if it is no number. */
const isKnown = (read: ReadNumber | Fault | undefined): boolean | undefined =>
	read !== undefined && 'to' in read ? read.isKnown : undefined;

export function isMobile(read: ReadNumber | Fault): boolean {
	const type = 'to' in read ? validNumber(read.to)?.getType() : undefined;
	return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
}

/** What stands between the calling code and a number, though it is dialled only within the country: often a 0. */
function trunkBefore(behind: string, plan: NumberingPlan): string {
	const national = parse(`+${plan.callingCode}${behind}`)?.nationalNumber;
	const isDropped = national !== undefined && behind.endsWith(national) && isPossible(national, plan);
	return isDropped ? behind.slice(0, behind.length - national.length) : '';
}

/** `extract` would find a number in any text. */
function parse(number: string, home?: CountryCode): PhoneNumber | undefined {
	// No calling code begins with 0, and the library is slow to find out
	if (number.startsWith('+0')) return undefined;
	const options = { ...(home !== undefined && { defaultCountry: home }), extract: false };
	return parsePhoneNumberFromString(number, options, METADATA);
}

function isPossible(national: string, plan: NumberingPlan): boolean {
	return (
		plan.lengths.includes(national.length) &&
		plan.callingCode.length + national.length <= MAX_DIGITS &&
		(hasLeadingZero(plan) || !national.startsWith('0'))
	);
}

/** 4, 5, 6, 9 as '4 to 6 or 9' */
function inWords(lengths: readonly number[]): string {
	const firsts = lengths.filter((length) => !lengths.includes(length - 1));
	const lasts = lengths.filter((length) => !lengths.includes(length + 1));
	return firsts.map((first, i) => (first === lasts[i] ? `${first}` : `${first} to ${lasts[i]}`)).join(' or ');
}
