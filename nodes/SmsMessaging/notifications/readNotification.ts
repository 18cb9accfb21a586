import { readEntry, type Entry } from '../api/entry';
import { nameOf, type EntryKind } from '../entries/kinds';
import { decodeBody } from '../text/decodeBody';
import { isJsonObject, type Json } from '../text/json';
import { readBody } from './readBody';
import type { BodyRefusal, NotificationRequest } from './receiveBody';

/** The interface pushes at most 2,000 at once. */
const MAX_ENTRIES = 10_000;

/** Finds the entries of a kind in a pushed notification, and those of other kinds, or says why there are none. */
export async function readNotification(
	request: NotificationRequest,
	kind: EntryKind,
): Promise<{ ok: true; entries: Entry[]; others: Entry[] } | BodyRefusal> {
	const bytes = await request.readBody();
	if (!(bytes instanceof Uint8Array)) return bytes;
	const body = readBody(decodeBody(bytes, request.contentType));
	if (!body.ok) return refuse(body.reason);
	const all = listIn(body.value, kind);
	if (all.length > MAX_ENTRIES) return refuse(`The body has ${all.length} entries, but the limit is ${MAX_ENTRIES}`);
	const read = all.map((raw) => readEntry(raw));
	const entries = read.filter(kind.is);
	const others = read.filter((entry) => !kind.is(entry));
	if (entries.length === 0 && others.length > 0)
		return refuse(`The body contains no ${kind.one} (${kind.form}), but ${nameOf(others[0]!)}`);
	return { ok: true, entries, others };
}

/** What a notification consists of: `{results: […]}` (interface: reports response), a list, or a single entry. */
function listIn(value: Json, { is }: EntryKind): Json[] {
	if (Array.isArray(value)) return value;
	const results = isJsonObject(value) ? (value.results ?? null) : null;
	// First, since the notification as a whole may have an ID and a status of its own
	if (Array.isArray(results)) return results;
	return [is(readEntry(results)) ? results : value];
}

const refuse = (reason: string): BodyRefusal => ({ ok: false, statusCode: 400, reason });
