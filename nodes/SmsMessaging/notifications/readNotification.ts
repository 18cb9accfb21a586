import { decodeBody } from '../service/decodeBody';
import { findReports, type FoundReports } from './findReports';
import { neverReportsReason, unreadableReason } from './mediaTypes';
import { type BodyResult, readBody } from './readBody';
import type { NotificationRequest } from './request';

/** n8n's own limit, unless N8N_PAYLOAD_SIZE_MAX says otherwise. */
const MAX_BYTES = 16 * 1024 * 1024;
/** More than ordinary reports of that total size come to. */
const MAX_REPORTS = 30_000;

/** Why a body is not a notification: 415 if it is neither JSON nor XML, otherwise 400. */
export interface NotificationRefusal {
	ok: false;
	statusCode: 400 | 415;
	reason: string;
}

/** Finds the delivery reports in a pushed notification, or says why there are none. */
export async function readNotification(
	request: NotificationRequest,
): Promise<({ ok: true } & FoundReports) | NotificationRefusal> {
	const neverReports = neverReportsReason(request.contentType);
	if (neverReports !== undefined) return refuse(415, neverReports);
	const bytes = await bytesOf(request);
	if (typeof bytes === 'string') return refuse(400, bytes);
	if (bytes.length > MAX_BYTES)
		return refuse(400, `The body has ${bytes.length} bytes uncompressed; the limit is ${MAX_BYTES}`);
	const body = readBody(decodeBody(bytes, request.contentType));
	const found = body.ok ? findReports(body.value) : undefined;
	if (found !== undefined) {
		const count = found.reports.length + found.othersCount;
		if (count > MAX_REPORTS) return refuse(400, `The body has ${count} entries; the limit is ${MAX_REPORTS}`);
		return { ok: true, ...found };
	}
	const unreadable = unreadableReason(bytes, request.contentType, request.contentEncoding);
	return unreadable === undefined ? refuse(400, noReportReason(body)) : refuse(415, unreadable);
}

/** The body's bytes, or the reason why they could not be read. */
async function bytesOf({ readBody: read }: NotificationRequest): Promise<Uint8Array | string> {
	try {
		return await read();
	} catch (error) {
		const { type } = error as { type?: unknown };
		if (type === 'entity.too.large') return 'The body is larger than this n8n accepts (N8N_PAYLOAD_SIZE_MAX)';
		return 'The body cannot be read: it is cut off, or not compressed as its Content-Encoding header says';
	}
}

function noReportReason(body: BodyResult): string {
	return body.ok
		? 'The body contains no delivery report (an object with a messageId and a status object)'
		: body.reason;
}

function refuse(statusCode: NotificationRefusal['statusCode'], reason: string): NotificationRefusal {
	return { ok: false, statusCode, reason };
}
