import type { INodeProperties } from 'n8n-workflow';

import { destinationsField } from './destinations';
import { extraFieldsField, type Controls } from './extraFields';
import { textLimitFields } from './textLimits';
import { readBoolean, readText, withoutUndefined, type AddFault, type Values } from '../parameters/values';

/** Entries of Message Options. */
export const textMessageEntries: INodeProperties[] = [
	destinationsField,
	extraFieldsField('{"campaignId": "spring"}'),
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
			{ name: 'Autodetect', value: 'AUTODETECT', description: 'Only supported by later versions of the service' },
			{ name: 'None', value: '' },
			{ name: 'Portuguese', value: 'PT' },
			{ name: 'Spanish', value: 'ES' },
			{ name: 'Turkish', value: 'TR' },
		],
		default: '',
		description:
			'Language code of the text (languageCode). The letters of that language then need no UCS-2, but segments hold slightly fewer characters, and some letters (á in Spanish) count as two. For another code, switch the field to an expression.',
	},
	...textLimitFields,
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
			'Letters that the service replaces with plain ones, so that the text needs fewer segments. Not every service supports every value. For another value, switch the field to an expression.',
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
