import { MOST_RESULTS, requestHandouts, type Result, type Service } from '../api/client';
import { contentKey, type Entry } from '../api/entry';
import type { ServiceFailure } from '../api/failure';
import { host } from '../n8n/host';
import type { EntryKind } from './kinds';

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
