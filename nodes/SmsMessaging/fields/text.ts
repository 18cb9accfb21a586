import type { INodeProperties } from 'n8n-workflow';

import { describe, isBlank, type AddFault } from '../parameters/values';

export const textField: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your appointment is tomorrow at 10:30.',
	description:
		'One segment holds 160 characters of the GSM alphabet, or 70 if the text has any other character. Longer texts are sent and billed as several segments.',
};

/** What an object becomes when an expression inserts it into a text. */
export const OBJECT_IN_TEXT = '[object Object]';

/**
 * The text of a message, or a number as text (a one-time code from a spreadsheet). The results of a mistyped expression
 * are faults, since a blank or meaningless message costs money too.
 */
export function readMessageText(value: unknown, addFault: AddFault): string {
	if (isBlank(value)) {
		addFault(
			'text',
			`is ${value === undefined || value === null ? String(value) : 'empty'}; check the field or its expression`,
		);
		return '';
	}
	if (typeof value !== 'string' && typeof value !== 'number') {
		addFault('text', `is ${describe(value)}, but must be text; check its expression`);
		return '';
	}
	const text = String(value);
	if (text.includes(OBJECT_IN_TEXT)) {
		addFault('text', `contains '${OBJECT_IN_TEXT}': its expression returns an object; use one of the object's fields`);
	}
	return text;
}
