import type { EntryKind } from './kinds';
import type { ServiceFailure } from '../api/failure';

/**
 * What to do when entries of a kind could not be fetched, and whether they may be lost.
 * @param next what happens or helps next, if there is nothing else to check
 * @param hasDetails whether the failure's details are output along with it
 */
export function describeHandoutFailure(
	{ list, gone }: EntryKind,
	{ kind, check, description, answer }: ServiceFailure,
	next: string,
	hasDetails: boolean,
): string {
	if (kind !== 'unclear') return description;
	const kept = answer === undefined || !hasDetails ? '' : ' The details contain the raw answer.';
	return `${check ?? next} Any ${list} in this answer that were not read ${gone}${kept}`;
}

/** What to do when logs could not be read; nothing is lost by that. */
export function describeLogsFailure({ kind, check, description }: ServiceFailure): string {
	if (kind !== 'unclear') return description;
	return `${check === undefined ? '' : `${check} `}Run again later: logs stay available for 48 hours.`;
}

/** For a message that is followed by more: the service's own words may end with a full stop. */
export function withoutFullStop(message: string): string {
	return message.replace(/\.$/, '');
}
