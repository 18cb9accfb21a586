import type { INodeProperties } from 'n8n-workflow';

import { describe, readInteger, readText, type AddFault, type Values } from '../parameters/values';

/** The words of the page behind the link, and its language. */
export type PageTexts = Record<(typeof TEXTS)[number]['name'], string>;

const MAX_ANSWER_CHARACTERS = 5000;
const DEFAULT_ANSWER_CHARACTERS = 500;

const TEXTS = [
	{ name: 'again', displayName: 'Try Again', text: 'Try again' },
	{ name: 'answered', displayName: 'Already Answered', text: 'This question has already been answered.' },
	{ name: 'asks', displayName: 'Asks', text: '{name} asks', hint: '{name} stands for Asked By' },
	{ name: 'given', displayName: 'Given Answer', text: 'Your answer: {answer}' },
	{ name: 'language', displayName: 'Language', text: 'en', hint: 'Language code of these texts, for screen readers' },
	{ name: 'late', displayName: 'Too Late', text: 'It is too late to answer this question.' },
	{ name: 'missing', displayName: 'No Answer Yet', text: 'Please enter an answer.' },
	{
		name: 'notNow',
		displayName: 'Not Now',
		text: 'Your answer may not have been recorded. Please try again in a moment.',
	},
	{ name: 'recorded', displayName: 'Recorded', text: 'Thank you. Your answer was recorded.' },
	{ name: 'send', displayName: 'Send', text: 'Send', hint: 'Button that sends a text' },
	{ name: 'tooLong', displayName: 'Too Long', text: 'Please use at most {max} characters.' },
	{ name: 'unknown', displayName: 'Unknown Link', text: 'This link does not lead to an open question.' },
	{ name: 'yourAnswer', displayName: 'Your Answer', text: 'Your answer' },
] as const;

export const DEFAULT_TEXTS = Object.fromEntries(TEXTS.map(({ name, text }) => [name, text])) as PageTexts;

export const pageField: INodeProperties = {
	displayName: 'Page',
	name: 'page',
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	description: 'What the page behind the link says, besides the question',
	options: [
		{
			displayName: 'Asked By',
			name: 'askedBy',
			type: 'string' as const,
			default: '',
			placeholder: 'e.g. Night Watch of Example Ltd',
			description: 'Who asks. If empty, the name of the workflow.',
		},
		{
			displayName: 'Longest Answer',
			name: 'maxLength',
			type: 'number' as const,
			typeOptions: { minValue: 1, maxValue: MAX_ANSWER_CHARACTERS },
			default: DEFAULT_ANSWER_CHARACTERS,
			description: 'How many characters a text may have',
		},
		...TEXTS.map((entry) => ({
			displayName: entry.name === 'language' ? entry.displayName : `Text: ${entry.displayName}`,
			name: entry.name,
			type: 'string' as const,
			default: entry.text,
			description: 'hint' in entry ? entry.hint : 'In your own words or another language',
		})),
	].sort((one, other) => one.displayName.localeCompare(other.displayName)),
};

/** Reads the collection above. @param askedBy if the user has set nothing */
export function readPage(
	values: Values,
	askedBy: string,
	addFault: AddFault,
): { askedBy: string; maxLength: number; texts: PageTexts } {
	const texts = { ...DEFAULT_TEXTS };
	for (const { name } of TEXTS) texts[name] = readText(values[name], name, addFault)?.trim() ?? texts[name];
	if (!/^[a-z]{2,8}(-[a-z0-9]{1,8})*$/i.test(texts.language))
		addFault('language', `is ${describe(texts.language)}, which is not a language code such as en or pt-BR`);
	const maxLength = readInteger(values.maxLength, 'maxLength', addFault, { min: 1, max: MAX_ANSWER_CHARACTERS });
	return {
		askedBy: readText(values.askedBy, 'askedBy', addFault)?.trim() ?? askedBy,
		maxLength: maxLength ?? DEFAULT_ANSWER_CHARACTERS,
		texts,
	};
}
