import type { IDataObject } from 'n8n-workflow';

import { NO_ENTRY, showing, type Entry } from '../api/entry';
import { ENTRY_FIELDS, type EntryFieldName } from '../api/entryFields';
import { isJsonObject, tryParseHarmlessJson, withoutUndefined, type Json } from '../text/json';
import { senderForm } from '../text/numbers';
import type { EntryKind } from './kinds';
import { optOutReader } from './optOut';
import { FLAT_FIELD_NAMES, type ContentFacts } from './outputFields';
import { behindKeywords, type Selection } from './selection';

export interface EntryPresentation {
	simplify: boolean;
	unfoldCallbackData?: boolean;
	optOutOf?: ReturnType<typeof optOutReader>;
	/** Finds the keyword of a received message, if the service does not name one. */
	keywordsOf?: Selection['keywordsOf'];
}

/** The key of the whole entry in the output when Simplify is off. */
export type EntryKey = 'response' | 'log' | 'report' | 'received';

/** The catalogue's name for no error, which says nothing: a rejected message may have it too. */
const NO_ERROR = 'NO_ERROR';
const OF_ERROR = new Set(['errorName', 'errorDescription', 'errorPermanent']);

const NO_FACTS: ContentFacts = {};

const isOfEntry = (name: string): name is EntryFieldName => name !== 'callbackData' && name in ENTRY_FIELDS;

/** What the entry says of a flat field, or undefined if only the node itself can. */
const SHOWN = FLAT_FIELD_NAMES.map((name) => [name, isOfEntry(name) ? showing(name) : undefined] as const);
const WITHOUT_ERROR = SHOWN.filter(([name]) => !OF_ERROR.has(name));
const showCallbackData = showing('callbackData');

/**
 * One entry as an item's json: the flat fields that it has and, with `simplify` off, the entry as the service wrote it under `key`.
 * The interface's own `error` never becomes a top-level key, since n8n would treat the item as failed.
 * @param facts take the place of what the entry says
 */
export function presentEntry(
	key: EntryKey,
	entry: Entry,
	{ simplify, unfoldCallbackData = false, optOutOf = usualOptOut, keywordsOf }: EntryPresentation,
	facts: ContentFacts = NO_FACTS,
): IDataObject {
	const own = ownFields(showCallbackData(entry), unfoldCallbackData, facts);
	const json: IDataObject = {};
	for (const [name, show] of entry.errorName === NO_ERROR ? WITHOUT_ERROR : SHOWN) {
		if (show === undefined && own === NO_FACTS) continue;
		const isOwn = show === undefined || (name === 'text' && facts.text !== undefined);
		const value = isOwn ? (own as IDataObject)[name] : show(entry);
		// No two items share a list
		if (value !== undefined) json[name] = typeof value === 'object' ? structuredClone(value) : value;
	}
	if (key === 'received')
		Object.assign(
			json,
			receivedFields(entry, (text) => optOutOf(text, ...behindKeywords(entry, keywordsOf))),
			entry.keyword ? {} : keywordsOf?.(entry.text ?? '')[0],
		);
	if (!simplify && entry.raw !== undefined) json[key] = entry.raw as IDataObject;
	return json;
}

const usualOptOut = optOutReader();

/** Of a message without a text, an empty one. The sender is written as destinations are, so that it can be compared with them. */
const receivedFields = ({ from, text = '' }: Entry, optOutOf: typeof usualOptOut): IDataObject =>
	withoutUndefined({ text, from: from === undefined ? undefined : senderForm(from), ...optOutOf(text) });

export const presentFacts = (facts: ContentFacts): IDataObject =>
	presentEntry('response', NO_ENTRY, { simplify: true }, facts);

function ownFields(callbackData: Json | undefined, unfolds: boolean, facts: ContentFacts): object {
	if (callbackData === undefined) return facts;
	const value = unfolds && typeof callbackData === 'string' ? tryParseHarmlessJson(callbackData) : undefined;
	return { ...facts, callbackData: isJsonObject(value) || Array.isArray(value) ? value : callbackData };
}

export interface Presentation extends EntryPresentation {
	/** One item for each entry, or one item with all that arrived together. */
	output: 'reports' | 'notification';
}

/** The json of an entry of a kind. An entry of another kind is also output whole, since it may have none of the flat fields. */
export const presentOfKind = ({ key, is }: EntryKind, entry: Entry, presentation: EntryPresentation): IDataObject =>
	presentEntry(key, entry, is(entry) ? presentation : { ...presentation, simplify: false });

/** The json of the items that start a run: one for each entry, or `{reports: […]}`. No entries, no items. */
export function presentTogether(
	kind: EntryKind,
	entries: Entry[],
	{ output, ...presentation }: Presentation,
): IDataObject[] {
	const presented = entries.map((entry) => presentOfKind(kind, entry, presentation));
	return output === 'notification' && presented.length > 0 ? [{ [kind.list]: presented }] : presented;
}
