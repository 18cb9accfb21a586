import type { INodeProperties } from 'n8n-workflow';

import { messageIdField } from './destinations';
import type { Controls } from './extraFields';
import { readBoolean, readText, type AddFault, type Values } from '../parameters/values';
import { withoutUndefined } from '../text/json';

/** Entries of Message Options. */
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

/** The text message fields that have a control here, or in text.ts. */
export const TEXT_CONTROLS: Controls = {
	text: true,
	flash: true,
	language: { languageCode: true },
	transliteration: true,
};

export function readTextMessageOptions(options: Values, addFault: AddFault) {
	const languageCode = readText(options.languageCode, 'languageCode', addFault);
	return withoutUndefined({
		flash: readBoolean(options.flash, 'flash', addFault),
		language: languageCode === undefined ? undefined : { languageCode },
		transliteration: readText(options.transliteration, 'transliteration', addFault),
	});
}

export function readReplaceCharacters(options: Values, addFault: AddFault): boolean {
	return readBoolean(options.replaceCharacters, 'replaceCharacters', addFault) ?? false;
}
