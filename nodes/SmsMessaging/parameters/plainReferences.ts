/// <reference lib="es2024.string" />
import { isSafeObjectProperty, type IDataObject } from 'n8n-workflow';

import { isJsonObject } from '../text/json';

/** Stands for a value that only n8n's expression engine can determine. */
export const UNKNOWN = Symbol('unknown');

/** The value of an expression or parameter for an item with this json. */
export type ValueOf = (json: IDataObject) => unknown;

/** `={{ $json.name }}` and `={{ $json["a name"].name }}`; the quoted part contains nothing that the engine reads differently. */
const PLAIN_REFERENCE =
	/^=\{\{\s*\$json((?:\.[A-Za-z_$][\w$]*|\[(?:"[^"\\{}\r\n\u2028\u2029]+"|'[^'\\{}\r\n\u2028\u2029]+')\])+)\s*\}\}$/;
const STEP = /\.([A-Za-z_$][\w$]*)|\["([^"]+)"\]|\['([^']+)'\]/g;
/** Far below what makes the engine run out of memory. */
const MAX_LENGTH = 100_000;

/**
 * A parameter's value without the engine: the same for every item if it has no expressions; a plain reference is looked up in the item.
 * @param raw the parameter as stored, with its expressions
 * @returns undefined if any part of it needs the engine
 */
export function withoutEngine(raw: unknown): ValueOf | undefined {
	if (typeof raw === 'string') return raw.startsWith('=') ? plainReference(raw) : () => raw;
	if (typeof raw !== 'object' || raw === null) return () => raw;
	const parts = Object.entries(raw).map(([key, part]) => ({ key, valueOf: withoutEngine(part) }));
	if (parts.some(({ valueOf }) => valueOf === undefined)) return undefined;
	return (json) => {
		const value: unknown[] | Record<string, unknown> = Array.isArray(raw) ? [] : {};
		for (const { key, valueOf } of parts) {
			const part = valueOf?.(json);
			if (part === UNKNOWN) return UNKNOWN;
			(value as Record<string, unknown>)[key] = part;
		}
		return value;
	};
}

/** Whether a stored parameter holds an expression anywhere. */
export function hasExpression(raw: unknown): boolean {
	if (typeof raw === 'string') return raw.startsWith('=');
	return typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);
}

function plainReference(expression: string): ValueOf | undefined {
	const path = PLAIN_REFERENCE.exec(expression)?.[1];
	if (path === undefined) return undefined;
	const steps = [...path.matchAll(STEP)].map(
		([, name, doubleQuoted, singleQuoted]) => name ?? doubleQuoted ?? singleQuoted ?? '',
	);
	if (path.match(/[\w$]+/g)?.some(isForEngine) === true) return undefined;
	return (json) => {
		try {
			return valueAt(json, steps);
		} catch {
			return UNKNOWN;
		}
	};
}

/** Names that mean something to JavaScript or to n8n's engines; some of them are refused, also within a longer name. */
function isForEngine(name: string): boolean {
	return (
		name in Object.prototype ||
		!isSafeObjectProperty(name) ||
		['globalThis', 'global', 'window', 'this'].includes(name) ||
		/^__|\$/.test(name)
	);
}

/** Only values that the engine returns unchanged: texts, numbers, booleans and null that are data of plain objects. */
function valueAt(json: IDataObject, steps: string[]): unknown {
	let value: unknown = json;
	for (const step of steps) {
		if (!isJsonObject(value) || Array.isArray(value)) return UNKNOWN;
		const property = Object.getOwnPropertyDescriptor(value, step);
		// Inherited or computed properties are left to the engine
		if (property === undefined ? step in value : !('value' in property)) return UNKNOWN;
		value = value[step];
	}
	return isPlain(value) ? value : UNKNOWN;
}

function isPlain(value: unknown): boolean {
	if (typeof value === 'string') return value.length <= MAX_LENGTH && isUnharmed(value);
	return typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined;
}

/** n8n's QuickJS engine alters half a character (a lone surrogate), a NUL and a leading byte order mark. */
function isUnharmed(text: string): boolean {
	return text.isWellFormed() && !text.includes('\0') && !text.startsWith('\uFEFF');
}
