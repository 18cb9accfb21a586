import { nameOf, type EntryKind } from '../entries/kinds';
import { decodeBody } from '../text/decodeBody';
import { MAX_BODY_BYTES } from '../text/limits';
import { findEntries, type FoundEntries } from './findEntries';
import { readBody } from './readBody';
import type { BodyRefusal } from './receiveBody';
import type { NotificationRequest } from './pushRequest';

/** More than a body of the maximum size has ordinary reports. */
const MAX_ENTRIES = 30_000;

/** Finds the entries of a kind in a pushed notification, or says why there are none. */
export async function readNotification(
	request: NotificationRequest,
	kind: EntryKind,
): Promise<({ ok: true } & FoundEntries) | BodyRefusal> {
	const bytes = await request.readBody();
	if (!(bytes instanceof Uint8Array)) return bytes;
	if (bytes.length > MAX_BODY_BYTES)
		return refuse(`The uncompressed body has ${bytes.length} bytes, but the limit is ${MAX_BODY_BYTES}`);
	const body = readBody(decodeBody(bytes, request.contentType));
	if (!body.ok) return refuse(body.reason);
	const { entries, others } = findEntries(body.value, kind);
	if (entries.length === 0 && others.length > 0)
		return refuse(`The body contains no ${kind.one} (${kind.form}), but ${nameOf(others[0]!)}`);
	const count = entries.length + others.length;
	if (count > MAX_ENTRIES) return refuse(`The body has ${count} entries, but the limit is ${MAX_ENTRIES}`);
	return { ok: true, entries, others };
}

function refuse(reason: string): BodyRefusal {
	return { ok: false, statusCode: 400, reason };
}
