/** What the control endpoints below /_sandbox/ say (sandbox/README.md). Times as Date reads them. */
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

/** One attempt to push reports: the HTTP status of the answer, or why there was none; neither while it is under way. */
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
	messageId: string;
	bulkId: string;
	from?: string;
	to: string;
	text?: string;
	binary?: Binary;
	flash: boolean;
	encoding: string;
	segments: number;
	status: Status;
	error?: MessageError;
	acceptedAt: string;
	sendAt?: string;
	doneAt?: string;
	callbackData?: string;
	reference?: string;
	notifyUrl?: string;
	pushes: Push[];
	history: Array<{ at: string; name: string }>;
}

export interface Conversation {
	to: string;
	count: number;
	latest: Message;
}

export interface MessagePage {
	/** Newest first. */
	messages: Message[];
	/** Says where the next page begins; absent on the last. */
	next?: string;
}

export interface Catalogue {
	statuses: Status[];
	errors: MessageError[];
}

/** An ID may be used for several messages. */
export function keyOf({ messageId, to, acceptedAt }: Message): string {
	return `${messageId} ${to} ${acceptedAt}`;
}
