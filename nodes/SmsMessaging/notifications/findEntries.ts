import { readEntry, type Entry } from '../api/entry';
import type { EntryKind } from '../entries/kinds';
import { isJsonObject, type Json } from '../text/json';

export interface FoundEntries {
	entries: Entry[];
	/** Entries of other kinds. */
	others: Entry[];
}

/** Finds the entries of a kind in a notification: `{results: […]}` (interface: reports response), a list, or a single entry. */
export function findEntries(value: Json, { is }: EntryKind): FoundEntries {
	const all = allIn(value, is);
	return { entries: all.filter(is), others: all.filter((entry) => !is(entry)) };
}

function allIn(value: Json, is: EntryKind['is']): Entry[] {
	if (Array.isArray(value)) return value.map((result) => readEntry(result));
	const results = isJsonObject(value) ? (value.results ?? null) : null;
	// First, since the notification as a whole may have an ID and a status of its own
	if (Array.isArray(results)) return results.map((result) => readEntry(result));
	const entry = readEntry(results);
	return [is(entry) ? entry : readEntry(value)];
}
