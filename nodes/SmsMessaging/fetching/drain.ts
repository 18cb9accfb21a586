import { isReport, reportKey } from '../reports/report';
import type { Result } from '../service/client';
import type { ServiceFailure } from '../service/failure';
import type { JsonObject } from '../service/types';

/** How a series of calls ended. */
interface DrainEnd {
	/** Why the calls ended early. */
	failure?: ServiceFailure;
	/** The last call brought nothing new. */
	isEmptied: boolean;
}

/**
 * Fetches the reports that are available: calls until nothing new comes, a call fails or `mayGoOn` says no. Reports fetched so
 * far are kept in each of these cases, since the service hands them out only once.
 * @param mayGoOn called before each call, with the number of calls made
 * @param entries those fetched before; new ones are appended in order of arrival. An entry need not be a report.
 */
export async function drain(
	call: () => Promise<Result<JsonObject[]>>,
	mayGoOn: (calls: number) => boolean,
	entries: JsonObject[],
): Promise<DrainEnd> {
	const keys = new Set(entries.map(entryKey));
	for (let calls = 0; mayGoOn(calls); calls++) {
		const result = await call();
		const countBefore = entries.length;
		for (const entry of result.ok ? result.value : (result.part ?? [])) {
			const key = entryKey(entry);
			if (keys.has(key)) continue;
			keys.add(key);
			entries.push(entry);
		}
		if (!result.ok) return { failure: result.failure, isEmptied: false };
		if (entries.length === countBefore) return { isEmptied: true };
	}
	return { isEmptied: false };
}

/** Entries with the same key have the same content. */
export function entryKey(entry: JsonObject): string {
	return isReport(entry) ? reportKey(entry) : JSON.stringify(entry);
}
