import type { INodeProperties } from 'n8n-workflow';

import { describe, isBlank, type AddFault } from '../parameters/values';
import { cleanNumber, isPlain } from '../text/numbers';
import { entriesOf } from '../text/words';
import { numberIn, splitNumbers } from './destinations';
import { readPhoneNumber, type NumberRules } from './phoneNumber';

export const skipNumbers: INodeProperties = {
	displayName: 'Skip These Numbers',
	name: 'skipNumbers',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $("Opt-outs").all().map((row) => row.json.phone) }}',
	description:
		"Numbers that get nothing in this run, such as opt-outs: text with commas between them, or an expression that returns a list, for example a column of a data table. Read once, by the same rules as To; one without + or 00 also stands for the number of another country that it may be. Their items have 'skipped: true'.",
};

/** Numbers that get nothing. */
export interface SkippedNumbers {
	/** As destinations are written. */
	numbers: ReadonlySet<string>;
	/** Names of senders among them, which are nobody's number. */
	names: number;
	/** Whether the field was added, and has nothing in it. */
	isLeftEmpty: boolean;
}

/** Reads the list; an entry that is no number is a fault, since whoever it stands for would get a message. */
export function readSkippedNumbers(value: unknown, rules: NumberRules, addFault: AddFault): SkippedNumbers {
	const numbers = new Set<string>();
	let names = 0;
	let faults = 0;
	const addOwnFault: AddFault = (_, reason) => {
		faults += 1;
		addFault('skipNumbers', reason);
	};
	const ownRules: NumberRules = { ...rules, allowedPrefixes: [], isSought: true };
	const complete: NumberRules = { isChecked: true, isSought: true };
	for (const entry of splitNumbers(value)) {
		const written = numberIn(entry);
		if (written === undefined && !isBlank(entry))
			addOwnFault('', `contains ${describe(entry)} without a number; return the numbers themselves`);
		const parts = typeof written === 'string' && !isPlain(written) ? entriesOf(written) : [written];
		for (const part of parts) {
			if (isBlank(part)) continue;
			if (isName(part)) names += 1;
			else {
				// Without a + it may be of another country: then neither number gets a message
				const abroad = rules.home && readPhoneNumber(part, complete, () => {});
				const own = readPhoneNumber(part, ownRules, abroad === undefined ? addOwnFault : () => {});
				for (const number of [abroad, own]) if (number !== undefined) numbers.add(number.to);
			}
		}
	}
	const isEmpty = typeof value === 'string' ? /^[\s[\]]*$/.test(value) : Array.isArray(value) && value.length === 0;
	if (value !== undefined && !isEmpty && numbers.size + names + faults === 0)
		addOwnFault(
			'',
			`is ${describe(value)}, without any number; check its expression (it may return [] if nobody is listed)`,
		);
	return { numbers, names, isLeftEmpty: typeof value === 'string' && value.trim() === '' };
}

/** Letters without any digit. */
function isName(value: unknown): boolean {
	return typeof value === 'string' && !isPlain(value) && /\p{L}/u.test(value) && !/\d/.test(cleanNumber(value).digits);
}
