import type { JsonObject } from '../text/json';

/** interface: Destination */
export type Destination = {
	to: string;
	messageId?: string;
};

/** interface: DeliveryTimeWindow. Hours 0–23, minutes 0–59. */
export type DeliveryTimeWindow = {
	days: string[];
	from?: { hour: number; minute: number };
	to?: { hour: number; minute: number };
};

/** interface: Tracking */
export type Tracking = {
	track?: string;
	type?: string;
};

/** What TextMessage and BinaryMessage have in common (interface: Send request). */
type MessageCommon = {
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
};

/** interface: TextMessage */
export type TextMessage = MessageCommon & {
	text: string;
	flash?: boolean;
	language?: { languageCode?: string };
	transliteration?: string;
};

/** interface: BinaryMessage. `hex` is byte pairs separated by single spaces. */
export type BinaryMessage = MessageCommon & {
	binary: { hex: string; dataCoding?: number; esmClass?: number };
};

/** A message as it goes into a request, without its destinations; the user's extra fields may add any other field. */
export type Message = (Omit<TextMessage, 'destinations'> | Omit<BinaryMessage, 'destinations'>) & JsonObject;

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
