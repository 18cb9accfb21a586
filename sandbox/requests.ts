import type { DeliveryTimeWindow } from './deliveryWindow';
import type { Language } from './segments';

/** What the two send endpoints take, after validation (interface: Send request). Optional fields may also be null. */
interface MessageFields {
	destinations: Array<{ to: string; messageId?: string | null }>;
	from?: string | null;
	callbackData?: string | null;
	intermediateReport?: boolean | null;
	notifyUrl?: string | null;
	notifyContentType?: string | null;
	validityPeriod?: number | null;
	sendAt?: string | null;
	deliveryTimeWindow?: DeliveryTimeWindow | null;
	entityId?: string | null;
	applicationId?: string | null;
}

export interface TextMessage extends MessageFields {
	text?: string | null;
	flash?: boolean | null;
	language?: Language | null;
	transliteration?: string | null;
}

export interface BinaryMessage extends MessageFields {
	binary: { hex: string; dataCoding?: number | null; esmClass?: number | null };
}

export interface TextRequest {
	bulkId?: string | null;
	messages: TextMessage[];
	tracking?: { track?: string | null; type?: string | null; processKey?: string | null } | null;
}

export interface BinaryRequest {
	bulkId?: string | null;
	messages: BinaryMessage[];
}
