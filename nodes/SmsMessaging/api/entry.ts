import { withoutAnswerLink } from '../text/answerLink';
import { instantOfDateTime } from '../text/dateTime';
import { isJsonObject, withoutUndefined, type Json, type JsonObject } from '../text/json';
import { PLACES, type EntryFieldName, type EntryValues, type Kind, type Place } from './entryFields';
import { knownGroup } from './statuses';

/** What the service says about a message, whichever version of the interface wrote it: the only place that reads its names. */
export interface Entry extends EntryValues {
	/** As the service wrote it, without the links of questions; undefined if it is not from the service. */
	raw: unknown;
	/** Values that do not fit the type of their field, as they are. */
	unfit?: { [Name in EntryFieldName]?: Json } | undefined;
	/** Whether it has a status object, which tells sent messages from received ones. */
	hasStatus?: true | undefined;
}

/** The service has said nothing. */
export const NO_ENTRY: Entry = Object.freeze({ raw: undefined });

type PlacesByName = Record<string, Place | undefined>;

const byName = (object: string | undefined): PlacesByName =>
	Object.assign(
		Object.create(null),
		Object.fromEntries(PLACES.filter((place) => place.object === object).map((place) => [place.name, place])),
	);
const IN_ENTRY = byName(undefined);
const IN_OBJECTS: Record<string, PlacesByName | undefined> = Object.assign(
	Object.create(null),
	Object.fromEntries(PLACES.flatMap(({ object }) => (object === undefined ? [] : [[object, byName(object)]]))),
);

/** Reads an entry, whatever it contains. Null is no value. */
export function readEntry(raw: unknown): Entry {
	const entry: Entry = { raw };
	if (!isJsonObject(raw)) return entry;
	// What is there, rather than what might be: most fields have several places
	for (const name in raw) {
		const value = raw[name];
		if (value === undefined || value === null) continue;
		const place = IN_ENTRY[name];
		const within = IN_OBJECTS[name];
		if (within === undefined || typeof value !== 'object') {
			if (place !== undefined) take(entry, place, value);
			continue;
		}
		for (const inner in value) {
			const innerPlace = within[inner];
			const innerValue = (value as JsonObject)[inner];
			if (innerPlace !== undefined && innerValue !== undefined && innerValue !== null)
				take(entry, innerPlace, innerValue);
		}
	}
	readGroup(entry, raw);
	// Anyone with the link of a question can answer it
	if (entry.text?.includes(SIGNATURE) === true) cutLinks(entry, raw);
	return entry;
}

function take(entry: Entry, { field, kind, isFirst }: Place, given: Json): void {
	const known = (entry as Record<EntryFieldName, unknown>)[field];
	if (known !== undefined && !isFirst) return;
	const value = kind === 'text' && typeof given === 'string' ? given : READERS[kind](given);
	if (value !== undefined) (entry as Record<EntryFieldName, unknown>)[field] = value;
	else if (kind !== 'code' || given !== 'null') (entry.unfit ??= {})[field] = given;
}

function readGroup(entry: Entry, { status }: JsonObject): void {
	if (status === undefined || status === null) return;
	if (isJsonObject(status)) {
		entry.hasStatus = true;
		entry.statusGroup = knownGroup(entry.statusGroupId, entry.statusGroup) ?? entry.statusGroup;
	} else entry.statusDescription = typeof status === 'string' ? status : JSON.stringify(status);
}

const SIGNATURE = '&signature=';

function cutLinks(entry: Entry, raw: JsonObject): void {
	const text = withoutAnswerLink(entry.text!);
	const { content } = raw;
	entry.raw =
		typeof raw.text !== 'string' && isJsonObject(content)
			? { ...raw, content: { ...content, text } }
			: { ...raw, text };
	entry.text = text;
}

const INTEGER = /^\s*[+-]?\d+\s*$/;
/** The characters of decimal numbers; other notations have letters. */
const DECIMAL = /^[-+.eE\s]*\d[-+.eE\d\s]*$/;

/** The value by its kind; undefined if it does not fit. */
const READERS: Record<Kind, (value: Json) => string | number | boolean | undefined> = {
	text: asText,
	code: (value) => (value === 'null' ? undefined : asText(value)),
	integer: (value) => {
		const number = asNumber(value, INTEGER);
		return Number.isSafeInteger(number) ? number : undefined;
	},
	decimal: (value) => asNumber(value, DECIMAL),
	boolean: (value) =>
		value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined,
	time: instantOfDateTime,
};

function asText(value: Json): string | undefined {
	return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;
}

function asNumber(value: Json, form: RegExp): number | undefined {
	if (typeof value === 'number') return value;
	const number = typeof value === 'string' && form.test(value) ? Number(value) : NaN;
	return Number.isFinite(number) ? number : undefined;
}

