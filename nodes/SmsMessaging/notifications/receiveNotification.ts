import type { IDataObject } from 'n8n-workflow';

import { type Access, authenticate, type Caller } from './authenticate';
import { decodeBody } from './decodeBody';
import { findReports } from './findReports';
import { type Presentation, presentReports } from './presentReports';
import { readBody } from './readBody';
import { type Selection, selectReports } from './selectReports';

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
 * - 200 `{received, selected, ignored}`: how many reports came, how many of them start a run, and how many entries were no reports
 */
export function receiveNotification(request: NotificationRequest, settings: TriggerSettings): NotificationOutcome {
	const refusal = authenticate(request, settings.access);
	if (refusal !== undefined) return refuse(401, refusal);

	const body = readBody(decodeBody(request.body, request.contentType));
	if (!body.ok) return refuse(400, body.reason);
	const found = findReports(body.value);
	if (found === undefined) return refuse(400, 'The body holds no delivery report: an object with a messageId and a status object');

	const selected = selectReports(found.reports, settings);
	return {
		statusCode: 200,
		answer: { received: found.reports.length, selected: selected.length, ignored: found.othersCount },
		items: presentReports(selected, settings),
	};
}

function refuse(statusCode: 400 | 401, message: string): NotificationOutcome {
	return { statusCode, answer: { message }, items: [] };
}
