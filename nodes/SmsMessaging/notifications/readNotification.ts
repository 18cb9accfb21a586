import { decodeBody } from './decodeBody';
import { findReports, type FoundReports } from './findReports';
import { readBody } from './readBody';
import type { NotificationRequest } from './request';

export type Notification = FoundReports;

/** Finds the delivery reports in a pushed notification, or says why there are none. */
export function readNotification({ body, contentType }: NotificationRequest): ({ ok: true } & Notification) | { ok: false; statusCode: 400; reason: string } {
	const read = readBody(decodeBody(body, contentType));
	if (!read.ok) return { ok: false, statusCode: 400, reason: formReason(contentType) ?? read.reason };
	const found = findReports(read.value);
	if (found === undefined) return { ok: false, statusCode: 400, reason: 'The body holds no delivery report: an object with a messageId and a status object' };
	return { ok: true, ...found };
}

/** Of some forms n8n hands on no bytes at all, so that the body would seem to be empty. */
function formReason(contentType = ''): string | undefined {
	const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
	const isForm = mediaType.startsWith('multipart/') || mediaType === 'application/x-www-form-urlencoded';
	return isForm ? `The body is a form (${mediaType}), but a notification has to be JSON or XML` : undefined;
}
