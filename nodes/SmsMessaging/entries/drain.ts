import { MOST_RESULTS, requestHandouts, type Result, type Service } from '../api/client';
import { contentKey, type Entry } from '../api/entry';
import type { ServiceFailure } from '../api/failure';
import { host } from '../n8n/host';
import type { EntryKind } from './kinds';

/** How a series of calls ended. */
interface DrainEnd {
	/** Why the calls ended early. */
	failure?: ServiceFailure;
	/** The last call brought nothing new, or the service says that there is no more. */
	isEmptied: boolean;
}

/**
 * Fetches what is available: calls until nothing new comes or nothing more is waiting, a call fails or `mayGoOn` says no.
 * @param mayGoOn called before each call, with the number of calls made
 * @param given keys of the entries that came before
 * @param take called for each new entry at once, since it cannot be fetched again
 */
export async function drain(
	call: () => Promise<Result<Entry[]>>,
	mayGoOn: (calls: number) => boolean,
	given: Set<string>,
	take: (entry: Entry) => void,
): Promise<DrainEnd> {
	for (let calls = 0; mayGoOn(calls); calls++) {
		const result = await call();
		const countBefore = given.size;
		takeNew(result.ok ? result.value : (result.part ?? []), given, take);
		if (!result.ok) return { failure: result.failure, isEmptied: false };
		if (given.size === countBefore || result.pending === 0) return { isEmptied: true };
	}
	return { isEmptied: false };
}

/** Takes the entries that have not come before. Those with the same key have the same content. */
export function takeNew(entries: Entry[], given: Set<string>, take: (entry: Entry) => void): void {
	for (const entry of entries) {
		const key = contentKey(entry);
		if (given.has(key)) continue;
		given.add(key);
		take(entry);
	}
}

interface DrainLimits {
	maxCalls: number;
	/** Total time for all calls. */
	budgetMs: number;
}

export interface Drained {
	/** Each once, in order of arrival. An entry need not be of the kind. */
	entries: Entry[];
	/** Why the calls ended early. */
	failure?: ServiceFailure;
}

/** Fetches the entries of a kind that are available, within the time that n8n allows for a poll. */
export async function drainInTime(
	service: Service,
	{ path }: EntryKind,
	{ maxCalls, budgetMs }: DrainLimits,
): Promise<Drained> {
	// A call that starts in the first half of the time also ends in time
	const longestCallMs = budgetMs / 2;
	const lastBeginning = host.elapsed() + longestCallMs;
	const entries: Entry[] = [];
	const { failure } = await drain(
		async () => await requestHandouts(service, path, { limit: MOST_RESULTS }, longestCallMs),
		(calls) => calls === 0 || (calls < maxCalls && host.elapsed() < lastBeginning),
		new Set(),
		(entry) => void entries.push(entry),
	);
	return { entries, failure };
}
