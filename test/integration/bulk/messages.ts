import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Target } from './accounting';

export const textOf = (index: number) => `Hello ${index}`;
export const hexOf = (index: number) =>
	Buffer.from(`${index}`.padStart(8, '0'))
		.toString('hex')
		.replace(/..(?=.)/g, '$& ');

/** Parameters that send `text` or `hex` of each input item to its `to`. */
export const SEND_TEXT: INodeParameters = {
	operation: 'sendText',
	to: '={{ $json.to }}',
	text: '={{ $json.content }}',
};
export const SEND_BINARY: INodeParameters = {
	operation: 'sendBinary',
	to: '={{ $json.to }}',
	hex: '={{ $json.content }}',
};

/** Small limits, so that a test need not wait long; IDs as they are unless the user chooses otherwise. */
export const QUICK = { patience: 5, lookUpTime: 0.4, messageIds: 'node' };

export interface Row extends IDataObject {
	to: string;
	content: string;
}

/** Rows with one destination each. */
export function rows(count: number, content: (index: number) => string = textOf): Row[] {
	return Array.from({ length: count }, (_, index) => ({ to: numberOf(index), content: content(index) }));
}

export const numberOf = (index: number) => `43660${1_000_000 + index}`;

/** What these rows are to send; several destinations stand in one row with commas. */
export function targetsOf(items: Row[]): Target[] {
	return items.flatMap(({ to, content }, itemIndex) =>
		to.split(',').map((number) => ({ itemIndex, to: number.trim(), text: content })),
	);
}

interface SentMessage {
	destinations: Array<{ to: string; messageId?: string }>;
}

/** The messages in the body of a send request. */
export const messagesOf = (body: string) => (JSON.parse(body) as { messages: SentMessage[] }).messages;
