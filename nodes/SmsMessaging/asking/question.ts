import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readMessageText, textField } from '../fields/textMessage';
import { asValues, readChoice, readText, type AddFault } from '../parameters/values';
import { LINK_PLACE, withArrowForLink, withRoomForLink } from '../text/answerLink';
import { readPage, type PageSettings } from './pageSettings';
import { builtInWords, type PageWords } from './words';

export interface Question extends PageSettings {
	/** As sent, with a placeholder for the link. */
	message: string;
	/** What the buttons say; absent if the answer is a text. */
	buttons?: { approved: string; declined?: string };
	awaits: 'first' | 'all';
	/** The fields of the input item, with Include Input Fields. */
	input?: IDataObject;
}

/** n8n's review of an agent's tools has its own field of this name, which says what the agent wants to do. */
const messageField: INodeProperties = {
	...textField,
	displayName: 'Question',
	name: 'message',
	placeholder: 'e.g. Disk of db1 is full. Restart the database? {link}',
	description:
		"{link} stands for the link to the answer page. Without it, the link is added at the end. A space is added where another character touches the link. The link has about 155 characters plus your n8n's address, so expect at least two segments.",
};

const label = (name: string, displayName: string, text: string, types?: string[]): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: `e.g. ${text}`,
	displayOptions: { show: { responseType: ['approval'], ...(types !== undefined && { approvalType: types }) } },
	description: 'If empty, the button has the built-in word of the language (Page → Language)',
});

/** Named as in n8n's own nodes. n8n hides responseType, and sets it to 'approval', where it reviews an agent's tools. */
export const questionFields: INodeProperties[] = [
	messageField,
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Approval', value: 'approval', description: 'The page has one or two buttons' },
			{ name: 'Free Text', value: 'freeText', description: 'The page has a text field' },
		],
		default: 'approval',
		description: 'How the question is answered',
	},
	{
		displayName: 'Type of Approval',
		name: 'approvalType',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { responseType: ['approval'] } },
		options: [
			{ name: 'Approve and Decline', value: 'double', description: 'Two buttons' },
			{
				name: 'Approve Only',
				value: 'single',
				description: 'One button, for example to confirm that the message was read',
			},
		],
		default: 'double',
		description: 'Which buttons the page has',
	},
	label('approveLabel', 'Approve Label', 'Restart'),
	label('declineLabel', 'Decline Label', 'Leave It', ['double']),
	{
		displayName: 'Wait For',
		name: 'awaits',
		type: 'options',
		options: [
			{ name: 'All Answers', value: 'all', description: 'One item for each destination' },
			{ name: 'First Answer', value: 'first', description: 'One item, with the number that answered first' },
		],
		default: 'first',
		description: 'What to wait for if an item has several destinations. Each gets its own link.',
	},
];

export function readQuestion(read: (name: string) => unknown, addFault: AddFault): Question {
	const message = readMessageText(read('message'), (_field, reason) => addFault('message', reason));
	const page = readPage(asValues(read('page')), read('from'), addFault);
	const labelOf = (name: string) => readText(read(name), name, addFault)?.trim();
	const readButtons = (): Question['buttons'] => {
		const words = builtInWords(page.language);
		const approved = labelOf('approveLabel') ?? words.approve;
		const type = readChoice(read('approvalType'), 'approvalType', ['double', 'single'], addFault);
		return type === 'single' ? { approved } : { approved, declined: labelOf('declineLabel') ?? words.decline };
	};
	const isApproval =
		readChoice(read('responseType'), 'responseType', ['approval', 'freeText'], addFault) === 'approval';
	return {
		message: message.includes(LINK_PLACE) ? withRoomForLink(message) : `${message}\n${LINK_PLACE}`,
		...(isApproval && { buttons: readButtons() }),
		awaits: readChoice(read('awaits'), 'awaits', ['first', 'all'], addFault),
		...page,
	};
}

export const questionText = ({ message }: Question): string => withArrowForLink(message);

/** The words of the page, with what their placeholders stand for. @param answer as far as there is one */
export function wordsOf({ language, ownWords, askedBy, maxLength }: Question, answer = ''): PageWords {
	const words: PageWords = { ...builtInWords(language), ...ownWords };
	if (askedBy === '' && words.asks.includes('{name}')) words.asks = words.question;
	const values: Readonly<Record<string, string>> = {
		'{name}': askedBy,
		'{max}': String(maxLength),
		'{answer}': answer,
	};
	const filled = (text: string) => text.replaceAll(/\{(?:name|max|answer)\}/g, (placeholder) => values[placeholder]!);
	return Object.fromEntries(Object.entries(words).map(([place, text]) => [place, filled(text)])) as PageWords;
}
