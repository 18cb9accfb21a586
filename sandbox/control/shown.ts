/* What the control endpoints show, for the page too. Times as in the interface: 2026-03-02T12:00:00.000+0000. */

export interface Status {
	groupName: string;
	name: string;
	id: number;
	description: string;
}

export interface MessageError {
	groupName: string;
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
	dataCoding: number;
	esmClass: number;
}

/** A message as the control endpoints show it. */
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
	/** Of the interface: by which it was sent. Absent if no request sent it. */
	version?: string;
	/** A sample, not sent by a client. */
	sample?: true;
	/** Such as GSM-7, GSM-7 (TR), UCS-2, 8-bit. */
	encoding: string;
	segments: number;
	status: Status;
	/** Absent if there is none. */
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
