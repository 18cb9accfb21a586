import type { IDataObject } from 'n8n-workflow';

import { type Presentation, presentReports } from '../reports/presentReports';
import type { Report } from '../reports/report';
import { type Selection, selectReports } from '../reports/selectReports';
import { type AllowedAddresses, isAllowedAddress, isReadableList } from './allowedAddresses';
import { type Access, authenticate, type Caller } from './authenticate';
import { decodeBody } from './decodeBody';
import { findReports } from './findReports';
import { neverReportsReason, unreadableReason } from './mediaTypes';
import { readBody } from './readBody';
import { type KeyedReports, keyReports } from './reportMemory';

/** A request as it came in. */
export interface NotificationRequest extends Caller {
	body: Uint8Array;
	contentType?: string;
	contentEncoding?: string;
}

export interface TriggerSettings extends Selection, Presentation {
	access: Access;
	allowedAddresses: AllowedAddresses;
}

/** What the sender is told, and the json of the items that start a run (none: no run). */
export interface NotificationOutcome {
	statusCode: 200 | 400 | 401 | 415 | 503;
	answer: IDataObject;
	items: IDataObject[];
}

/** Picks the reports that have not started a run before; undefined when that cannot be told yet. */
export type ClaimReports = (reports: KeyedReports) => Promise<Report[] | undefined>;

export const UNREADABLE_ADDRESSES =
	"The list 'Allowed Addresses' of this trigger has an entry that is no IP address and no range of addresses, so nothing is let in";

/**
 * Takes one pushed notification: authenticate → read → select → claim → present.
 * - 401 `{message}`: the sender may not push here
 * - 415 `{message}`: what is neither JSON nor XML
 * - 400 `{message}`: the body is no delivery report
 * - 503 `{message}`: the same report is in another request that is not answered yet
 * - 200 `{received, started, filtered, repeated, unreadable}`: how many reports came; how many of them start a run, were not
 *   asked for, or have started a run before (together all that came); and how many entries beside them were no reports
 */
export async function receiveNotification(
	request: NotificationRequest,
	settings: TriggerSettings,
	claimReports: ClaimReports,
): Promise<NotificationOutcome> {
	const refusal = refusalOf(request, settings);
	if (refusal !== undefined) return refuse(401, refusal);

	const { body: bytes, contentType, contentEncoding } = request;
	const neverReports = neverReportsReason(contentType);
	if (neverReports !== undefined) return refuse(415, neverReports);
	const body = readBody(decodeBody(bytes, contentType));
	const found = body.ok ? findReports(body.value) : undefined;
	if (found === undefined) {
		const unreadable = unreadableReason(bytes, contentType, contentEncoding);
		if (unreadable !== undefined) return refuse(415, unreadable);
		return refuse(400, body.ok ? 'The body holds no delivery report: an object with a messageId and a status object' : body.reason);
	}

	const selected = selectReports(found.reports, settings);
	const fresh = selected.length === 0 ? [] : await claimReports(keyReports(selected));
	if (fresh === undefined) return refuse(503, 'The same report is in another request that is not answered yet; send it again later');
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
		if (!isAllowedAddress(request.address, allowedAddresses)) return 'This trigger does not take notifications from your address';
	}
	return authenticate(request, access);
}

function refuse(statusCode: 400 | 401 | 415 | 503, message: string): NotificationOutcome {
	return { statusCode, answer: { message }, items: [] };
}
