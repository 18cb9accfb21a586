import type { MessageError, Status } from './catalogue';
import type { DeliveryTimeWindow } from './deliveryWindow';
import type { SendVersion } from './options';

/** A status of a message, and when it was set. */
export interface StatusChange {
	status: Readonly<Status>;
	error: Readonly<MessageError>;
	/** Milliseconds since the epoch. */
	at: number;
}

/** One attempt to push a report of a message: the HTTP status of the answer, or why there was none; neither while it is pending. */
export interface MessagePush {
	at: number;
	status?: number;
	problem?: string;
}

/** One message to one destination. Times in milliseconds since the epoch. */
export interface SandboxMessage {
	kind: 'text' | 'binary';
	/** Of the request that sent it; absent for one that no request sent. */
	version?: SendVersion;
	/** Sent by a phone, `from`, to a number of the account, `to`. */
	isIncoming?: true;
	/** Of an incoming message: empty if it has none. */
	keyword?: string;
	messageId: string;
	bulkId: string;
	to: string;
	from?: string;
	/** The text as sent (after transliteration), or the hex string of a binary message. */
	text?: string;
	/** Of a binary message. */
	dataCoding?: number;
	esmClass?: number;
	flash?: boolean;
	/** Such as GSM-7 or UCS-2. */
	encoding?: string;
	smsCount: number;
	mccMnc: string;
	pricePerMessage: number;
	currency: string;
	callbackData?: string;
	entityId?: string;
	applicationId?: string;
	campaignReferenceId?: string;
	notifyUrl?: string;
	notifyContentType?: string;
	intermediateReport: boolean;
	/** Has no report at all. */
	isUnreported?: boolean;
	acceptedAt: number;
	/** Not set while a message waits for its sendAt; such a message is in no log. */
	sentAt?: number;
	/** Set with the final status. */
	doneAt?: number;
	status: Readonly<Status>;
	error: Readonly<MessageError>;
	/** Every status the message has had, the current one last. */
	history: StatusChange[];
	/** Held until it is resumed: it is not sent at its sendAt. */
	isPaused?: boolean;
	/** Its schedule, if it is not sent at once, at any time of day, with a validity of 48 hours. */
	schedule?: Schedule;
	/** A sample, not sent by a client (seeding.ts). */
	isSample?: boolean;
	/** Its report, or the incoming message itself, waits to be fetched. */
	reportWaits?: boolean;
	/** Attempts to push its reports. */
	pushes?: MessagePush[];
	/** Assigned by the store: later messages have higher numbers. */
	sequence?: number;
	/** The store has dropped it; nothing more happens to it. */
	isForgotten?: boolean;
}

/** When a message may go out, and until when. */
export interface Schedule {
	/** Milliseconds since the epoch; absent or past: at once. */
	sendAt?: number;
	deliveryTimeWindow?: DeliveryTimeWindow;
	/** Absent, 0 or longer than 48 hours: 48 hours. */
	validityMs?: number;
}

/** Whether a message waits for its sendAt. */
export const isWaiting = ({ sentAt, doneAt, isIncoming }: SandboxMessage): boolean =>
	sentAt === undefined && doneAt === undefined && !isIncoming;

/** A number without its plus, which becomes a space in a query unless it is encoded. */
export const plainNumber = (to: string): string => to.replace(/^[+ ]/, '');

/** The number whose conversation a message belongs to. */
export const partnerOf = ({ isIncoming, from = '', to }: SandboxMessage): string => plainNumber(isIncoming ? from : to);
