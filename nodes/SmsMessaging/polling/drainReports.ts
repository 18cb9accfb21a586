import { isReport, reportKey } from '../reports/report';
import { getReports, type Transport } from '../service/client';
import type { ServiceFailure } from '../service/failure';
import type { JsonObject } from '../service/types';

/** The most that public documents of the interface allow in one answer. */
const REPORTS_PER_CALL = 1000;

export interface DrainLimits {
	maxCalls: number;
	/** How long all calls may take together. */
	budgetMs: number;
}

export interface Drained {
	/** Each once, in the order in which they came. An entry need not be a report. */
	entries: JsonObject[];
	/** Why the calls ended early. */
	failure?: ServiceFailure;
}

/**
 * Fetches the reports that are there: calls until nothing new comes, a call fails or a limit is reached. What was fetched comes
 * back in each of these cases, since the service hands it out one time.
 */
export async function drainReports(transport: Transport, { maxCalls, budgetMs }: DrainLimits): Promise<Drained> {
	// A call that begins in the first half of the time also ends in time
	const longestCallMs = budgetMs / 2;
	const lastBeginning = Date.now() + longestCallMs;
	const entries = new Map<string, JsonObject>();
	for (let calls = 0; calls === 0 || (calls < maxCalls && Date.now() < lastBeginning); calls++) {
		const result = await getReports(transport, [['limit', String(REPORTS_PER_CALL)]], longestCallMs);
		if (!result.ok) return { entries: [...entries.values()], failure: result.failure };
		const countBefore = entries.size;
		for (const entry of result.value) {
			const key = keyOf(entry);
			if (!entries.has(key)) entries.set(key, entry);
		}
		if (entries.size === countBefore) break;
	}
	return { entries: [...entries.values()] };
}

function keyOf(entry: JsonObject): string {
	return isReport(entry) ? reportKey(entry) : JSON.stringify(entry);
}
