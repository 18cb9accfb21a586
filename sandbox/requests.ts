import type { DeliveryTimeWindow } from './deliveryWindow';
import type { Language } from './segments';

/** Bodies of the two send endpoints after validation (interface: Send request). */
interface MessageFields {
	destinations: Array<{ to: string; messageId?: string }>;
	from?: string;
	callbackData?: string;
	intermediateReport?: boolean;
	notifyUrl?: string;
	notifyContentType?: string;
	validityPeriod?: number;
	sendAt?: string;
	deliveryTimeWindow?: DeliveryTimeWindow;
	entityId?: string;
	applicationId?: string;
}

export interface TextMessage extends MessageFields {
	text?: string;
	flash?: boolean;
	language?: Language;
	transliteration?: string;
}

export interface BinaryMessage extends MessageFields {
	binary: { hex: string; dataCoding?: number; esmClass?: number };
}

export interface TextRequest {
	bulkId?: string;
	messages: TextMessage[];
	tracking?: { track?: string; type?: string; processKey?: string };
}

export interface BinaryRequest {
	bulkId?: string;
	messages: BinaryMessage[];
}
