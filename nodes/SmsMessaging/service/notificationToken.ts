import { isJsonObject, tryParseHarmlessJson } from './json';
import type { Json, JsonObject } from './types';

/** How the path of an SMS Messaging Trigger's URL ends. The token must not go to other people's addresses. */
const TRIGGER_PATH = /\/delivery-reports\/?$/;
const MASK = '***';

/** The secret that notifications carry, as the credential holds it; empty where it has none. */
export function notificationTokenOf({ notificationToken }: Record<string, unknown>): string {
	return typeof notificationToken === 'string' ? notificationToken.trim() : '';
}

/** A send request's body whose notify URLs carry the token (interface: messages[].notifyUrl). */
export function withNotificationToken(body: JsonObject, token: string): JsonObject {
	const { messages } = body;
	if (token === '' || !Array.isArray(messages)) return body;
	return { ...body, messages: messages.map((message) => withTokenInMessage(message, token)) };
}

function withTokenInMessage(message: Json, token: string): Json {
	if (!isJsonObject(message) || typeof message.notifyUrl !== 'string') return message;
	return { ...message, notifyUrl: withTokenInUrl(message.notifyUrl, token) };
}

/** Adds the token to the URL of a trigger that has none yet; all else stays as it was written. */
function withTokenInUrl(notifyUrl: string, token: string): string {
	if (!URL.canParse(notifyUrl)) return notifyUrl;
	const { pathname, searchParams } = new URL(notifyUrl);
	if (!TRIGGER_PATH.test(pathname) || searchParams.has('token')) return notifyUrl;
	const [address = '', ...fragment] = notifyUrl.split('#');
	const separator = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
	return [`${address}${separator}token=${encodeURIComponent(token)}`, ...fragment].join('#');
}

/** A service's answer in which the token cannot be read any more, whole or percent-encoded in part. */
export function withoutNotificationToken(answer: string, token: string): string {
	if (token === '') return answer;
	const pattern = tokenPattern(token);
	const json = tryParseHarmlessJson(answer);
	return json === undefined ? answer.replace(pattern, MASK) : JSON.stringify(masked(json, pattern));
}

/** Texts alone, since a short token may also be a part of JSON itself. */
function masked(value: Json | undefined, pattern: RegExp): Json | undefined {
	if (typeof value === 'string') return value.replace(pattern, MASK);
	if (Array.isArray(value)) return value.map((element) => masked(element, pattern) ?? null);
	if (!isJsonObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, element]) => [name, masked(element, pattern)]));
}

function tokenPattern(token: string): RegExp {
	const characters = [...token].map((character) => {
		const encoded = [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
		return `(?:${character.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}|${encoded.replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`)})`;
	});
	return new RegExp(characters.join(''), 'gu');
}
