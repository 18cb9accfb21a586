import type { JsonObject } from '../text/json';

/** A phone number, and the ID of the message to it (interface: Destination). */
export interface Destination {
	to: string;
	messageId: string;
}

/** A text, or bytes as pairs of hexadecimal digits with spaces between them. */
export type Content =
	| { text: string; languageCode?: string; transliteration?: string }
	| { hex: string; dataCoding?: number; esmClass?: number };

/** The interface's `language` of a text message; the flags are those of version 1. */
export interface Language {
	languageCode?: string | null;
	singleShift?: boolean | null;
	lockingShift?: boolean | null;
}

/** When a message may be delivered, in UTC (interface: DeliveryTimeWindow). Hours 0–23, minutes 0–59. */
export interface DeliveryTimeWindow {
	days: string[];
	from?: { hour: number; minute: number };
	to?: { hour: number; minute: number };
}

/** Where the service posts delivery reports of a message, and in which form. */
export interface ReportSettings {
	url?: string;
	contentType?: string;
	isIntermediate?: boolean;
}

/** What its destinations get, in the words of the nodes; `dialect` writes it in those of a version. What is not there is not sent. */
export interface Message {
	sender?: string;
	content: Content;
	flash?: boolean;
	validityMinutes?: number;
	deliveryTimeWindow?: DeliveryTimeWindow;
	callbackData?: string;
	report?: ReportSettings;
	/** More fields of the user, in the words of the version. */
	extraFields?: JsonObject;
}

/** What applies to a whole request: messages with different settings cannot share one. */
export interface RequestSettings {
	bulkId?: string;
	/** Whether each destination has a request of its own, so that it can be cancelled alone. */
	isForOne?: true;
	/** interface: Tracking */
	tracking?: { track?: string; type?: string };
	extraFields?: JsonObject;
}

export interface Request {
	settings: RequestSettings;
	/** The user's, or one of this node. */
	bulkId: string;
	messages: Array<{
		message: Message;
		/** ISO 8601 with an offset. */
		sendAt?: string | undefined;
		destinations: Destination[];
	}>;
}

export interface Query {
	bulkIds?: string[] | undefined;
	messageIds?: string[] | undefined;
	from?: string | undefined;
	to?: string | undefined;
	statusGroup?: string | undefined;
	/** When they were sent, both inclusive: ISO 8601 with an offset. */
	since?: string | undefined;
	until?: string | undefined;
	mcc?: string | undefined;
	mnc?: string | undefined;
	limit?: number | undefined;
	/** More parameters of the user, as the service names them. */
	extra?: QueryParameters | undefined;
}

/** Name and value of a request's query parameters, in order; a name may occur more than once. */
export type QueryParameters = Array<[name: string, value: string]>;

/** How a version of the interface writes what the nodes mean. Nothing changes a body after that. */
export interface Dialect {
	version: '1' | '2' | '3';
	logsPath: string;
	reportsPath: string;
	sendPath(content: Content): string;
	/** Whether messages need the same time to share a request, as they always need the same settings. */
	hasOneSendAt: boolean;
	/** A setting with a control that the version cannot express, and why, to follow the control's name. */
	lacking(settings: RequestSettings): { field: string; reason: string } | undefined;
	/** The body of a send request; extra fields of the user are merged last. */
	body(request: Request): JsonObject;
	/** The language by which the service encodes a text, also from extra fields. */
	languageOf(message: Message): Language | undefined;
	query(query: Query): QueryParameters;
}
