import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readMessageText, textField } from '../fields/text';
import { asValues, readChoice, readText, type AddFault } from '../parameters/values';
import { LINK_PLACE } from '../service/answerLinks';
import { readPage, type PageSettings } from './pageSettings';
import { builtInWords, type PageWords } from './words';

/** What an input item asks. */
export interface Question extends PageSettings {
	/** As sent, with a placeholder for the link. */
	message: string;
	/** What the buttons say; absent if the answer is a text. */
	buttons?: { approved: string; declined?: string };
	awaits: 'first' | 'all';
	/** The fields of the input item, if they are to come out too. */
	input?: IDataObject;
}

/** n8n's review of an agent's tools has a field of its own with this name, which says what the agent wants to do. */
const messageField: INodeProperties = {
	...textField,
	displayName: 'Question',
	name: 'message',
	placeholder: 'e.g. Disk of db1 is full. Restart the database? {link}',
	description:
		"The message. {link} stands for the link to the page where it is answered; without it, the link goes to the end. The link adds about 155 characters plus your n8n's address, so expect at least two segments.",
};

const label = (name: string, displayName: string, text: string, types?: string[]): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: `e.g. ${text}`,
	displayOptions: { show: { responseType: ['approval'], ...(types !== undefined && { approvalType: types }) } },
	description: 'What the button says. If empty, the built-in word of the language (Page → Language).',
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
			{ name: 'Approval', value: 'approval', description: 'Answered with a button' },
			{ name: 'Free Text', value: 'freeText', description: 'Answered with a text' },
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
			{ name: 'Approve Only', value: 'single', description: 'One button, for example to confirm that it was read' },
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
			{ name: 'All Answers', value: 'all', description: 'Outputs an item for each destination' },
			{ name: 'First Answer', value: 'first', description: 'Outputs one item, with the number that answered' },
		],
		default: 'first',
		description: 'What to wait for with several destinations. Each gets a link of its own.',
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
		message: message.includes(LINK_PLACE) ? message : `${message}\n${LINK_PLACE}`,
		...(isApproval && { buttons: readButtons() }),
		awaits: readChoice(read('awaits'), 'awaits', ['first', 'all'], addFault),
		...page,
	};
}

/** The question as the page shows it. */
export function textOf({ message }: Question): string {
	return message.replaceAll(LINK_PLACE, '').trim();
}

export function wordsOf({ language, ownWords }: Question): PageWords {
	return { ...builtInWords(language), ...ownWords };
}
