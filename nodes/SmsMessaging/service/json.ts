import type { Json, JsonObject } from './types';

/** Strings (to be passed over) and integers of 16 digits or more, which may lie beyond 2^53. */
const STRING_OR_LONG_INTEGER = /"[^"\\]*(?:\\[^][^"\\]*)*"|(?<![\w.+-])-?\d{16,}(?![\w.])/g;
const LONG_DIGITS = /\d{16}/;

/**
 * Parses JSON and keeps integers exact: those that a JavaScript number cannot hold come out as strings of their digits.
 * Services hand out numeric ids of 19 digits, and a rounded id belongs to another message or to none.
 * @throws SyntaxError when `text` is not JSON
 */
export function parseJson(text: string): Json {
	if (!LONG_DIGITS.test(text)) return JSON.parse(text) as Json;
	const quoted = text.replace(STRING_OR_LONG_INTEGER, (token) =>
		token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
	);
	return JSON.parse(quoted) as Json;
}

/** Tells a plain object (not null, not an array, not a Date or the like) from everything else. */
export function isJsonObject(value: unknown): value is JsonObject {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
