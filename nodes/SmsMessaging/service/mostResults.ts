import { MOST_RESULTS, type Result } from './client';
import type { JsonObject } from './types';

/** Asks for as many results as one call can return. A service with a lower maximum may refuse that many: then it is asked without a limit. */
export class MostResults {
	/** Whether the service takes the limit; undefined until it is known. */
	private isLimitTaken: boolean | undefined;

	/** @param call makes one call, with the limit as query parameter or without */
	async ask(
		call: (limit: Array<[name: string, value: string]>) => Promise<Result<JsonObject[]>>,
	): Promise<Result<JsonObject[]>> {
		if (this.isLimitTaken === false) return await call([]);
		const result = await call([['limit', String(MOST_RESULTS)]]);
		if (result.ok) this.isLimitTaken = true;
		if (result.ok || result.failure.httpStatus !== 400 || this.isLimitTaken === true) return result;
		const withoutLimit = await call([]);
		if (withoutLimit.ok) this.isLimitTaken = false;
		// Refused for another reason
		else if (withoutLimit.failure.httpStatus === 400) return result;
		return withoutLimit;
	}
}
