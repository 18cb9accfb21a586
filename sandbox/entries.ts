import type { MessageError, Status } from './catalogue';
import { formatDateTime } from './dates';
import type { SandboxMessage } from './message';

interface Price {
	pricePerMessage: number;
	currency: string;
}

/** Interface: SentSMSLog. */
export interface SentSMSLog {
	bulkId: string;
	messageId: string;
	to: string;
	from?: string;
	text?: string;
	sentAt: string;
	doneAt?: string;
	smsCount: number;
	mccMnc: string;
	price: Price;
	status: Status;
	error: MessageError;
}

/** Interface: SentSMSReport. */
export interface SentSMSReport extends Omit<SentSMSLog, 'text'> {
	callbackData?: string;
	entityId?: string;
	applicationId?: string;
}

const date = (time: number | undefined): string | undefined => (time === undefined ? undefined : formatDateTime(time));

/** A message as GET /sms/1/logs shows it. */
export function logOf(message: SandboxMessage): SentSMSLog {
	const { bulkId, messageId, to, from, text, smsCount, mccMnc, status, error } = message;
	return {
		bulkId,
		messageId,
		to,
		from,
		text,
		sentAt: formatDateTime(message.sentAt!),
		doneAt: date(message.doneAt),
		smsCount,
		mccMnc,
		price: { pricePerMessage: message.pricePerMessage, currency: message.currency },
		status,
		error,
	};
}

/** A message as a delivery report, for GET /sms/1/reports and for notifications. */
export function reportOf(message: SandboxMessage): SentSMSReport {
	const { text: _, ...log } = logOf(message);
	const { callbackData, entityId, applicationId } = message;
	return { ...log, callbackData, entityId, applicationId };
}

/** A received message as the service returns it (documents: inbox reports). */
export interface ReceivedSMS {
	messageId: string;
	from: string;
	to: string;
	text: string;
	/** Without the keyword. */
	cleanText: string;
	/** Empty if there is none. */
	keyword: string;
	receivedAt: string;
	smsCount: number;
	price: { pricePerMessage: number; currency: string };
	callbackData?: string;
}

/** A received message as GET /sms/1/inbox/reports shows it, and as it is pushed. */
export function receivedOf(message: SandboxMessage): ReceivedSMS {
	const {
		messageId,
		from = '',
		to,
		text = '',
		keyword = '',
		smsCount,
		pricePerMessage,
		currency,
		callbackData,
	} = message;
	return {
		messageId,
		from,
		to,
		text,
		cleanText: keyword === '' ? text : text.trimStart().slice(keyword.length).trimStart(),
		keyword,
		receivedAt: formatDateTime(message.acceptedAt),
		smsCount,
		price: { pricePerMessage, currency },
		...(callbackData !== undefined && { callbackData }),
	};
}
