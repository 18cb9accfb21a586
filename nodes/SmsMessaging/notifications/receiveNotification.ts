import type { IDataObject } from 'n8n-workflow';

import { type Presentation, presentReports } from '../reports/presentReports';
import { type Selection, selectReports } from '../reports/selectReports';
import { type Access, authenticate, type Caller } from './authenticate';
import { decodeBody } from './decodeBody';
import { findReports } from './findReports';
import { readBody } from './readBody';

/** A request as it came in. */
export interface NotificationRequest extends Caller {
	body: Uint8Array;
	contentType?: string;
}

export interface TriggerSettings extends Selection, Presentation {
	access: Access;
}

/** What the sender is told, and the json of the items that start a run (none: no run). */
export interface NotificationOutcome {
	statusCode: 200 | 400 | 401;
	answer: IDataObject;
	items: IDataObject[];
}

/**
 * Takes one pushed notification: authenticate → read → select → present.
 * - 401 `{message}`: the sender may not push here
 * - 400 `{message}`: the body is no delivery report
 * - 200 `{received, started, filtered, unreadable}`: how many reports came, how many of them start a run and how many were not
 *   asked for (together all that came), and how many entries beside them were no reports
 */
export function receiveNotification(request: NotificationRequest, settings: TriggerSettings): NotificationOutcome {
	const refusal = authenticate(request, settings.access);
	if (refusal !== undefined) return refuse(401, refusal);

	const body = readBody(decodeBody(request.body, request.contentType));
	if (!body.ok) return refuse(400, formReason(request.contentType) ?? body.reason);
	const found = findReports(body.value);
	if (found === undefined) return refuse(400, 'The body holds no delivery report: an object with a messageId and a status object');

	const selected = selectReports(found.reports, settings);
	return {
		statusCode: 200,
		answer: {
			received: found.reports.length,
			started: selected.length,
			filtered: found.reports.length - selected.length,
			unreadable: found.othersCount,
		},
		items: presentReports(selected, settings),
	};
}

/** Of some forms n8n hands on no bytes at all, so that the body would seem to be empty. */
function formReason(contentType = ''): string | undefined {
	const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
	const isForm = mediaType.startsWith('multipart/') || mediaType === 'application/x-www-form-urlencoded';
	return isForm ? `The body is a form (${mediaType}), but a notification has to be JSON or XML` : undefined;
}

function refuse(statusCode: 400 | 401, message: string): NotificationOutcome {
	return { statusCode, answer: { message }, items: [] };
}