/**
 * An entry of XML, where everything is text, with the types that it has in JSON. All but texts and callback data lose the white space of an
 * indented document, and empty elements for values that are not text become null; what does not fit stays as it is.
 */
export function withTypes(raw: Json): Json {
	if (!isJsonObject(raw)) return raw;
	const typed: JsonObject = { ...raw };
	for (const name of OBJECTS) if (typeof typed[name] === 'string') typed[name] = typed[name].trim() || null;
	for (const { kind, object, name } of WITHOUT_SPACES) {
		const holder = object === undefined ? typed : typed[object];
		if (!isJsonObject(holder) || typeof holder[name] !== 'string') continue;
		const value = typeOf(holder[name].trim(), kind);
		if (object === undefined) typed[name] = value;
		else typed[object] = { ...holder, [name]: value };
	}
	return typed;
}

/** Texts that people write. */
const SPACES_COUNT: readonly EntryFieldName[] = ['text', 'cleanText', 'keyword', 'callbackData'];
/** What is always an object. */
const OBJECTS = Object.keys(IN_OBJECTS).filter((name) => IN_ENTRY[name] === undefined);
const WITHOUT_SPACES = PLACES.filter(({ field }) => !SPACES_COUNT.includes(field));

function typeOf(text: string, kind: Kind): Json {
	if (kind === 'text' || kind === 'code') return text;
	if (text === '') return null;
	return kind === 'time' ? text : (READERS[kind](text) ?? text);
}

/** Whether it is a delivery report, or of a message in the logs: it has a messageId and a status object. */
export function isReport(entry: Entry): boolean {
	return isFilledIn(entry.messageId) && entry.hasStatus === true;
}

/** Whether it is a received message: a messageId, a sender and a text. A delivery report, which has a status, is none, nor an MMS. */
export function isReceived({ messageId, from, text, hasStatus }: Entry): boolean {
	return isFilledIn(messageId) && isFilledIn(from) && text !== undefined && hasStatus !== true;
}

function isFilledIn(value: string | undefined): value is string {
	return value !== undefined && value.trim() !== '';
}

/** What an entry of the logs has in common with one of an answer (interface: SMSResponseDetails). */
export function asAnswer(
	{ raw, status, statusGroup, statusGroupId, statusId, statusDescription, statusAction, smsCount, messageId }: Entry,
	to: string,
): Entry {
	const shown = isJsonObject(raw) ? { status: raw.status, smsCount: raw.smsCount, messageId: raw.messageId } : {};
	return {
		raw: { to, ...shown },
		to,
		messageId,
		status,
		statusGroup,
		statusGroupId,
		statusId,
		statusDescription,
		statusAction,
		smsCount,
	};
}

/** The entry as if the service had written another destination or message ID; undefined leaves it out. */
export function withOwn(entry: Entry, own: { to: string; messageId?: string | undefined }): Entry {
	const raw = isJsonObject(entry.raw) ? withoutUndefined({ ...entry.raw, ...own }) : entry.raw;
	return { ...entry, ...own, raw };
}

/** The price as the service wrote it, for exact sums. */
export function exactPrice({ raw }: Entry): unknown {
	return isJsonObject(raw) && isJsonObject(raw.price) ? raw.price.pricePerMessage : undefined;
}

/** An entry of the logs without its text, which reports lack. */
export function asReport({ text: _text, ...entry }: Entry): Entry {
	if (!isJsonObject(entry.raw)) return entry;
	const { text: _, content: _content, ...raw } = entry.raw;
	return { ...entry, raw };
}

const MOST_FIELDS_NAMED = 8;
const MOST_CHARACTERS = 150;

/** Names the fields of an entry that is of no kind: an MMS has no text. */
export function fieldsOf({ raw }: Entry): string {
	if (!isJsonObject(raw)) return 'a value that is not an object';
	// Whoever sends it chooses the names
	const names = JSON.stringify(Object.keys(raw).slice(0, MOST_FIELDS_NAMED)).slice(0, MOST_CHARACTERS);
	return `an entry with the fields ${names}`;
}

/**
 * Two entries with the same key agree in all fields, even if one came as JSON and the other as XML: numbers may be text, a field
 * without a value may be missing, and the order of fields does not matter.
 */
export function contentKey({ raw }: Entry): string {
	return JSON.stringify(comparable(raw as Json)) ?? '';
}

/** Removes any differences between JSON and XML; undefined for a value that says nothing. */
function comparable(value: Json | undefined): Json | undefined {
	if (value === undefined || value === null || value === '') return undefined;
	if (Array.isArray(value)) return value.map((element) => comparable(element) ?? null);
	if (!isJsonObject(value)) return String(value);
	const names = Object.keys(value).sort();
	const fields = names
		.map((name) => [name, comparable(value[name])] as const)
		.filter(([, field]) => field !== undefined);
	return fields.length === 0 ? undefined : Object.fromEntries(fields);
}
