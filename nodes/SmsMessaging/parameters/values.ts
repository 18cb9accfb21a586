import { isJsonObject, tryParseJson, type JsonObject } from '../text/json';
import { toIsoDateTime } from '../text/dateTime';

/** Records what is wrong with a field; `field` is the parameter's name, `reason` a clause such as "is empty". */
export type AddFault = (field: string, reason: string) => void;

/** The value of a collection parameter: the entries that the user added. */
export type Values = Record<string, unknown>;

/** A collection parameter's value; anything else that an expression may return counts as empty. */
export const asValues = (value: unknown): Values => (isJsonObject(value) ? value : {});

/** The part that a fixed collection consists of. n8n makes {} of an expression for the whole of it, whatever that gives. */
export function partOf(values: Values, field: string, part: string, addFault: AddFault): unknown {
	const value = values[field];
	const given = asValues(value)[part];
	if (isJsonObject(value) && given === undefined)
		addFault(field, 'is empty; fill it in or remove it (an expression cannot stand for the whole of it)');
	return given;
}

/** Whether a value counts as not filled in: undefined, null, blank text, and the NaN of a cleared number box. */
export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || Number.isNaN(value) || (typeof value === 'string' && value.trim() === '')
	);
}

/** What expressions and tables write in place of a value. */
export const NO_VALUE = /^\s*(?:undefined|null|nan|none|true|false|-?infinity|\[object object\])\s*$/i;
/** What a spreadsheet shows if a formula fails, in its language: #VALUE!, #¿NOMBRE?. */
export const SPREADSHEET_ERROR =
	/^\s*#(?:N\/[AD]|NV|[¡¿]?(?:REF|BEZUG|RIF|VALUE|WERT|VALEUR|VALORE?|NAME|NOM|NOME|NOMBRE|DIV\/0|NUM|ZAHL|NULL|NULLO|NUL|NULO|ERROR|SPILL|CALC|ÜBERLAUF)[!?])\s*$/;

export const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

export const filledIn = (value: unknown, otherwise: unknown): unknown => (isBlank(value) ? otherwise : value);

/** Whether it is a number of more digits than n8n keeps. */
export const hasLostDigits = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

/** A text, or a number as text. Objects and booleans are faults: they come from a mistyped expression. */
export function readText(value: unknown, field: string, addFault: AddFault): string | undefined {
	if (isBlank(value)) return undefined;
	if (hasLostDigits(value)) addFault(field, `is the number ${String(value)}, which has lost digits; pass it as text`);
	if (typeof value === 'string' || typeof value === 'number') return String(value);
	addFault(field, `is ${describe(value)}, but must be text`);
	return undefined;
}

/** A whole number from `min` to `max`, or a text of digits. */
export function readInteger(
	value: unknown,
	field: string,
	addFault: AddFault,
	{ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number },
): number | undefined {
	if (isBlank(value)) return undefined;
	const number = typeof value === 'string' ? Number(value) : value;
	if (typeof number === 'number' && Number.isSafeInteger(number) && number >= min && number <= max) return number;
	const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
	addFault(field, `is ${describe(value)}, but must be a whole number ${range}`);
	return undefined;
}

/** A limit of 1 or more; undefined if it was not added. An empty one is a fault, since a limit that the user wanted must not be lost. */
export function readLimit(values: Values, field: string, addFault: AddFault): number | undefined {
	const value = values[field];
	if (value !== undefined && isBlank(value)) addFault(field, 'is empty; enter a number, or remove the option');
	return readInteger(value, field, addFault, { min: 1 });
}

export const isOn = (value: unknown): boolean => value === true || value === 'true';

/** true or false, or those words as text. */
export function readBoolean(value: unknown, field: string, addFault: AddFault): boolean | undefined {
	if (isBlank(value)) return undefined;
	if (isOn(value)) return true;
	if (value === false || value === 'false') return false;
	addFault(field, `is ${describe(value)}, but must be true or false`);
	return undefined;
}

const MS_PER_S = 1000;

/** Seconds as a number or text, with fractions allowed; returned in milliseconds. */
export function readSeconds(value: unknown, field: string, addFault: AddFault): number | undefined {
	const seconds = readAmount(value, field, addFault, 'a number of seconds');
	return seconds === undefined ? undefined : seconds * MS_PER_S;
}

/** A number of 0 or more, or a text of one. @param what it must be */
export function readAmount(value: unknown, field: string, addFault: AddFault, what: string): number | undefined {
	if (isBlank(value)) return undefined;
	const amount = typeof value === 'string' ? Number(value) : value;
	if (typeof amount === 'number' && amount >= 0 && amount < Infinity) return amount;
	addFault(field, `is ${describe(value)}, but must be ${what}`);
	return undefined;
}

/** One of the values that a control offers; the first is the default. */
export function readChoice<const T extends string>(
	value: unknown,
	field: string,
	choices: readonly [T, ...T[]],
	addFault: AddFault,
): T {
	const chosen = choices.find((choice) => choice === value);
	if (chosen === undefined && !isBlank(value))
		addFault(field, `is ${describe(value)}, but must be one of ${choices.join(', ')}`);
	return chosen ?? choices[0];
}

/** A date-time as ISO 8601 with an offset; without one it is read in `timezone`, the workflow's time zone. */
export function readDateTime(value: unknown, field: string, addFault: AddFault, timezone: string): string | undefined {
	if (isBlank(value)) return undefined;
	const dateTime = toIsoDateTime(value, timezone);
	if (dateTime === undefined) {
		addFault(
			field,
			`is ${describe(value)}, but must be a date and time, for example 2030-01-31T08:30:00 or 2030-01-31T08:30:00+02:00`,
		);
	}
	return dateTime;
}

/** A JSON object, written as text or returned by an expression. */
export function readJsonObject(value: unknown, field: string, addFault: AddFault): JsonObject | undefined {
	if (isBlank(value)) return undefined;
	const parsed = typeof value === 'string' ? tryParseJson(value) : value;
	if (isJsonObject(parsed)) return parsed;
	addFault(field, `is ${describe(value)}, but must be a JSON object, for example {"name": "value"}`);
	return undefined;
}

/** The value for an error message, cut to a readable length. */
export function describe(value: unknown): string {
	if (typeof value === 'string') return value === '' ? 'empty' : `'${cut(value)}'`;
	if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list (${cut(JSON.stringify(value))})`;
	if (typeof value === 'object' && value !== null) return `an object (${cut(JSON.stringify(value))})`;
	return String(value);
}

const MAX_SHOWN_CHARACTERS = 60;

export const cut = (text: string): string =>
	text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
