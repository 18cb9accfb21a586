import type { IDataObject } from 'n8n-workflow';

import { nameOf } from '../entries/kinds';
import { entryFilter, kindOf, type Selection } from '../entries/selection';
import { type Presentation, presentTogether } from '../entries/presentEntry';
import { checkAddress, type AllowedAddresses, type Check } from './authenticate';
import { readNotification } from './readNotification';
import type { BodyRefusal, NotificationRequest } from './receiveBody';
import type { Entry } from '../api/entry';

export interface PushSettings extends Selection, Presentation {
	authenticate: Check;
	allowedAddresses: AllowedAddresses;
}

/** The answer to the sender, and the json of the items that start a run (if empty, no run). */
export interface NotificationOutcome {
	statusCode: 200 | 400 | 401 | 408 | 413 | 503;
	answer: IDataObject;
	items: IDataObject[];
	leftOut?: string;
}

/** Picks the entries that have not started a run before; undefined if another request has one of them and is not answered yet. */
export type ClaimEntries = (entries: Entry[]) => Entry[] | undefined;

/**
 * Takes one pushed notification: authenticate → read → select → claim → present.
 * - 401 `{message}`: the sender is not authenticated, or its address is not allowed
 * - 400 `{message}`: the body cannot be read, or has entries, but none of the trigger's kind
 * - 408 `{message}`: the body did not arrive in time
 * - 413 `{message}`: the body is too large
 * - 503 `{message}`: the same entry is in another request that is not answered yet
 * - 200 `{received, started, filtered, repeated, unreadable}`: how many entries of that kind arrived; how many of them start a run, were
 *   not asked for, or had come before (adding up to all that arrived); and how many of other kinds came with them
 */
export async function receiveNotification(
	request: NotificationRequest,
	settings: PushSettings,
	claimEntries: ClaimEntries,
): Promise<NotificationOutcome> {
	const { allowedAddresses, authenticate } = settings;
	const refusal = (allowedAddresses && checkAddress(request.address, allowedAddresses)) ?? authenticate(request);
	if (refusal !== undefined) return refuse(401, refusal);

	const kind = kindOf(settings);
	const found = await readNotification(request, kind);
	if (!found.ok) return refuse(found.statusCode, found.reason);

	const { entries, others } = found;
	const selected = entries.filter(entryFilter(settings));
	const fresh = claimEntries(selected);
	if (fresh === undefined)
		return refuse(503, `The same ${kind.one} is in another request that is still being processed. Send it again later`);
	return {
		statusCode: 200,
		answer: {
			received: entries.length,
			started: fresh.length,
			filtered: entries.length - selected.length,
			repeated: selected.length - fresh.length,
			unreadable: others.length,
		},
		items: presentTogether(kind, fresh, settings),
		...(others.length > 0 && {
			leftOut: `${others.length} of ${entries.length + others.length} entries, such as ${nameOf(others[0]!)}, which is not a ${kind.one}`,
		}),
	};
}

function refuse(statusCode: BodyRefusal['statusCode'] | 401 | 503, message: string): NotificationOutcome {
	return { statusCode, answer: { message }, items: [] };
}
