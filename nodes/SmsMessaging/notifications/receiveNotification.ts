import type { IDataObject } from 'n8n-workflow';

import { type Presentation, presentReports } from '../reports/presentReports';
import type { Report } from '../reports/report';
import { type Selection, selectReports } from '../reports/selectReports';
import { type AllowedAddresses, isAllowedAddress, isReadableList } from './allowedAddresses';
import { type Access, authenticate, type Caller } from './authenticate';
import { decodeBody } from './decodeBody';
import { findReports } from './findReports';
import { neverReportsReason, unreadableReason } from './mediaTypes';
import { type BodyResult, readBody } from './readBody';
import { type KeyedReports, keyReports } from './reportMemory';

/** A request as it came in. */
export interface NotificationRequest extends Caller {
	/** The body, uncompressed. Rejects where it is longer than n8n accepts, or not compressed as it says. */
	readBody: () => Promise<Uint8Array>;
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
 * - 400 `{message}`: the body cannot be read, or is no delivery report
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

	const neverReports = neverReportsReason(request.contentType);
	if (neverReports !== undefined) return refuse(415, neverReports);
	const bytes = await bytesOf(request);
	if (typeof bytes === 'string') return refuse(400, bytes);
	const body = readBody(decodeBody(bytes, request.contentType));
	const found = body.ok ? findReports(body.value) : undefined;
	if (found === undefined) {
		const unreadable = unreadableReason(bytes, request.contentType, request.contentEncoding);
		return unreadable === undefined ? refuse(400, noReportReason(body)) : refuse(415, unreadable);
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

/** The body's bytes, or the reason why there are none. */
async function bytesOf({ readBody: read }: NotificationRequest): Promise<Uint8Array | string> {
	try {
		return await read();
	} catch (error) {
		const { type } = error as { type?: unknown };
		if (type === 'entity.too.large') return 'The body is larger than this n8n accepts (N8N_PAYLOAD_SIZE_MAX)';
		return 'The body cannot be read: it ends too early, or is not compressed as its header Content-Encoding says';
	}
}

function noReportReason(body: BodyResult): string {
	return body.ok ? 'The body holds no delivery report: an object with a messageId and a status object' : body.reason;
}

function refuse(statusCode: 400 | 401 | 415 | 503, message: string): NotificationOutcome {
	return { statusCode, answer: { message }, items: [] };
}
