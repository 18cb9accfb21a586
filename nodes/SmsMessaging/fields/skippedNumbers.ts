import type { INodeProperties } from 'n8n-workflow';

import { isItself } from '../numbers/readNumber';
import { describe, isBlank, NO_VALUE, type AddFault } from '../parameters/values';
import { isJsonObject } from '../text/json';
import { cleanNumber, isPlainNumber } from '../text/numbers';
import { entriesOf } from '../text/words';
import { NUMBER_FIELDS, splitNumbers } from './destinations';
import { readPhoneNumber, type NumberRules, type PhoneNumber } from './phoneNumber';

export const skipNumbers: INodeProperties = {
	displayName: 'Skip These Numbers',
	name: 'skipNumbers',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $("Opt-outs").all().map((row) => row.json.number) }}',
	description:
		"Numbers that get nothing in this run, such as opt-outs: text with commas between them, or an expression that returns a list, for example a column of a data table. Read once, by the same rules as To; one without + or 00 also stands for the number of another country that it may be. Their items have 'skipped: true'.",
};

/** Numbers that get nothing. */
export interface SkippedNumbers {
	/** As destinations are written. */
	numbers: ReadonlySet<string>;
	/** Names of senders among them, which are nobody's number. */
	names: number;
	/** Entries that no numbering plan has. */
	unknown: string[];
	/** Whether the field was added, and has nothing in it. */
	isLeftEmpty: boolean;
}

/**
 * Reads the list; an entry that is no number is a fault, since whoever it stands for would get a message.
 * @param rules of each Default Country in the run
 */
export function readSkippedNumbers(value: unknown, rules: readonly NumberRules[], addFault: AddFault): SkippedNumbers {
	const numbers = new Set<string>();
	const unknown: string[] = [];
	let [names, faults] = [0, 0];
	const addOwnFault: AddFault = (_, reason) => {
		faults += 1;
		addFault('skipNumbers', reason);
	};
	const hasHome = rules.some(({ home }) => home !== undefined);
	const readingsOf = readerOf(rules, hasHome, addOwnFault);
	for (const entry of splitNumbers(value)) {
		// Most of 50,000 are like this (bench: bulk)
		if (!hasHome && isPlainNumber(entry) && isItself(entry)) {
			numbers.add(entry);
			continue;
		}
		for (const written of writtenIn(entry, addOwnFault)) {
			if (isBlank(written)) continue;
			if (isName(written)) names += 1;
			else {
				const readings = readingsOf(written);
				for (const { to } of readings) numbers.add(to);
				if (readings.length > 0 && readings.every(({ isOutsidePlan }) => isOutsidePlan))
					unknown.push(String(written).trim());
			}
		}
	}
	if (!mayBeEmpty(value) && numbers.size + faults === 0)
		addOwnFault(
			'',
			`is ${describe(value)}, without any number; check its expression (it may return [] if nobody is listed)`,
		);
	return { numbers, names, unknown, isLeftEmpty: value !== undefined && isOneBlank(value) };
}

/** An expression may find nobody; that it gives null is a mistake. */
function mayBeEmpty(value: unknown): boolean {
	const isEmptyList = Array.isArray(value) ? value.length === 0 : /^[\s[\]]*$/.test(String(value ?? ''));
	return value !== null && (isEmptyList || isOneBlank(value));
}

/** A node with Always Output Data gives one empty item for an empty table. */
function isOneBlank(value: unknown): boolean {
	const entries: unknown[] = Array.isArray(value) ? value : [value];
	return entries.length === 1 && (isBlank(entries[0]) || isEmptyObject(entries[0]));
}

const isEmptyObject = (entry: unknown): boolean => isJsonObject(entry) && Object.keys(entry).length === 0;

/** All that an entry may have: a received message is from whoever opted out, and to this account. */
function writtenIn(entry: unknown, addFault: AddFault): unknown[] {
	if (isEmptyObject(entry)) return [];
	const filledIn = isJsonObject(entry)
		? ['from', ...NUMBER_FIELDS].map((name) => entry[name]).filter((one) => !isBlank(one))
		: [entry];
	if (filledIn.length === 0)
		addFault('', `contains ${describe(entry)} without a number; return the numbers themselves`);
	return filledIn.flatMap((one) => (typeof one === 'string' ? entriesOf(one) : [one]));
}

/** Reads every number that an entry may stand for: by each country, and without a + also that of another one. */
function readerOf(
	rules: readonly NumberRules[],
	hasHome: boolean,
	addFault: AddFault,
): (written: unknown) => PhoneNumber[] {
	const sought = rules.map((one): NumberRules => ({ ...one, allowedPrefixes: [], isToSkip: true }));
	return (written) => {
		const readings: PhoneNumber[] = [];
		let fault = '';
		for (const one of sought) {
			const number = readPhoneNumber(written, one, (_, reason) => void (fault ||= reason));
			if (number !== undefined) readings.push(number);
		}
		if (hasHome && !readings.some(({ to }) => to === written)) {
			const { digits, prefix } = cleanNumber(String(written));
			const mayBeAbroad = prefix === '' && !readings.some(({ to }) => to === digits);
			const abroad = mayBeAbroad ? readPhoneNumber(written, { isChecked: true }, () => {}) : undefined;
			// One that is merely possible would hide that a digit is missing
			if (abroad !== undefined && !abroad.isOutsidePlan) readings.push(abroad);
		}
		if (readings.length === 0) addFault('', fault);
		return readings;
	};
}

const NAME = /^[\p{L}\p{M} .&'_-]{2,11}$/u;

/** What a phone shows in place of a sender's number: letters without any digit. Anything longer stands for somebody. */
function isName(value: unknown): boolean {
	return typeof value === 'string' && NAME.test(value) && /\p{L}/u.test(value) && !NO_VALUE.test(value);
}
