/// <reference lib="es2024.string" />
import {
	type IExecuteFunctions,
	type INodeExecutionData,
	isSafeObjectProperty,
	type IDataObject,
	ExpressionParser,
} from 'n8n-workflow';

import { instantOfDateTime } from '../text/dateTime';
import { isJsonObject } from '../text/json';
import type { ReadParameter } from './items';
import { onCopies } from './onCopies';
import { alteredBy, chunksOf, isOfClock, isReference, isVarying, looksAtItem, makesDate } from './expressionCode';
import { describe, hasLostDigits, isBlank, SPREADSHEET_ERROR, type AddFault, type Values } from './values';

/**
 * Reads parameters like n8n's `getNodeParameter`; one that depends on the clock at most is the same object for every item. n8n's expression
 * engine takes 50 ms to start and a third of a millisecond per expression, so plain references are read from the item.
 */
export function parameterReader(context: IExecuteFunctions): ReadParameter {
	const items = context.getInputData();
	const isSeenByEngine = seesInput(context, items);
	const readers = new Map<string, (itemIndex: number) => unknown>();

	const readerOf = (name: string) => {
		const raw: unknown = context.getNodeParameter(name, 0, undefined, { rawExpressions: true });
		const altered = alteredBy(raw);
		const ask = (itemIndex: number): unknown => {
			const read = () => context.getNodeParameter(name, itemIndex) as unknown;
			return altered === undefined ? read() : onCopies(context, altered, read);
		};
		if (isOfClock(raw)) {
			const value = ask(0);
			return () => value;
		}
		const valueOf = isSeenByEngine ? withoutEngine(raw) : undefined;
		if (valueOf === undefined) return ask;
		return (itemIndex: number) => {
			const json = items[itemIndex]?.json;
			const value = json === undefined ? UNKNOWN : valueOf(json);
			return value === UNKNOWN ? ask(itemIndex) : value;
		};
	};

	return (name, itemIndex) => {
		const reader = readers.get(name) ?? readerOf(name);
		readers.set(name, reader);
		return reader(itemIndex);
	};
}

/**
 * A value of an agent's call: the same however the model writes it. An expression and the input take the place of what that expression
 * gives anew each time.
 */
export function stableValue(raw: unknown, value: unknown, input: unknown, ofCall?: RegExp): unknown {
	if (isVarying(raw, ofCall)) return [raw, input];
	if (isBlank(value)) return undefined;
	if (Array.isArray(value))
		return value.map((one, index) => stableValue(Array.isArray(raw) ? raw[index] : undefined, one, input, ofCall));
	if (!isJsonObject(value)) return instantOfDateTime(value) ?? String(value).trim();
	const names = Object.keys(value).sort();
	const rawOf = (name: string) => (isJsonObject(raw) ? raw[name] : undefined);
	return Object.fromEntries(names.map((name) => [name, stableValue(rawOf(name), value[name], input, ofCall)]));
}

/** Of lists that every item brings along. */
const MOST_COMPARED = 1_000_000;

/**
 * Notes a fault for each expression that counts for the whole run, but looks at its item and has another value for another one. Large
 * values are compared for the first items only.
 * @param example an expression that does not look at the item, for the error
 */
export function requireSame(
	context: IExecuteFunctions,
	read: ReadParameter,
	parameters: readonly string[],
	addFault: AddFault,
	example = "{{ $('Settings').first().json.value }}",
): void {
	for (const parameter of parameters) {
		const raw: unknown = context.getNodeParameter(parameter, 0, '', { rawExpressions: true });
		if (!looksAtItem(raw)) continue;
		const valueOf = (itemIndex: number) => {
			try {
				const value = read(parameter, itemIndex);
				return typeof value === 'object' ? JSON.stringify(value) : String(value);
			} catch {
				return 'cannot be read';
			}
		};
		const first = valueOf(0);
		const count = Math.min(context.getInputData().length, Math.max(2, MOST_COMPARED / first.length));
		for (let itemIndex = 1; itemIndex < count; itemIndex++) {
			if (valueOf(itemIndex) === first) continue;
			addFault(
				parameter.split('.').at(-1)!,
				`differs between item 0 and item ${itemIndex}, but counts for all; use an expression that does not look at the item, such as ${example}`,
			);
			break;
		}
	}
}

/** The options that are set, as parameters. */
export const optionNames = (options: Values): string[] => Object.keys(options).map((name) => `options.${name}`);

/** Whether `$json` refers to the input items; if an AI agent calls the node as its tool, it refers to the agent's. */
function seesInput(context: IExecuteFunctions, items: INodeExecutionData[]): boolean {
	try {
		// With the binary mode 'combined', n8n returns only the json
		const seen = context.getWorkflowDataProxy(0).$input.all() as unknown[];
		return items.every((item, itemIndex) => seen[itemIndex] === item || seen[itemIndex] === item.json);
	} catch {
		// There is no item
		return false;
	}
}

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
const isUnharmed = (text: string): boolean => text.isWellFormed() && !text.includes('\0') && !text.startsWith('\uFEFF');

