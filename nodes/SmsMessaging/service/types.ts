/** A value that JSON can carry. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
	[key: string]: Json | undefined;
}

/** interface: Destination */
export interface Destination {
	to: string;
	messageId?: string;
}

/** interface: DeliveryTimeWindow. Hours 0–23, minutes 0–59. */
export interface DeliveryTimeWindow {
	days: string[];
	from?: { hour: number; minute: number };
	to?: { hour: number; minute: number };
}

/** interface: Tracking */
export interface Tracking {
	track?: string;
	type?: string;
}

/** What TextMessage and BinaryMessage have in common (interface: Send request). */
interface MessageCommon {
	destinations: Destination[];
	from?: string;
	callbackData?: string;
	intermediateReport?: boolean;
	notifyUrl?: string;
	notifyContentType?: string;
	/** The interface does not show the unit; the value is passed through. */
	validityPeriod?: number;
	/** yyyy-MM-dd'T'HH:mm:ss.SSSZ with a numeric offset */
	sendAt?: string;
	deliveryTimeWindow?: DeliveryTimeWindow;
}

/** interface: TextMessage */
export interface TextMessage extends MessageCommon {
	text: string;
	flash?: boolean;
	language?: { languageCode?: string };
	transliteration?: string;
}

/** interface: BinaryMessage. `hex` is byte pairs separated by single spaces. */
export interface BinaryMessage extends MessageCommon {
	binary: { hex: string; dataCoding?: number; esmClass?: number };
}

export type Message = TextMessage | BinaryMessage;

/** interface: Send request. `tracking` exists for text only. */
export interface SendRequest {
	bulkId?: string;
	tracking?: Tracking;
	messages: Message[];
}

/** interface: Status */
export interface Status {
	groupId?: number;
	groupName?: string;
	id?: number;
	name?: string;
	description?: string;
	action?: string;
}

/** interface: SMSResponseDetails, one per destination. */
export interface SendResponseEntry {
	to?: string;
	status?: Status;
	smsCount?: number;
	messageId?: string;
}

/** interface: SMSResponse */
export interface SendResponse {
	bulkId?: string;
	trackingProcessKey?: string;
	messages: SendResponseEntry[];
}
