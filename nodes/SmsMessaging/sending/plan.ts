import { addExtraFields } from '../fields/extraFields';
import type { RequestSettings } from '../fields/request';
import type { JsonObject } from '../service/types';
import type { ComposedMessage } from './compose';

/** A message and the input item that it comes from. */
export interface PlannedMessage extends ComposedMessage {
	itemIndex: number;
}

/** Messages that travel in one request. */
export interface PlannedRequest {
	settings: RequestSettings;
	messages: PlannedMessage[];
}

/**
 * Puts messages whose request settings agree into shared requests, in the order of the input.
 * @param messagesPerRequest at most so many messages stand in one request
 */
export function planRequests(messages: PlannedMessage[], messagesPerRequest: number): PlannedRequest[] {
	const requests: PlannedRequest[] = [];
	const open = new Map<string, PlannedRequest>();
	for (const message of messages) {
		const key = JSON.stringify(message.settings);
		let request = open.get(key);
		if (request === undefined || request.messages.length >= messagesPerRequest) {
			request = { settings: message.settings, messages: [] };
			open.set(key, request);
			requests.push(request);
		}
		request.messages.push(message);
	}
	return requests;
}

/** The request's body (interface: Send request). */
export function requestBody({ settings: { extraFields, ...settings }, messages }: PlannedRequest): JsonObject {
	return addExtraFields({ ...settings, messages: messages.map(({ message }) => message) }, extraFields);
}
