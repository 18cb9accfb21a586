import type { EntryKind } from '../receiving/kinds';
import { isJsonObject, type Json, type JsonObject } from '../text/json';

export interface FoundEntries<Entry extends JsonObject> {
	entries: Entry[];
	/** Entries of other kinds. */
	others: Json[];
}

/** Finds the entries of a kind in a notification: `{results: […]}` (interface: reports response), a list, or a single entry. */
export function findEntries<Entry extends JsonObject>(value: Json, { is }: EntryKind<Entry>): FoundEntries<Entry> {
	const all = allIn(value, is);
	return { entries: all.filter(is), others: all.filter((entry) => !is(entry)) };
}

function allIn(value: Json, is: EntryKind['is']): Json[] {
	if (Array.isArray(value)) return value;
	const results = isJsonObject(value) ? (value.results ?? null) : null;
	// First, since the notification as a whole may have an ID and a status of its own
	if (Array.isArray(results)) return results;
	return [results !== null && is(results) ? results : value];
}
