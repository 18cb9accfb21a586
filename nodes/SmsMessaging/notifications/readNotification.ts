import { readEntry, withTypes, type Entry } from '../api/entry';
import { nameOf, type EntryKind } from '../entries/kinds';
import { isBlank } from '../parameters/values';
import { decodeBody } from '../text/decodeBody';
import { isJsonObject, listOf, parseHarmlessJson, type Json } from '../text/json';
import { parseXml } from '../text/xml';
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

type BodyResult = { ok: true; value: Json } | { ok: false; reason: string };

/** Root elements in public documents: SMSReportResponse (2015), reportResponse (OpenAPI) and DeliveryReports (version 3). */
const XML_ROOT_OF_REPORTS = /(ReportResponse|DeliveryReports)$/i;

/** Reads a notification's body. Its content tells JSON from XML, since senders' Content-Type is often wrong. */
export function readBody(text: string): BodyResult {
	const body = text.trimStart();
	if (body === '') return { ok: false, reason: 'The request has no body' };
	if (body.startsWith('<')) return readXml(body);
	if (body.startsWith('{') || body.startsWith('[')) return parseHarmlessJson(body);
	return { ok: false, reason: 'The body is neither XML nor an object or a list in JSON' };
}

function readXml(text: string): BodyResult {
	const document = parseXml(text);
	if (!document.ok) return document;
	const { name, value } = document;
	if (!isJsonObject(value))
		return { ok: true, value: XML_ROOT_OF_REPORTS.test(name) && isBlank(value) ? { results: [] } : value };
	if (!Object.hasOwn(value, 'results')) return { ok: true, value: withTypes(value) };
	return { ok: true, value: { ...value, results: resultsOf(value.results) } };
}

/** XML writes the list as repeated <results> (2015) or as <results> containing repeated <result> (OpenAPI). */
function resultsOf(results: Json | undefined): Json[] {
	return listOf(results)
		.flatMap((entry) => (isJsonObject(entry) && Object.hasOwn(entry, 'result') ? listOf(entry.result) : [entry]))
		.filter((entry) => !isBlank(entry))
		.map(withTypes);
}
