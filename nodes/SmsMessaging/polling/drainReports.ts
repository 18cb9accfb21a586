import { drain } from '../fetching/drain';
import type { EntryKind } from '../receiving/kinds';
import { MOST_RESULTS, requestOnce, type Transport } from '../api/client';
import type { ServiceFailure } from '../api/failure';
import { host } from '../n8n/host';
import type { JsonObject } from '../text/json';

interface DrainLimits {
	maxCalls: number;
	/** Total time for all calls. */
	budgetMs: number;
}

export interface Drained {
	/** Each once, in order of arrival. An entry need not be of the kind. */
	entries: JsonObject[];
	/** Why the calls ended early. */
	failure?: ServiceFailure;
}

/** Fetches the entries of a kind that are available, within the time that n8n allows for a poll. */
export async function drainReports(
	transport: Transport,
	{ path }: EntryKind,
	{ maxCalls, budgetMs }: DrainLimits,
): Promise<Drained> {
	// A call that starts in the first half of the time also ends in time
	const longestCallMs = budgetMs / 2;
	const lastBeginning = host.elapsed() + longestCallMs;
	const entries: JsonObject[] = [];
	const limit: [name: string, value: string] = ['limit', String(MOST_RESULTS)];
	const { failure } = await drain(
		async () => await requestOnce(transport, path, [limit], longestCallMs),
		(calls) => calls === 0 || (calls < maxCalls && host.elapsed() < lastBeginning),
		new Set(),
		(entry) => void entries.push(entry),
	);
	return { entries, failure };
}
