import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { readMessageText, textField } from '../fields/text';
import { asValues, readChoice, readText, type AddFault } from '../parameters/values';
import { LINK_PLACE } from '../service/answerLinks';
import { readPage, type PageTexts } from './pageTexts';

/** What an input item asks. */
export interface Question {
	/** As sent, with a placeholder for the link. */
	message: string;
	/** What can be answered: one button, two buttons or a text. */
	kind: 'approval' | 'confirm' | 'freeText';
	awaits: 'first' | 'all';
	/** The buttons. */
	labels: { approved: string; declined: string };
	/** Who asks. */
	askedBy: string;
	/** Characters of a text. */
	maxLength: number;
	texts: PageTexts;
	/** The fields of the input item, if they are to come out too. */
	input?: IDataObject;
}

const DEFAULT_LABELS = { approved: 'Approve', declined: 'Decline' };

/** n8n's review of an agent's tools has a field of its own with this name, which says what the agent wants to do. */
const messageField: INodeProperties = {
	...textField,
	displayName: 'Question',
	name: 'message',
	placeholder: 'e.g. Disk of db1 is full. Restart the database? {link}',
	description:
		"The message. {link} stands for the link to the page where it is answered; without it, the link goes to the end. The link adds about 155 characters plus your n8n's address, so expect at least two segments.",
};

const label = (name: string, displayName: string, text: string, kinds: Array<Question['kind']>): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: text,
	displayOptions: { show: { responseType: kinds } },
	description: 'What the button says',
});

/** n8n sets responseType to 'approval' where it reviews an agent's tools. */
export const questionFields: INodeProperties[] = [
	messageField,
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Two Buttons', value: 'approval', description: 'To approve or decline' },
			{ name: 'One Button', value: 'confirm', description: 'To approve, or to confirm that the message was read' },
			{ name: 'Free Text', value: 'freeText' },
		],
		default: 'approval',
		description: 'How the question is answered',
	},
	label('approveLabel', 'Approve Label', DEFAULT_LABELS.approved, ['approval', 'confirm']),
	label('declineLabel', 'Decline Label', DEFAULT_LABELS.declined, ['approval']),
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

/** @param workflow the workflow's name, for the page */
export function readQuestion(read: (name: string) => unknown, workflow: string, addFault: AddFault): Question {
	const message = readMessageText(read('message'), (_field, reason) => addFault('message', reason));
	const kind = readChoice(read('responseType'), 'responseType', ['approval', 'confirm', 'freeText'], addFault);
	const labelOf = (name: string, text: string) =>
		kind === 'freeText' ? text : (readText(read(name), name, addFault)?.trim() ?? text);
	return {
		message: message.includes(LINK_PLACE) ? message : `${message}\n${LINK_PLACE}`,
		kind,
		awaits: readChoice(read('awaits'), 'awaits', ['first', 'all'], addFault),
		labels: {
			approved: labelOf('approveLabel', DEFAULT_LABELS.approved),
			declined: kind === 'approval' ? labelOf('declineLabel', DEFAULT_LABELS.declined) : '',
		},
		...readPage(asValues(read('page')), workflow, addFault),
	};
}

/** The question as the page shows it. */
export function textOf({ message }: Question): string {
	return message.replaceAll(LINK_PLACE, '').trim();
}
