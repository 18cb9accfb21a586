import { parse } from '../libraries/json';

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
	return (MAY_HOLD_LONG_INTEGER.test(text) ? parse(text, undefined, exactNumber) : JSON.parse(text)) as Json;
}

/** Most answers hold none, and take the quicker way. */
const MAY_HOLD_LONG_INTEGER = /(?:^|[\s:,[-])\d{16}/;

function exactNumber(_key: unknown, text: string): number | string {
	const number = Number(text);
	return Number.isSafeInteger(number) || /\D/.test(text.replace('-', '')) ? number : text;
}

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

/** Like parseJson, for untrusted text: within LIMITS, and without keys that change the prototype of whatever copies them. */
export function parseHarmlessJson(text: string): HarmlessJson {
	const excess = excessOf(text);
	if (excess !== undefined) return { ok: false, reason: `The JSON has more than ${excess}` };
	const value = tryParseJson(text);
	if (value === undefined) return { ok: false, reason: 'The body is not valid JSON' };
	removePrototypes(value);
	return { ok: true, value };
}

/** Which limit it exceeds, before anything is made of it: an object of a few characters may need thousands of bytes. */
function excessOf(json: string): string | undefined {
	let [depth, values] = [0, 0];
	for (let position = 0; position < json.length; position++) {
		const code = json.charCodeAt(position);
		if (code === QUOTE) position = endOfText(json, position + 1) - 1;
		else if (code === COMMA) values += 1;
		else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
		else if (code === OPEN_LIST || code === OPEN_OBJECT) {
			depth += 1;
			values += 2;
			if (depth > LIMITS.levels) return `${LIMITS.levels} levels`;
		}
		if (values > LIMITS.values) return `${LIMITS.values} fields`;
	}
	return undefined;
}

function removePrototypes(value: Json | undefined): void {
	if (typeof value !== 'object' || value === null) return;
	if (!Array.isArray(value)) {
		delete value['__proto__'];
		// The parser of long integers sets it instead
		Object.setPrototypeOf(value, Object.prototype);
	}
	for (const element of Object.values(value)) removePrototypes(element);
}

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

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

function endOfText(json: string, start: number): number {
	let position = start;
	for (let code = 0; position < json.length && code !== QUOTE; position++) {
		code = json.charCodeAt(position);
		if (code === BACKSLASH) position += 1;
	}
	return position;
}

/** Several values are a list, a single one may stand by itself. */
export const listOf = (value: Json | undefined): Json[] =>
	value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/** Tells a plain object (not null, not an array, not a Date or the like) from everything else. */
export function isJsonObject(value: unknown): value is JsonObject {
	if (typeof value !== 'object' || value === null) return false;
	const prototype: unknown = Object.getPrototypeOf(value);
	return prototype === null || Object.getPrototypeOf(prototype) === null;
}

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
