import type { INodeProperties } from 'n8n-workflow';

import { groupOf } from '../fields/output';
import {
	asValues,
	describe,
	readChoice,
	readInteger,
	readText,
	type AddFault,
	type Values,
} from '../parameters/values';
import { ENGLISH, type PageWords } from './words';

const MAX_ANSWER_CHARACTERS = 5000;
const DEFAULT_ANSWER_CHARACTERS = 500;
const DEFAULT_LANGUAGE = 'en';

/** Words that users can replace. The buttons have their own fields. */
const PLACES = [
	{ name: 'Already Answered', value: 'answered' },
	{ name: 'Given Answer', value: 'given' },
	{ name: 'Heading', value: 'asks' },
	{ name: 'Label of the Text', value: 'yourAnswer' },
	{ name: 'No Answer Yet', value: 'missing' },
	{ name: 'Not Now', value: 'notNow' },
	{ name: 'Recorded', value: 'recorded' },
	{ name: 'Send', value: 'send' },
	{ name: 'Too Late', value: 'late' },
	{ name: 'Too Long', value: 'tooLong' },
	{ name: 'Try Again', value: 'again' },
] as const;
const PLACE_NAMES = PLACES.map(({ value }) => value) as [Place, ...Place[]];

type Place = (typeof PLACES)[number]['value'];

export interface PageSettings {
	/** Who asks; empty if nobody is named. */
	askedBy: string;
	maxLength: number;
	language: string;
	ownWords: Partial<PageWords>;
}

export const pageField: INodeProperties = {
	displayName: 'Page',
	name: 'page',
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	description: 'Words and settings of the page behind the link',
	options: [
		{
			displayName: 'Asked By',
			name: 'askedBy',
			type: 'string',
			default: '',
			placeholder: 'e.g. Night Watch of Example Ltd',
			description: 'Who asks. If empty, the page shows the sender (From).',
		},
		{
			displayName: 'Language',
			name: 'language',
			type: 'options',
			options: [
				{ name: 'English', value: 'en' },
				{ name: 'French', value: 'fr' },
				{ name: 'German', value: 'de' },
				{ name: 'Italian', value: 'it' },
				{ name: 'Spanish', value: 'es' },
			],
			default: DEFAULT_LANGUAGE,
			description:
				'Language of the built-in words. For another language, add Words of Your Own, and switch this field to an expression that returns the language code, such as pt-BR.',
		},
		{
			displayName: 'Longest Answer',
			name: 'maxLength',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_ANSWER_CHARACTERS },
			default: DEFAULT_ANSWER_CHARACTERS,
			description: 'Maximum number of characters of a free text',
		},
		{
			displayName: 'Words of Your Own',
			name: 'words',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Words',
			default: {},
			description: 'Your own words, instead of the built-in ones',
			options: groupOf('Words', 'word', [
				{
					displayName: 'Place',
					name: 'place',
					type: 'options',
					options: PLACES.map((place) => ({ ...place, description: ENGLISH[place.value] })),
					default: 'recorded',
					description: 'Which words of the page to replace',
				},
				{
					displayName: 'Text',
					name: 'text',
					type: 'string',
					default: '',
					description: 'Your words. {name} stands for Asked By, {answer} for the answer, and {max} for Longest Answer.',
				},
			]),
		},
	],
};

/** Reads the collection above. @param sender the name, if the user has set none */
export function readPage(values: Values, sender: unknown, addFault: AddFault): PageSettings {
	const language = readText(values.language, 'language', addFault)?.trim() ?? DEFAULT_LANGUAGE;
	if (!/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(language))
		addFault('language', `is ${describe(language)}, which is not a language code such as en or pt-BR`);
	const limits = { min: 1, max: MAX_ANSWER_CHARACTERS };
	return {
		// What is wrong with the sender is noted where it is read for the message
		askedBy: (readText(values.askedBy, 'askedBy', addFault) ?? readText(sender, 'from', () => undefined) ?? '').trim(),
		maxLength: readInteger(values.maxLength, 'maxLength', addFault, limits) ?? DEFAULT_ANSWER_CHARACTERS,
		language,
		ownWords: readWords(asValues(values.words).word, addFault),
	};
}

function readWords(rows: unknown, addFault: AddFault): Partial<PageWords> {
	const words: Partial<PageWords> = {};
	for (const { place, text } of (Array.isArray(rows) ? rows : []).map(asValues)) {
		const own = readText(text, 'words.text', addFault)?.trim();
		if (own !== undefined) words[readChoice(place, 'words.place', PLACE_NAMES, addFault)] = own;
	}
	return words;
}
