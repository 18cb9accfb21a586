/** A value that JSON can hold. Request parts are declared as `type`, since TypeScript does not accept an interface as a JsonObject. */
export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
	[key: string]: Json | undefined;
}

/**
 * Parses JSON and keeps integers exact: those that a JavaScript number cannot hold become strings of digits. Services
 * hand out 19-digit numeric ids, and a rounded id belongs to another message or to none.
 * @throws SyntaxError if `text` is not JSON
 */
export function parseJson(text: string): Json {
	return JSON.parse(MAY_HOLD_LONG_INTEGER.test(text) ? quoteLongIntegers(text) : text) as Json;
}

/** Most answers hold none, and need no second pass. */
const MAY_HOLD_LONG_INTEGER = /(?:^|[\s:,[-])\d{16}/;

/** Like parseJson, but undefined for anything that is not JSON. */
export function tryParseJson(text: string): Json | undefined {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

type HarmlessJson = { ok: true; value: Json } | { ok: false; reason: string };

/** For untrusted text, which could need many times its size in memory and time; also for XML. */
export const LIMITS = {
	/** More than the service's entries need, and safe for any code that walks the value afterwards. */
	levels: 50,
	/** Fields and list elements, at every level; objects and lists count twice. A report of the interface comes to 32. */
	values: 200_000,
};
const NO_LIMITS = { levels: Infinity, values: Infinity };

class LimitError extends Error {}

/** Like parseJson, for untrusted text: within LIMITS, and without keys that change a prototype. */
export function parseHarmlessJson(text: string): HarmlessJson {
	try {
		const value = JSON.parse(quoteLongIntegers(text, LIMITS)) as Json;
		removePrototypes(value);
		return { ok: true, value };
	} catch (error) {
		return { ok: false, reason: error instanceof LimitError ? error.message : 'The body is not valid JSON' };
	}
}

/** Like parseHarmlessJson, but undefined if that refuses the text. */
export function tryParseHarmlessJson(text: string): Json | undefined {
	const result = parseHarmlessJson(text);
	return result.ok ? result.value : undefined;
}

/**
 * The beginning of an object whose first list was cut off, closed behind the last whole element of that list: `{"results": [{…}, {…` becomes
 * `{"results": [{…}]}`. Empty if there is none.
 */
export function wholeEntries(text: string): string {
	let depth = 0;
	let end = 0;
	for (let position = 0; position < text.length; position++) {
		const code = text.charCodeAt(position);
		if (code === QUOTE) position = endOfText(text, position + 1) - 1;
		else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1;
		else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
			depth -= 1;
			if (depth === 2) end = position + 1;
		}
	}
	return end === 0 ? '' : `${text.slice(0, end)}]}`;
}

/** Removes keys named __proto__, which change the prototype of whatever copies them. */
function removePrototypes(value: Json | undefined): void {
	if (typeof value !== 'object' || value === null) return;
	if (!Array.isArray(value) && Object.hasOwn(value, '__proto__')) delete value['__proto__'];
	for (const element of Array.isArray(value) ? value : Object.values(value)) removePrototypes(element);
}

const [QUOTE, BACKSLASH, COLON, COMMA, MINUS, ZERO, NINE] = [0x22, 0x5c, 0x3a, 0x2c, 0x2d, 0x30, 0x39];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Integers with fewer digits fit into a JavaScript number, those with more do not. */
const DOUBTFUL_DIGITS = 16;

/**
 * Quotes integers that a JavaScript number cannot hold, in a single pass over the characters. Invalid JSON stays invalid, and JSON.parse
 * then rejects it.
 * @throws LimitError
 */
function quoteLongIntegers(json: string, limits = NO_LIMITS): string {
	/** Alternating start and end positions of such integers. */
	const bounds: number[] = [];
	let [depth, values, position] = [0, 0, 0];
	while (position < json.length) {
		const start = position;
		const code = json.charCodeAt(position);
		if (code === QUOTE) {
			position = pastSpace(json, endOfText(json, start + 1));
			if (json.charCodeAt(position) !== COLON) values += 1;
		} else if (code === OPEN_LIST || code === OPEN_OBJECT) {
			position += 1;
			depth += 1;
			values += 2;
			if (depth > limits.levels) throw new LimitError(`The JSON has more than ${limits.levels} levels`);
		} else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
			position += 1;
			depth -= 1;
		} else if (isPlain(code)) {
			const end = endOfPlain(json, start);
			position = pastSpace(json, end);
			values += 1;
			// As a key it is invalid JSON, and must not become valid
			if (isLongInteger(json, start, end) && json.charCodeAt(position) !== COLON) bounds.push(start, end);
		} else position += 1;
		if (values > limits.values) throw new LimitError(`The JSON has more than ${limits.values} fields`);
	}
	return bounds.length === 0 ? json : insertQuotes(json, bounds);
}

function insertQuotes(json: string, bounds: readonly number[]): string {
	const parts = bounds.map((bound, index) => json.slice(bounds[index - 1] ?? 0, bound));
	parts.push(json.slice(bounds.at(-1)));
	return parts.join('"');
}

function endOfText(json: string, start: number): number {
	let position = start;
	for (let code = 0; position < json.length && code !== QUOTE; position++) {
		code = json.charCodeAt(position);
		if (code === BACKSLASH) position += 1;
	}
	return position;
}

function endOfPlain(json: string, start: number): number {
	let position = start;
	while (position < json.length && isPlain(json.charCodeAt(position))) position += 1;
	return position;
}

function pastSpace(json: string, start: number): number {
	let position = start;
	while (json.charCodeAt(position) <= 0x20) position += 1;
	return position;
}

/** Characters that numbers and words consist of. */
function isPlain(code: number): boolean {
	if (code <= 0x20 || code === COMMA || code === COLON || code === QUOTE) return false;
	return code !== OPEN_LIST && code !== CLOSE_LIST && code !== OPEN_OBJECT && code !== CLOSE_OBJECT;
}

function isLongInteger(json: string, start: number, end: number): boolean {
	const first = json.charCodeAt(start) === MINUS ? start + 1 : start;
	if (end - first < DOUBTFUL_DIGITS || json.charCodeAt(first) === ZERO) return false;
	for (let position = first; position < end; position++) {
		const code = json.charCodeAt(position);
		if (code < ZERO || code > NINE) return false;
	}
	return end - first > DOUBTFUL_DIGITS || !Number.isSafeInteger(Number(json.slice(start, end)));
}

/** Tells a plain object (not null, not an array, not a Date or the like) from everything else. */
export function isJsonObject(value: unknown): value is JsonObject {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The object without its undefined entries. */
export function withoutUndefined<T extends object>(object: T): T {
	const defined = {} as T;
	for (const name in object) if (object[name] !== undefined) defined[name] = object[name];
	return defined;
}

/** Merges `extra` into `fields` at every depth; if both have a value, that of `fields` wins. */
export function mergedUnder(fields: JsonObject, extra: JsonObject | undefined): JsonObject {
	if (extra === undefined) return fields;
	const merged = new Map<string, Json | undefined>(Object.entries(fields));
	for (const [name, value] of Object.entries(extra)) {
		const own = merged.get(name);
		if (own === undefined) merged.set(name, value);
		else if (isJsonObject(own) && isJsonObject(value)) merged.set(name, mergedUnder(own, value));
	}
	return Object.fromEntries(merged);
}
