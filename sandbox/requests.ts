import type { DeliveryTimeWindow } from './deliveryWindow';
import { VALIDITY_UNITS_MS, type SendVersion, type ValidityUnit } from './options';
import type { Language } from './segments';

/** What a message may have in the requests of all versions, under the same names. */
interface CommonFields {
	destinations: Array<{ to: string; messageId?: string }>;
	flash?: boolean;
	deliveryTimeWindow?: DeliveryTimeWindow;
	entityId?: string;
	applicationId?: string;
	campaignReferenceId?: string;
}

interface TextContent {
	text?: string;
	language?: Language;
	transliteration?: string;
}

interface BinaryContent {
	hex: string;
	dataCoding?: number;
	esmClass?: number;
}

/** A message to send, whatever the version of its request. */
export interface OutgoingMessage extends CommonFields, TextContent {
	/** Absent for a text. */
	binary?: BinaryContent;
	from?: string;
	callbackData?: string;
	notifyUrl?: string;
	notifyContentType?: string;
	intermediateReport?: boolean;
	/** Neither pushes nor keeps a report. */
	isUnreported?: boolean;
	sendAt?: string;
	validityMs?: number;
}

export interface SendRequest {
	version: SendVersion;
	bulkId?: string;
	messages: OutgoingMessage[];
}

/** Body of a send request of version 1 or 2 after validation (interface: Send request). */
export interface Version1Request {
	bulkId?: string;
	messages: Array<Omit<OutgoingMessage, 'isUnreported' | 'validityMs'> & { validityPeriod?: number }>;
	/** With texts only. */
	tracking?: { track?: string; type?: string; processKey?: string };
}

/** Fields of the other kind of message are ignored. */
export function fromVersion1(
	version: SendVersion,
	isBinary: boolean,
	{ bulkId, messages }: Version1Request,
	unit: ValidityUnit,
): SendRequest {
	// Names that only we use could come from a client
	const ofKind = { ...(isBinary ? { flash: undefined } : { binary: undefined }), isUnreported: undefined };
	return {
		version,
		bulkId,
		messages: messages.map(({ validityPeriod, ...message }) => ({
			...{ ...message, ...ofKind },
			validityMs: validityPeriod && validityPeriod * VALIDITY_UNITS_MS[unit],
		})),
	};
}

const TIME_UNITS_MS = { MINUTES: 60_000, SECONDS: 1000, HOURS: 3_600_000 } as const;
/** The first is the default. */
export const TIME_UNITS = Object.keys(TIME_UNITS_MS);

/** Body of POST /sms/3/messages after validation (documents: version 3). */
export interface Version3Request {
	messages: Array<
		Pick<CommonFields, 'destinations'> & {
			sender?: string;
			content: TextContent & Partial<BinaryContent>;
			options?: Pick<CommonFields, 'flash' | 'deliveryTimeWindow' | 'campaignReferenceId'> & {
				platform?: Pick<CommonFields, 'entityId' | 'applicationId'>;
				validityPeriod?: { amount: number; timeUnit: keyof typeof TIME_UNITS_MS };
			};
			webhooks?: {
				delivery?: { url?: string; intermediateReport?: boolean; notify?: boolean };
				contentType?: string;
				callbackData?: string;
			};
		}
	>;
	options?: { schedule?: { bulkId?: string; sendAt?: string }; includeSmsCountInResponse?: boolean };
}

export function fromVersion3({ messages, options: { schedule = {} } = {} }: Version3Request): SendRequest {
	return {
		version: '3',
		bulkId: schedule.bulkId,
		messages: messages.map(({ sender: from, destinations, content, options = {}, webhooks = {} }) => {
			const { text, language, transliteration, hex, dataCoding, esmClass } = content;
			const { flash, deliveryTimeWindow, campaignReferenceId, validityPeriod } = options;
			const { entityId, applicationId } = options.platform ?? {};
			const { url: notifyUrl, intermediateReport, notify = true } = webhooks.delivery ?? {};
			const { contentType: notifyContentType, callbackData } = webhooks;
			return {
				...{ destinations, from, callbackData, flash, sendAt: schedule.sendAt, deliveryTimeWindow },
				...(hex === undefined ? { text, language, transliteration } : { binary: { hex, dataCoding, esmClass } }),
				validityMs: validityPeriod && validityPeriod.amount * TIME_UNITS_MS[validityPeriod.timeUnit],
				...{ entityId, applicationId, campaignReferenceId, notifyContentType },
				...(notify ? { notifyUrl, intermediateReport } : { isUnreported: true }),
			};
		}),
	};
}
