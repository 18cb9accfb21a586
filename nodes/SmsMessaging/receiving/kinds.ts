import type { IDataObject } from 'n8n-workflow';

import { presentEntry, type EntryPresentation } from '../output/presentEntry';
import { presentReport } from '../reports/presentReports';
import { isReport, type Report } from '../reports/report';
import { isJsonObject, type Json, type JsonObject } from '../text/json';
import { INBOX_PATH, REPORTS_PATH } from '../api/paths';
import { isReceived, type ReceivedMessage } from './received';

/** A kind of entries that the service delivers only once: by a push, or to the first reader. */
export interface EntryKind<Entry extends JsonObject = JsonObject> {
	/** Singular and plural. */
	one: string;
	many: string;
	/** Their list in an item that holds all of them. */
	list: 'reports' | 'messages';
	/** What an entry must have. */
	form: string;
	/** Where they are fetched. */
	path: typeof REPORTS_PATH | typeof INBOX_PATH;
	/** Which ones cannot be fetched, as a clause. */
	pushed: string;
	/** For those whose answer was lost or could not be read, to follow a plural. */
	gone: string;
	is(entry: Json): entry is Entry;
	/** The json of one. An entry of another kind is also output whole, since it may have none of the flat fields. */
	present(entry: JsonObject, presentation: EntryPresentation): IDataObject;
}

export const REPORTS: EntryKind<Report> = {
	one: 'delivery report',
	many: 'delivery reports',
	list: 'reports',
	form: 'an object with a messageId and a status object',
	path: REPORTS_PATH,
	pushed: 'those with a Notify URL are pushed there instead',
	gone: 'cannot be fetched again. Get Logs shows for 48 hours what happened to the messages.',
	is: isReport,
	present: presentReport,
};

export const RECEIVED: EntryKind<ReceivedMessage> = {
	one: 'received message',
	many: 'received messages',
	list: 'messages',
	form: 'an object with a messageId, a from and a text, and without a status',
	path: INBOX_PATH,
	pushed: 'those that the service forwards to a URL go there instead',
	gone: 'cannot be fetched again.',
	is: isReceived,
	present: (entry, presentation) =>
		presentEntry('received', entry, isReceived(entry) ? presentation : { ...presentation, simplify: false }),
};

const MOST_FIELDS_NAMED = 8;
const MOST_CHARACTERS = 150;

/** Names an entry that is not of the wanted kind: the other kind, or its fields: an MMS has no text. */
export function nameOf(entry: Json): string {
	const kind = [REPORTS, RECEIVED].find(({ is }) => is(entry));
	if (kind !== undefined) return `a ${kind.one}`;
	if (!isJsonObject(entry)) return 'a value that is not an object';
	// Whoever sends it chooses the names
	const names = JSON.stringify(Object.keys(entry).slice(0, MOST_FIELDS_NAMED)).slice(0, MOST_CHARACTERS);
	return `an entry with the fields ${names}`;
}
