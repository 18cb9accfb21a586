import { MOST_RESULTS, requestHandouts, type HandoutPath, type Result, type Service } from '../api/client';
import { fieldsOf, isReceived, isReport, contentKey, type Entry } from '../api/entry';
import type { ServiceFailure } from '../api/failure';
import { host } from '../n8n/host';

/** A kind of entries that the service delivers only once: by a push, or to the first reader. */
export interface EntryKind {
	one: string;
	many: string;
	/** Their list in an item that holds all of them. */
	list: 'reports' | 'messages';
	/** The key of a whole one in an item. */
	key: 'report' | 'received';
	/** What an entry must have. */
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

/** Names an entry that is not of the wanted kind. */
export function nameOf(entry: Entry): string {
	const kind = [REPORTS, RECEIVED].find(({ is }) => is(entry));
	return kind === undefined ? fieldsOf(entry) : `a ${kind.one}`;
}

export interface Drained {
	/** All that came, in order of arrival. An entry need not be of the kind. */
	entries: Entry[];
	failure?: ServiceFailure;
	/** The last call brought nothing new, or the service says that there is no more. */
	isEmptied: boolean;
}

/**
 * Fetches what is available: calls until an answer has only entries of the one before it, or none, a call fails or `mayGoOn` says no.
 * @param mayGoOn called before each call, with the number of calls made
 */
export async function drain(
	call: () => Promise<Result<Entry[]>>,
	mayGoOn: (calls: number) => boolean,
): Promise<Drained> {
	const entries: Entry[] = [];
	let latest = new Set<string>();
	for (let calls = 0; mayGoOn(calls); calls++) {
		const result = await call();
		const came = result.ok ? result.value : (result.part ?? []);
		for (const entry of came) entries.push(entry);
		if (!result.ok) return { entries, failure: result.failure, isEmptied: false };
		const keys = came.map(contentKey);
		// Otherwise a service that repeats its answer would be called for ever
		if (result.pending === 0 || keys.every((key) => latest.has(key))) return { entries, isEmptied: true };
		latest = new Set(keys);
	}
	return { entries, isEmptied: false };
}

/** Fetches the entries of a kind that are available, within the time that n8n allows for a poll. */
export async function drainInTime(
	service: Service,
	{ path }: EntryKind,
	{ maxCalls, budgetMs }: { maxCalls: number; budgetMs: number },
): Promise<Drained> {
	// A call that starts in the first half of the time also ends in time
	const longestCallMs = budgetMs / 2;
	const lastBeginning = host.elapsed() + longestCallMs;
	return await drain(
		async () => await requestHandouts(service, path, { limit: MOST_RESULTS }, longestCallMs),
		(calls) => calls === 0 || (calls < maxCalls && host.elapsed() < lastBeginning),
	);
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

/** For a message that is followed by more: the service's own words may end with a full stop. */
export const withoutFullStop = (message: string): string => message.replace(/\.$/, '');
