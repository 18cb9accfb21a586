import type { HandoutPath } from '../api/client';
import { fieldsOf, isReceived, isReport, type Entry } from '../api/entry';
import type { ServiceFailure } from '../api/failure';

/** A kind of entries that the service delivers only once: by a push, or to the first reader. */
export interface EntryKind {
	one: string;
	many: string;
	/** Their list in an item that holds all of them. */
	list: 'reports' | 'messages';
	/** The key of a whole one in an item. */
	key: 'report' | 'received';
	form: string;
	path: HandoutPath;
	/** Which ones cannot be fetched, as a clause. */
	pushed: string;
	/** For those whose answer was lost or could not be read, to follow a plural. */
	gone: string;
	is(entry: Entry): boolean;
}

export const REPORTS: EntryKind = {
	one: 'delivery report',
	many: 'delivery reports',
	list: 'reports',
	key: 'report',
	form: 'an object with a messageId and a status object',
	path: 'reports',
	pushed: 'those with a Notify URL are pushed there instead',
	gone: 'cannot be fetched again. Get Logs shows for 48 hours what happened to the messages.',
	is: isReport,
};

export const RECEIVED: EntryKind = {
	one: 'received message',
	many: 'received messages',
	list: 'messages',
	key: 'received',
	form: 'an object with a messageId and two of from, to, receivedAt and text, and without a status',
	path: 'inbox',
	pushed: 'those that the service forwards to a URL go there instead',
	gone: 'cannot be fetched again.',
	is: isReceived,
};

export function nameOf(entry: Entry): string {
	const kind = [REPORTS, RECEIVED].find(({ is }) => is(entry));
	return kind === undefined ? fieldsOf(entry) : `a ${kind.one}`;
}

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
