import { contentKey } from '../reports/report';
import type { Result } from '../api/client';
import type { ServiceFailure } from '../api/failure';
import type { JsonObject } from '../text/json';

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
	call: () => Promise<Result<JsonObject[]>>,
	mayGoOn: (calls: number) => boolean,
	given: Set<string>,
	take: (entry: JsonObject) => void,
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
export function takeNew(entries: JsonObject[], given: Set<string>, take: (entry: JsonObject) => void): void {
	for (const entry of entries) {
		const key = contentKey(entry);
		if (given.has(key)) continue;
		given.add(key);
		take(entry);
	}
}
