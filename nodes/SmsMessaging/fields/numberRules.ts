import type { INodeProperties } from 'n8n-workflow';

import { countries, planOfCountry, type NumberingPlan } from '../numbers/countries';
import { describe, isBlank, type AddFault } from '../parameters/values';

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
