import type { INodeProperties } from 'n8n-workflow';

import { readBoolean, readText, type AddFault, type Values, describe, isBlank } from '../parameters/values';
import { withoutUndefined } from '../text/json';
import { messageIdField } from './destinations';

export const textMessageEntries: INodeProperties[] = [
	messageIdField,
	{
		displayName: 'Flash',
		name: 'flash',
		type: 'boolean',
		default: false,
		description: 'Whether the message appears on the screen at once instead of going to the inbox',
	},
	{
		displayName: 'Language',
		name: 'languageCode',
		type: 'options',
		options: [
			{ name: 'Autodetect', value: 'AUTODETECT', description: 'Not supported by every service' },
			{ name: 'None', value: '' },
			{ name: 'Portuguese', value: 'PT' },
			{ name: 'Spanish', value: 'ES' },
			{ name: 'Turkish', value: 'TR' },
		],
		default: '',
		description:
			'Lets the letters of this language be sent without UCS-2. Segments hold slightly fewer characters then, and some letters count as two (á in Spanish). For another language code, switch the field to an expression.',
	},
	{
		displayName: 'Replace Characters',
		name: 'replaceCharacters',
		type: 'boolean',
		// An AI agent cannot set it: n8n offers it only fields that take expressions
		noDataExpression: true,
		default: true,
		description:
			'Whether to replace typographic quotes, dashes, spaces and the like with plain ones if that avoids UCS-2. With UCS-2, a segment holds 70 characters instead of 160.',
	},
	{
		displayName: 'Transliteration',
		name: 'transliteration',
		type: 'options',
		options: [
			{ name: 'All', value: 'ALL' },
			{ name: 'Baltic', value: 'BALTIC' },
			{ name: 'Bulgarian Cyrillic', value: 'BULGARIAN_CYRILLIC' },
			{ name: 'Central European', value: 'CENTRAL_EUROPEAN' },
			{ name: 'Colombian', value: 'COLOMBIAN' },
			{ name: 'Cyrillic', value: 'CYRILLIC' },
			{ name: 'Greek', value: 'GREEK' },
			{ name: 'Non-Unicode', value: 'NON_UNICODE' },
			{ name: 'None', value: '' },
			{ name: 'Portuguese', value: 'PORTUGUESE' },
			{ name: 'Serbian Cyrillic', value: 'SERBIAN_CYRILLIC' },
			{ name: 'Turkish', value: 'TURKISH' },
		],
		default: '',
		description:
			'Which letters the service replaces with plain ones, to save segments. Not every service supports every value. For another value, switch the field to an expression.',
	},
];

export function readTextMessageOptions(options: Values, addFault: AddFault) {
	return withoutUndefined({
		flash: readBoolean(options.flash, 'flash', addFault),
		languageCode: readText(options.languageCode, 'languageCode', addFault),
		transliteration: readText(options.transliteration, 'transliteration', addFault),
	});
}

export const readReplaceCharacters = (options: Values, addFault: AddFault): boolean =>
	readBoolean(options.replaceCharacters, 'replaceCharacters', addFault) ?? false;

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

export const NOTHING_VISIBLE = /^[\s\p{Cc}\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

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
	const text = readText(value, 'text', addFault) ?? '';
	if (!text.isWellFormed())
		addFault('text', 'contains half of a character, such as an emoji cut in two; cut it elsewhere');
	if (NOTHING_VISIBLE.test(text))
		addFault('text', 'has only characters that show nothing; check the field or its expression');
	if (text.includes(OBJECT_IN_TEXT)) {
		addFault('text', `contains '${OBJECT_IN_TEXT}': its expression returns an object; use one of the object's fields`);
	}
	return text;
}
