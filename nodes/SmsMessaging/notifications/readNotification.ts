import { decodeBody } from '../service/decodeBody';
import { MAX_BODY_BYTES } from '../service/limits';
import { findReports, type FoundReports } from './findReports';
import { type BodyResult, readBody } from './readBody';
import type { BodyRefusal } from './receiveBody';
import type { NotificationRequest } from './request';

/** More than ordinary reports of that total size come to. */
const MAX_REPORTS = 30_000;

/** Finds the delivery reports in a pushed notification, or says why there are none. */
export async function readNotification(
	request: NotificationRequest,
): Promise<({ ok: true } & FoundReports) | BodyRefusal> {
	const bytes = await request.readBody();
	if (!(bytes instanceof Uint8Array)) return bytes;
	if (bytes.length > MAX_BODY_BYTES)
		return refuse(`The body has ${bytes.length} bytes uncompressed; the limit is ${MAX_BODY_BYTES}`);
	const body = readBody(decodeBody(bytes, request.contentType));
	const found = body.ok ? findReports(body.value) : undefined;
	if (found === undefined) return refuse(noReportReason(body));
	const count = found.reports.length + found.othersCount;
	if (count > MAX_REPORTS) return refuse(`The body has ${count} entries; the limit is ${MAX_REPORTS}`);
	return { ok: true, ...found };
}

function noReportReason(body: BodyResult): string {
	return body.ok
		? 'The body contains no delivery report (an object with a messageId and a status object)'
		: body.reason;
}

function refuse(reason: string): BodyRefusal {
	return { ok: false, statusCode: 400, reason };
}
