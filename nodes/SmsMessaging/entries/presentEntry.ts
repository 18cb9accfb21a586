import type { IDataObject } from 'n8n-workflow';

import { separateReference, unfold, type Reference } from '../api/callbackData';
import { NO_ENTRY, type Entry } from '../api/entry';
import { ENTRY_FIELDS, type EntryFieldName } from '../api/entryFields';
import type { Json } from '../text/json';
import { Extent } from '../text/limits';
import type { EntryKind } from './kinds';
import { FLAT_FIELD_NAMES, type ContentFacts } from './outputFields';

/** How an entry is output. */
export interface EntryPresentation {
	/** Whether to omit the entry itself and output only the flat fields. */
	simplify: boolean;
	/** Whether callbackData containing JSON becomes an object or list. */
	unfoldCallbackData?: boolean;
	/** Of all callback data that came together, if its sender is not trusted. */
	extent?: Extent;
}

/** The key of the whole entry in the output when Simplify is off. */
export type EntryKey = 'response' | 'log' | 'report' | 'received';

const NO_FACTS: ContentFacts = {};

/** The flat fields, each with where it comes from. */
const SHOWN = FLAT_FIELD_NAMES.map((name) => ({
	name,
	isOfEntry: name in ENTRY_FIELDS && name !== 'callbackData',
	isTime: name in ENTRY_FIELDS && ENTRY_FIELDS[name as EntryFieldName].kind === 'time',
}));

/**
 * One entry as an item's json: the flat fields that it has and, with `simplify` off, the entry as the service wrote it under `key`.
 * The interface's own `error` never becomes a top-level key, since n8n would treat the item as failed.
 * @param facts take the place of what the entry says
 */
export function presentEntry(
	key: EntryKey,
	entry: Entry,
	{ simplify, unfoldCallbackData = false, extent }: EntryPresentation,
	facts: ContentFacts = NO_FACTS,
): IDataObject {
	const own: Record<string, unknown> = {
		...facts,
		...readCallbackData(entry.callbackData, unfoldCallbackData, extent),
	};
	const json: IDataObject = {};
	for (const { name, isOfEntry, isTime } of SHOWN) {
		const value =
			isOfEntry && name !== 'text'
				? entry[name as EntryFieldName]
				: (own[name] ?? (name === 'text' ? entry.text : undefined));
		const shown =
			value === undefined
				? entry.unfit?.[name as EntryFieldName]
				: isTime
					? new Date(value as number).toISOString()
					: value;
		// No two items share a list
		if (shown !== undefined)
			json[name] = (Array.isArray(shown) ? structuredClone(shown) : shown) as IDataObject[string];
	}
	if (!simplify && entry.raw !== undefined) json[key] = entry.raw as IDataObject;
	return json;
}

/** The fields that the node knows without an entry of the service. */
export function presentFacts(facts: ContentFacts): IDataObject {
	return presentEntry('response', NO_ENTRY, { simplify: true }, facts);
}

const NO_CALLBACK_DATA = {};

function readCallbackData(
	value: string | undefined,
	unfoldCallbackData: boolean,
	extent: Extent | undefined,
): { reference?: Reference; callbackData?: Json } {
	if (value === undefined) return NO_CALLBACK_DATA;
	const { reference, callbackData } = separateReference(value, extent);
	return {
		...(reference !== undefined && { reference }),
		callbackData: unfoldCallbackData && callbackData !== undefined ? unfold(callbackData, extent) : callbackData,
	};
}

export interface Presentation extends EntryPresentation {
	/** One item for each entry, or one item with all that arrived together. */
	output: 'reports' | 'notification';
}

/** The json of an entry of a kind. An entry of another kind is also output whole, since it may have none of the flat fields. */
export function presentOfKind({ key, is }: EntryKind, entry: Entry, presentation: EntryPresentation): IDataObject {
	return presentEntry(key, entry, is(entry) ? presentation : { ...presentation, simplify: false });
}

/**
 * The json of the items that start a run: one for each entry, or `{reports: […]}`. No entries, no items.
 * Callback data beyond LIMITS, counted over all entries, stays text.
 */
export function presentTogether(
	kind: EntryKind,
	entries: Entry[],
	{ output, ...presentation }: Presentation,
): IDataObject[] {
	const extent = new Extent('JSON');
	const presented = entries.map((entry) => presentOfKind(kind, entry, { ...presentation, extent }));
	return output === 'notification' && presented.length > 0 ? [{ [kind.list]: presented }] : presented;
}
