import { UserError } from 'n8n-workflow';

import { mergedUnder, type JsonObject } from '../text/json';
import type { Content, Dialect, Message } from './message';
import { version1 } from './version1';
import { VERSION_3 } from './version3';

/** @throws UserError if the credential names another version, as an expression can */
export function dialectOf(credential: Record<string, unknown>): Dialect {
	const version = String(credential.apiVersion ?? '1').trim();
	if (version === '3') return VERSION_3;
	if (version !== '1' && version !== '2')
		throw new UserError(`The SMS Messaging API credential has API Version ${version}. Choose 1, 2 or 3`);
	return version1({
		version,
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
	const tracked = kind === 'text' ? ['SMS', 'URL'].map((track) => ({ tracking: { track, type: '' } })) : [{}];
	const request = tracked
		.map((settings) =>
			dialect.body({
				settings,
				bulkId: '',
				messages: [{ message, sendAt: '', destinations: [{ to: '', messageId: '' }] }],
			}),
		)
		.reduce(mergedUnder);
	return { request, message: (request.messages as [JsonObject])[0] };
}
