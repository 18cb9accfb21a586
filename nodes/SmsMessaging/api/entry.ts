import { withoutAnswerLink } from '../text/answerLink';
import { instantOfDateTime, toIsoUtc } from '../text/dateTime';
import { isJsonObject, withoutUndefined, type Json, type JsonObject } from '../text/json';
import {
	ENTRY_FIELD_NAMES,
	ENTRY_FIELDS,
	PLACES,
	type EntryFieldName,
	type EntryValues,
	type ValueType,
} from './entryFields';
import { knownGroup } from './statuses';

/**
 * What the service says about a message, whichever version of the interface wrote it: the only place that reads its names. A value
 * that does not fit the type of its field is undefined. Values are read when asked for, so an entry cannot be spread, and one that was
 * stored needs `keptEntry`.
 */
export interface Entry extends Readonly<EntryValues> {
	/** As the service wrote it, without the links of questions, and with the number and ID that it belongs to (`withOwn`); undefined if it is not from the service. */
	readonly raw: unknown;
	/** Values for what it lacks, by the names of this type. */
	readonly others?: Others | undefined;
	/** Whether it has a status object, which tells sent messages from received ones. */
	readonly hasStatus: boolean;
}

const OTHER_NAMES = ['messageId', 'to', 'from', 'callbackData', 'trackingProcessKey', 'bulkId'] as const;
type OtherName = (typeof OTHER_NAMES)[number];
type Others = { readonly [Name in OtherName]?: Json | undefined };

type Give = (source: JsonObject) => Json | undefined;

/** What an object says about a field; of several places, the first that is filled in counts. */
function giverOf(field: EntryFieldName): Give {
	const [first, ...others] = ENTRY_FIELDS[field].places as unknown as [Give, ...Give[]];
	if (others.length === 0) return first;
	return (source) => {
		let value = first(source) ?? undefined;
		for (let next = 0; value === undefined && next < others.length; next++) value = others[next]!(source) ?? undefined;
		return value;
	};
}

class LazyEntry {
	readonly #source: JsonObject;
	#time: Json | undefined;
	#instant: number | undefined;

	constructor(
		readonly raw: unknown,
		readonly others?: Others,
	) {
		this.#source = isJsonObject(raw) ? raw : NOTHING;
	}

