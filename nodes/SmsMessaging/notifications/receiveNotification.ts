import type { IDataObject } from 'n8n-workflow';

import { type Presentation, presentReports } from '../reports/presentReports';
import { type Selection, selectReports } from '../reports/selectReports';
import { type Access, authenticate } from './authenticate';
import { readNotification } from './readNotification';
import type { NotificationRequest } from './request';

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

	const found = readNotification(request);
	if (!found.ok) return refuse(found.statusCode, found.reason);

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

function refuse(statusCode: 400 | 401, message: string): NotificationOutcome {
	return { statusCode, answer: { message }, items: [] };
}
