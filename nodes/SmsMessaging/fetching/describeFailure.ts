import type { ServiceFailure } from '../service/failure';

/** Said of reports whose answer was lost on its way, or could not be read. */
export const GONE = 'will not come again: Get Logs shows for 48 hours what happened to the messages.';

/**
 * What to do when reports could not be fetched, and what may have become of them.
 * @param next what happens next, or helps, if there is nothing else to check
 * @param hasDetails whether the failure's details are output along with it
 */
export function describeReportsFailure(
	{ kind, check, description, answer }: ServiceFailure,
	next: string,
	hasDetails: boolean,
): string {
	if (kind !== 'unclear') return description;
	const kept = answer === undefined || !hasDetails ? '' : ' The details contain the raw answer.';
	return `${check ?? next} Any reports that the service had already handed out with this answer ${GONE}${kept}`;
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