/** Private-use characters. Always the same, since n8n keeps every expression that it has compiled. */
const MARK = '\uE5A5\uE5A6';
const MARK_CHUNK: ExpressionParser.ExpressionChunk = { type: 'text', text: MARK };
/** A line break may be what the expression is for. */
const EMPTY = /^(?:(?![\r\n])[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800])*$/u;
/** What JavaScript and luxon write for a value that could not be made. */
const FAILED = /^\s*(?:undefined|null|NaN|-?Infinity|Invalid (?:Date(?:Time)?|Duration|Interval))\s*$/;
/** Within other text, unless that is data. */
const HOLDS_INVALID = /\bInvalid (?:Date(?:Time)?|Duration|Interval)\b/i;
/** The same within other text, which may be meant: 'undefined behaviour'. */
const HOLDS_FAILED = /\b(?:undefined|null|NaN|Infinity)\b/;
/** Text that a number of too many digits leaves; it may be one that was meant. */
const isRounded = (text: string): boolean => String(Number(text)) === text && hasLostDigits(Number(text));
const MOST_QUOTED = 60;

/**
 * A reader that reports a fault if an expression within a text has no value, as in `Hello {{ $json.name }}, welcome`: nothing, or a word
 * such as 'Invalid DateTime' that stands for a failure. The engine evaluates the text once, with a mark on either side of each
 * expression; the text between two marks is the expression's result. Only whole `{{ }}` are checked, not the values in them.
 * @param hint says once that a result contains such a word among others
 * @param settings advice to follow the fault, and whether all but plain references may be empty: {{ $json.isNew ? 'x' : '' }}
 */
export function refusingNoValue(
	context: IExecuteFunctions,
	read: ReadParameter,
	parameter: string,
	hint: (message: string) => void,
	{ advice = '', mayBeEmpty = false }: { advice?: string; mayBeEmpty?: boolean },
): ReadParameter {
	const raw: unknown = context.getNodeParameter(parameter, 0, '', { rawExpressions: true });
	const chunks = chunksOf(raw);
	const codes = chunks.filter((chunk) => chunk.type === 'code');
	const texts = chunks.filter((chunk) => chunk.type === 'text');
	if (codes.length === 0) return read;
	if (!codes.every(({ hasClosingBrackets }) => hasClosingBrackets))
		return (name, itemIndex, addFault) => {
			if (name === parameter) addFault?.(parameter, 'has {{ without }}; complete the expression');
			return read(name, itemIndex, addFault);
		};

	const expressions = codes.map((code) => ({
		shown: describe(ExpressionParser.joinExpression([code])),
		isReference: isReference(code.text),
		makesDate: makesDate(code.text),
	}));
	let isHinted = false;
	const check = (results: readonly string[], itemIndex: number, addFault: AddFault | undefined) => {
		const failed = expressions.filter((expression, index) =>
			[
				...(expression.isReference || !mayBeEmpty ? [EMPTY] : []),
				FAILED,
				SPREADSHEET_ERROR,
				...(expression.makesDate ? [HOLDS_INVALID] : []),
			].some((pattern) => pattern.test(results[index]!)),
		);
		if (failed.length > 0)
			addFault?.(
				parameter,
				`contains an expression without a value: ${[...new Set(failed.map(({ shown }) => shown))].join(', ')}; check it${advice}`,
			);
		const doubtful = results.find(
			(result, index) => isRounded(result) || (!expressions[index]!.isReference && HOLDS_FAILED.test(result)),
		);
		if (isHinted || failed.length > 0 || doubtful === undefined) return;
		isHinted = true;
		hint(`Check item ${itemIndex}: an expression returns ${describe(doubtful.slice(0, MOST_QUOTED))}`);
	};

	// One that is the whole text keeps its type, and an empty text is a fault anyway
	if (codes.length === 1 && texts.every(({ text }) => text === ''))
		return (name, itemIndex, addFault) => {
			const value = read(name, itemIndex, addFault);
			const isText = typeof value === 'number' || (typeof value === 'string' && !EMPTY.test(value));
			if (name === parameter && isText) check([String(value)], itemIndex, addFault);
			return value;
		};
	const marked = ExpressionParser.joinExpression(
		chunks.flatMap((chunk) => (chunk.type === 'code' ? [MARK_CHUNK, chunk, MARK_CHUNK] : [chunk])),
	);
	const altered = alteredBy(raw);
	return (name, itemIndex, addFault) => {
		if (name !== parameter) return read(name, itemIndex, addFault);
		// Texts and values in turn
		const evaluate = () => String(context.evaluateExpression(marked, itemIndex));
		const pieces = (altered === undefined ? evaluate() : onCopies(context, altered, evaluate)).split(MARK);
		// A value contains the mark itself
		if (pieces.length !== 2 * expressions.length + 1) return read(name, itemIndex, addFault);
		const results = expressions.map((_, index) => pieces[2 * index + 1]!);
		check(results, itemIndex, addFault);
		return pieces.join('');
	};
}
