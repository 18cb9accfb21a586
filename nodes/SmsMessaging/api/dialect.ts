import type { JsonObject } from '../text/json';
import type { Content, Language, Message, Query, QueryParameters, Request, RequestSettings } from './message';
import { version1 } from './version1';

/** How a version of the interface writes what the nodes mean. Nothing changes a body after that. */
export interface Dialect {
	logsPath: string;
	reportsPath: string;
	/** documents: received messages, each returned once. */
	inboxPath: string;
	sendPath(content: Content): string;
	/** What has to be equal for messages to share a request. */
	shared(settings: RequestSettings, sendAt: string | undefined): unknown;
	/** The body of a send request; extra fields of the user are merged last. */
	body(request: Request): JsonObject;
	/** The language by which the service encodes a text, also from extra fields. */
	languageOf(message: Message): Language | undefined;
	query(query: Query): QueryParameters;
}

/** The one that the credential names. */
export function dialectOf(credential: Record<string, unknown>): Dialect {
	return version1({
		sendVersion: String(credential.sendVersion) === '2' ? 2 : 1,
		validityUnit: credential.validityUnit === 'milliseconds' ? 'milliseconds' : 'minutes',
	});
}

const TIME = { hour: 0, minute: 0 };
const TEXT: Required<Content & { text: string }> = { text: '', languageCode: '', transliteration: '' };
const BYTES: Required<Content & { hex: string }> = { hex: '', dataCoding: 0, esmClass: 0 };
const EVERYTHING: Required<Omit<Message, 'content' | 'extraFields'>> = {
	sender: '',
	flash: false,
	validityMinutes: 0,
	deliveryTimeWindow: { days: [], from: TIME, to: TIME },
	callbackData: '',
	report: { url: '', contentType: '', isIntermediate: false },
};

/** A request, and a message of it, in which everything is filled in that has a control in the nodes. */
export function fullBody(dialect: Dialect, kind: 'text' | 'bytes'): { request: JsonObject; message: JsonObject } {
	const { flash: _, ...ofBytes } = EVERYTHING;
	const message = kind === 'text' ? { ...EVERYTHING, content: TEXT } : { ...ofBytes, content: BYTES };
	const settings = kind === 'text' ? { tracking: { track: '', type: '' } } : {};
	const request = dialect.body({
		settings,
		bulkId: '',
		messages: [{ message, sendAt: '', destinations: [{ to: '', messageId: '' }] }],
	});
	return { request, message: (request.messages as [JsonObject])[0] };
}
