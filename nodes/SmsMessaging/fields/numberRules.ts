import type { INodeProperties } from 'n8n-workflow';

import { countries, planOfCountry, type NumberingPlan } from '../numbers/countries';
import { describe, isBlank, readBoolean, type AddFault, type Values } from '../parameters/values';

/** How the numbers of an item are read, and which ones are faults. */
export interface NumberRules {
	/** The country of numbers without + or 00. */
	home?: NumberingPlan;
	/** Whether a number has to be possible; otherwise it is taken as it is written. */
	isChecked: boolean;
	/** What numbers may begin with; all are allowed if absent or empty. */
	allowedPrefixes?: string[];
}

export const checkNumbersOption: INodeProperties = {
	displayName: 'Check Numbers',
	name: 'checkNumbers',
	type: 'boolean',
	default: true,
	description:
		'Whether to refuse numbers whose country code or length does not exist. Switch this off if your service has numbers of its own, such as short codes: they are then sent as written, without Default Country.',
};

export const defaultCountryOption: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	options: [
		{ name: 'None (Numbers Have Their Country Code)', value: '' },
		...countries().map(({ country, name, callingCode }) => ({ name: `${name} (+${callingCode})`, value: country })),
	],
	default: '',
	description:
		'Country of numbers without + or 00: with Austria, 0660 1234567 and 660 1234567 become 436601234567. An expression gives two letters, such as AT.',
};

/** The options for numbers, which each item may set: another item's country would reach somebody else. */
export function readNumberRules(options: Values, addFault: AddFault): NumberRules {
	const home = readCountry(options.defaultCountry, addFault);
	return {
		...(home !== undefined && { home }),
		isChecked: readBoolean(options.checkNumbers, 'checkNumbers', addFault) ?? true,
	};
}

function readCountry(value: unknown, addFault: AddFault): NumberingPlan | undefined {
	if (isBlank(value)) return undefined;
	const plan = planOfCountry(String(value).trim().toUpperCase());
	if (plan === undefined)
		addFault('defaultCountry', `is ${describe(value)}, but must be the two letters of a country, such as AT`);
	return plan;
}
