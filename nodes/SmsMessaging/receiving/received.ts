import { isId } from '../reports/report';
import { isJsonObject, type Json, type JsonObject } from '../text/json';

/** An SMS that somebody sent to a number of the account (documents: inbox reports), with the fields that tell it from other entries. */
export interface ReceivedMessage extends JsonObject {
	messageId: string | number;
	from: string | number;
	text: string;
}

/** Whether a value is a received message: a messageId, a sender and a text. A delivery report, which has a status, is none, nor an MMS. */
export function isReceived(value: Json): value is ReceivedMessage {
	return (
		isJsonObject(value) &&
		isId(value.messageId) &&
		isId(value.from) &&
		typeof value.text === 'string' &&
		!isJsonObject(value.status)
	);
}