	get hasStatus(): boolean {
		return isJsonObject(this.#source.status);
	}

	/** Reading a log asks for the same time again and again. */
	instantOf(time: Json): number | undefined {
		if (time !== this.#time) {
			this.#time = time;
			this.#instant = instantOfDateTime(time);
		}
		return this.#instant;
	}

	/** @param other its name among the others, if it may be there */
	given(give: Give, other: OtherName | undefined): Json | undefined {
		const value = give(this.#source) ?? undefined;
		return value !== undefined || other === undefined ? value : (this.others?.[other] ?? undefined);
	}
}

/**
 * The four fields of an answer of version 3, without values. V8 shares its shapes of four fields with every `{}` of the process, of which n8n
 * soon makes so many that it has no room for more: each such answer would get a slow shape of its own (bench: bulk).
 */
const NOTHING: JsonObject = { messageId: null, status: null, destination: null, details: null };

const entryOf = (raw: unknown, others?: Others) => new LazyEntry(raw, others) as unknown as Entry;

export const NO_ENTRY: Entry = entryOf(undefined);

/** Reads an entry, whatever it contains. Null is no value. @param others values for what it lacks */
export function readEntry(raw: unknown, others?: Others): Entry {
	const entry = entryOf(raw, others);
	const { text, cleanText } = entry;
	// Anyone with the link of a question can answer it
	const shown = text && withoutAnswerLink(text);
	const clean = cleanText && withoutAnswerLink(cleanText);
	if (shown === text && clean === cleanText) return entry;
	const masked = shown === undefined ? (raw as JsonObject) : withText(raw as JsonObject, shown);
	return entryOf(clean === undefined ? masked : { ...masked, cleanText: clean }, others);
}

function withText(raw: JsonObject, text: string): JsonObject {
	const { content } = raw;
	return typeof raw.text !== 'string' && isJsonObject(content)
		? { ...raw, content: { ...content, text } }
		: { ...raw, text };
}

/** An entry that was stored with an execution, and may have lost what only lives in this process. */
export const keptEntry = ({ raw, others }: Entry): Entry => entryOf(raw, others);

const INTEGER = /^\s*[+-]?\d+\s*$/;
/** The characters of decimal numbers; other notations have letters. */
const DECIMAL = /^[-+.eE\s]*\d[-+.eE\d\s]*$/;

/** Seen in recordings. */
const NO_CODE = 'null';

const asText = (value: Json): string | undefined =>
	typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined;

const FITTING: Record<ValueType, (value: Json) => string | number | boolean | undefined> = {
	text: asText,
	code: (value) => (value === NO_CODE ? undefined : asText(value)),
	integer: (value) => {
		const number = asNumber(value, INTEGER);
		return Number.isSafeInteger(number) ? number : undefined;
	},
	decimal: (value) => asNumber(value, DECIMAL),
	boolean: (value) =>
		value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined,
	time: instantOfDateTime,
};

function asNumber(value: Json, form: RegExp): number | undefined {
	if (typeof value === 'number') return value;
	const number = typeof value === 'string' && form.test(value) ? Number(value) : NaN;
	return Number.isFinite(number) ? number : undefined;
}

function giving(field: EntryFieldName): (entry: LazyEntry) => Json | undefined {
	const [give, other] = [giverOf(field), OTHER_NAMES.find((name) => name === field)];
	return (entry) => entry.given(give, other);
}

for (const field of ENTRY_FIELD_NAMES) {
	const { kind } = ENTRY_FIELDS[field];
	const [given, fitted] = [giving(field), FITTING[kind]];
	Object.defineProperty(LazyEntry.prototype, field, {
		get(this: LazyEntry & Entry) {
			const value = given(this);
			if (kind === 'time') return value === undefined ? value : this.instantOf(value);
			const fit = value === undefined ? value : fitted(value);
			return field === 'statusGroup' ? groupOf(this, fit as string | undefined) : fit;
		},
	});
}

/** The number of a group says more than its name, which may be in any language. */
const groupOf = ({ statusGroupId }: Entry, name: string | undefined): string | undefined =>
	knownGroup(statusGroupId, name) ?? name;

/** How a field is shown: times in UTC, and what does not fit its type as it is. */
export function showing(field: EntryFieldName): (entry: Entry) => Json | undefined {
	const { kind } = ENTRY_FIELDS[field];
	const [given, fitted] = [giving(field), FITTING[kind]];
	const show = (value: Json): Json | undefined => {
		if (kind === 'time') return typeof value === 'string' ? toIsoUtc(value) : value;
		return kind === 'code' && value === NO_CODE ? undefined : (fitted(value) ?? value);
	};
	return (entry) => {
		const value = given(entry as unknown as LazyEntry);
		if (field === 'statusGroup') return entry.statusGroup ?? value;
		return value === undefined || (kind === 'text' && typeof value === 'string') ? value : show(value);
	};
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
		const value = asTyped(holder[name].trim(), kind);
		if (object === undefined) typed[name] = value;
		else typed[object] = { ...holder, [name]: value };
	}
	return typed;
}

/** Texts that people write. */
const SPACES_COUNT: readonly EntryFieldName[] = ['text', 'cleanText', 'keyword', 'callbackData'];
/** What is an object in the interface. */
const OBJECTS = [...new Set(PLACES.flatMap(({ object }) => object ?? []))].filter(
	(name) => !PLACES.some((place) => place.object === undefined && place.name === name && place.isFirst),
);
const WITHOUT_SPACES = PLACES.filter(({ field }) => !SPACES_COUNT.includes(field));

function asTyped(text: string, kind: ValueType): Json {
	if (kind === 'text' || kind === 'code') return text;
	if (text === '') return null;
	return kind === 'time' ? text : (FITTING[kind](text) ?? text);
}

/** Whether it is a delivery report, or of a message in the logs: it has a messageId and a status object. */
export const isReport = (entry: Entry): boolean => isFilledIn(entry.messageId) && entry.hasStatus;

/**
 * Whether it is a received message: a messageId, and two of sender, destination, time and text. A delivery report, which has a status, is
 * none, nor an MMS or an event of a subscription, whose text is in a list.
 */
export function isReceived({ messageId, from, to, text, receivedAt, hasStatus, raw }: Entry): boolean {
	const filledIn = [isFilledIn(from), isFilledIn(to), receivedAt !== undefined, text !== undefined];
	const hasParts = isJsonObject(raw) && (Array.isArray(raw.message) || Array.isArray(raw.content));
	return isFilledIn(messageId) && filledIn.filter(Boolean).length >= 2 && !hasStatus && !hasParts;
}

const isFilledIn = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';

/** What an entry of the logs has in common with one of an answer (interface: SMSResponseDetails). */
export function asAnswer({ raw, smsCount }: Entry, to: string): Entry {
	if (!isJsonObject(raw)) return entryOf({ to });
	return entryOf({ to, status: raw.status, smsCount: raw.smsCount ?? smsCount, messageId: raw.messageId });
}

/** An entry of the logs without its text, which reports lack. */
export const asReport = ({ raw, others }: Entry): Entry => entryOf(without(raw, ['text', 'content']), others);

export const withoutStatus = ({ raw, others }: Entry): Entry => entryOf(without(raw, ['status']), others);

function without(raw: unknown, names: readonly string[]): unknown {
	if (!isJsonObject(raw)) return raw;
	return Object.fromEntries(Object.entries(raw).filter(([name]) => !names.includes(name)));
}

/** The entry as if the service had written another destination or message ID; undefined leaves it out. */
export const withOwn = ({ raw, others }: Entry, own: { to: string; messageId?: string | undefined }): Entry =>
	entryOf(isJsonObject(raw) ? withoutUndefined({ ...raw, ...own }) : raw, others);

/** The entry with values for what it lacks. */
export const completed = ({ raw, others }: Entry, more: Others): Entry =>
	entryOf(raw, { ...more, ...withoutUndefined(others ?? {}) });

/** The price as the service wrote it, for exact sums. */
export const exactPrice = ({ raw }: Entry): unknown =>
	isJsonObject(raw) && isJsonObject(raw.price) ? raw.price.pricePerMessage : undefined;

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
export const contentKey = ({ raw }: Entry): string => JSON.stringify(comparable(raw as Json)) ?? '';

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
