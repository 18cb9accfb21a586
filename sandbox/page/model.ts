import type { Message, MessageError, Status } from '../control/shown';

/* Answers of the control endpoints below /_sandbox/ (sandbox/README.md). */

export type { Binary, Message, MessageError, Push, Status } from '../control/shown';

export interface Conversation {
	to: string;
	count: number;
	latest: Message;
}

/** One page of a list, newest first. */
export interface MessagePage {
	messages: Message[];
	/** Start of the next page; absent on the last. */
	next?: string;
}

export interface ConversationPage {
	conversations: Conversation[];
	next?: string;
}

export interface Catalogue {
	statuses: Status[];
	errors: MessageError[];
}

export const keyOf = ({ key }: Message): string => key;

/** The number of the phone, without the plus that clients may write. */
export const numberOf = ({ direction, from = '', to }: Message): string =>
	(direction === 'incoming' ? from : to).replace(/^[+ ]/, '');
