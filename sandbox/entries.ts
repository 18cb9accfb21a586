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

/** A message as GET /sms/1/reports shows it. */
export function reportOf(message: SandboxMessage): SentSMSReport {
	const { text: _, ...log } = logOf(message);
	const { callbackData, entityId, applicationId } = message;
	return { ...log, callbackData, entityId, applicationId };
}

/** What log entries and reports of version 3 have in common. */
interface Version3Entry
	extends Pick<SentSMSLog, 'bulkId' | 'messageId' | 'sentAt' | 'doneAt' | 'mccMnc' | 'price' | 'status' | 'error'> {
	sender?: string;
	messageCount: number;
	/** Absent if the message has neither. */
	platform?: { entityId?: string; applicationId?: string };
	campaignReferenceId?: string;
}

/** Documents: GET /sms/3/logs. */
export interface Version3Log extends Version3Entry {
	destination: string;
	content: { text?: string } | { hex?: string; dataCoding?: number; esmClass?: number };
}

/** Documents: GET /sms/3/reports. */
export interface Version3Report extends Version3Entry {
	to: string;
	callbackData?: string;
}

function version3Entry(message: SandboxMessage): Version3Entry {
	const { from: sender, smsCount: messageCount, to: _, text: _text, error, ...same } = logOf(message);
	const { entityId, applicationId, campaignReferenceId } = message;
	return {
		...{ sender, ...same, messageCount },
		// Documents: version 3 writes OK where version 1 has Ok
		error: { ...error, groupName: error.groupName.toUpperCase() },
		...((entityId ?? applicationId) !== undefined && { platform: { entityId, applicationId } }),
		campaignReferenceId,
	};
}

/** A message as GET /sms/3/logs shows it. */
export function version3LogOf(message: SandboxMessage): Version3Log {
	const { to: destination, kind, text, dataCoding, esmClass } = message;
	const content = kind === 'binary' ? { hex: text, dataCoding, esmClass } : { text };
	return { ...version3Entry(message), destination, content };
}

/** A message as GET /sms/3/reports shows it. */
export function version3ReportOf(message: SandboxMessage): Version3Report {
	return { ...version3Entry(message), to: message.to, callbackData: message.callbackData };
}

/** A delivery report of any version. */
export type Report = SentSMSReport | Version3Report;

/** The report of a message as it is pushed: in the version of its send. */
export const pushedReportOf = (message: SandboxMessage): Report =>
	message.version === '3' ? version3ReportOf(message) : reportOf(message);

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
