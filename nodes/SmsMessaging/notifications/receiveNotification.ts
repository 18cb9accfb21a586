import type { IDataObject } from 'n8n-workflow';

import { type Presentation, presentReports } from '../reports/presentReports';
import type { Report } from '../reports/report';
import { type Selection, selectReports } from '../reports/selectReports';
import { type AllowedAddresses, isAllowedAddress, isReadableList } from './allowedAddresses';
import { type Access, authenticate } from './authenticate';
import { readNotification } from './readNotification';
import type { BodyRefusal } from './receiveBody';
import { type KeyedReports, keyReports } from './reportMemory';
import type { NotificationRequest } from './request';

export interface TriggerSettings extends Selection, Presentation {
	access: Access;
	allowedAddresses: AllowedAddresses;
}

/** What the sender is told, and the json of the items that start a run (if empty, no run). */
export interface NotificationOutcome {
	statusCode: 200 | 400 | 401 | 408 | 503;
	answer: IDataObject;
	items: IDataObject[];
}

/** Picks the reports that have not started a run before; undefined if that cannot be determined yet. */
export type ClaimReports = (reports: KeyedReports) => Promise<Report[] | undefined>;

const UNREADABLE_ADDRESSES =
	"'Allowed Addresses' of this trigger has an entry that is neither an IP address nor a range, so it refuses every request";

/**
 * Takes one pushed notification: authenticate → read → select → claim → present.
 * - 401 `{message}`: the sender may not push here
 * - 400 `{message}`: the body cannot be read, or is not a delivery report
 * - 408 `{message}`: the body did not arrive in time
 * - 503 `{message}`: too many bodies arrive at once, or the same report is in another request that has not been answered yet
 * - 200 `{received, started, filtered, repeated, unreadable}`: how many reports arrived; how many of them start a run, were
 *   not asked for, or started a run before (adding up to all that arrived); and how many other entries came with them
 */
export async function receiveNotification(
	request: NotificationRequest,
	settings: TriggerSettings,
	claimReports: ClaimReports,
): Promise<NotificationOutcome> {
	const refusal = refusalOf(request, settings);
	if (refusal !== undefined) return refuse(401, refusal);

	const found = await readNotification(request);
	if (!found.ok) return refuse(found.statusCode, found.reason);

	const selected = selectReports(found.reports, settings);
	const fresh = await claimReports(keyReports(selected));
	if (fresh === undefined)
		return refuse(503, 'The same report is in another request that has not been answered yet; send it again later');
	return {
		statusCode: 200,
		answer: {
			received: found.reports.length,
			started: fresh.length,
			filtered: found.reports.length - selected.length,
			repeated: selected.length - fresh.length,
			unreadable: found.othersCount,
		},
		items: presentReports(fresh, settings),
	};
}

function refusalOf(request: NotificationRequest, { access, allowedAddresses }: TriggerSettings): string | undefined {
	if (allowedAddresses !== undefined) {
		if (!isReadableList(allowedAddresses)) return UNREADABLE_ADDRESSES;
		if (!isAllowedAddress(request.address, allowedAddresses))
			return 'This trigger does not allow notifications from your address';
	}
	return authenticate(request, access);
}

function refuse(statusCode: BodyRefusal['statusCode'] | 401 | 503, message: string): NotificationOutcome {
	return { statusCode, answer: { message }, items: [] };
}
