/* Answers of the control endpoints below /_sandbox/ (sandbox/README.md). Times as in the interface: 2026-03-02T12:00:00.000+0000. */

export interface Status {
	groupName: string;
	name: string;
	id: number;
	description: string;
}

export interface MessageError {
	name: string;
	id: number;
	description: string;
	permanent: boolean;
}

/** One attempt to push reports: the HTTP status of the answer, or why there was none; neither while it is pending. */
export interface Push {
	at: string;
	status?: number;
	problem?: string;
}

export interface Binary {
	hex: string;
	dataCoding?: number;
	esmClass?: number;
}

export interface Message {
	/** Unlike the messageId, never shared by two messages; later ones have higher numbers. */
	key: string;
	messageId: string;
	bulkId: string;
	/** incoming: sent by a phone, `from`. */
	direction: 'outgoing' | 'incoming';
	from?: string;
	to: string;
	text?: string;
	binary?: Binary;
	flash: boolean;
	/** Of the interface, by which it was sent. */
	version?: string;
	/** A sample, not sent by a client. */
	sample?: true;
	encoding: string;
	segments: number;
	status: Status;
	error?: MessageError;
	acceptedAt: string;
	sendAt?: string;
	/** While it waits for its sendAt. */
	scheduled?: 'PENDING' | 'PAUSED';
	doneAt?: string;
	callbackData?: string;
	notifyUrl?: string;
	pushes: Push[];
	history: Array<{ at: string; name: string }>;
}

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
