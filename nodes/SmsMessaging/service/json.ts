import type { Json, JsonObject } from './types';

/** Quotes and escapes (to know where strings are) and integers of 16 digits or more, which may lie beyond 2^53. */
const QUOTE_OR_LONG_INTEGER = /\\[^]|"|(?<![\w.+-])-?\d{16,}(?![\w.])/g;
/** What stands before a value, and 16 digits: where such an integer may be. That it looks into strings as well does no harm. */
const LONG_VALUE = /(?:^|[:,[\s-])\d{16}/;

/**
 * Parses JSON and keeps integers exact: those that a JavaScript number cannot hold come out as strings of their digits.
 * Services hand out numeric ids of 19 digits, and a rounded id belongs to another message or to none.
 * @throws SyntaxError when `text` is not JSON
 */
export function parseJson(text: string): Json {
	const value = JSON.parse(text) as Json;
	return LONG_VALUE.test(text) ? (JSON.parse(quoteLongIntegers(text)) as Json) : value;
}

/** As parseJson, but undefined for what is not JSON. */
export function tryParseJson(text: string): Json | undefined {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

/** Far above what entries of the service need, and safe for all that walks the value afterwards. */
export const MAX_DEPTH = 50;

/** As tryParseJson, for text from outside: undefined also where it nests too deep, and without keys that change a prototype. */
export function tryParseHarmlessJson(text: string): Json | undefined {
	const value = tryParseJson(text);
	return value !== undefined && makeHarmless(value) ? value : undefined;
}

/** Removes keys named __proto__, which change the prototype of whatever copies them; false where the value nests too deep. */
export function makeHarmless(value: Json | undefined, levelsLeft = MAX_DEPTH): boolean {
	if (typeof value !== 'object' || value === null) return true;
	if (levelsLeft === 0) return false;
	if (Array.isArray(value)) return value.every((element) => makeHarmless(element, levelsLeft - 1));
	if (Object.hasOwn(value, '__proto__')) delete value['__proto__'];
	return Object.values(value).every((element) => makeHarmless(element, levelsLeft - 1));
}

/** Linear in the length of `json`, which must be valid: one short match at a time, so that no string is ever scanned twice. */
function quoteLongIntegers(json: string): string {
	let isInString = false;
	return json.replace(QUOTE_OR_LONG_INTEGER, (token) => {
		if (token === '"') isInString = !isInString;
		else if (!isInString && !Number.isSafeInteger(Number(token))) return `"${token}"`;
		return token;
	});
}

/** Tells a plain object (not null, not an array, not a Date or the like) from everything else. */
export function isJsonObject(value: unknown): value is JsonObject {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}
