import type { IDataObject } from 'n8n-workflow';

import { RETRY_TIMES } from '../api/retryTimes';

/**
 * What the trigger remembers between polls (n8n: static data of the node, changed in place).
 * - `notBefore`: no call before this time, in milliseconds since the epoch
 * - `pauseMs`: the full length of the pause
 * - `refusals`: how many polls in a row began with 429
 */
export type PollingMemory = IDataObject & {
	notBefore?: number;
	pauseMs?: number;
	refusals?: number;
};

const { firstPauseMs, longestPauseMs, longestRetryAfterMs } = RETRY_TIMES.polling;

/** How long until the next call is allowed, in milliseconds; 0 if it is allowed now. */
export function pauseLeft({ notBefore, pauseMs }: PollingMemory, now: number): number {
	const left = (notBefore ?? 0) - now;
	// More can be left only if the clock was set back
	return left > 0 && left <= (pauseMs ?? 0) ? left : 0;
}

/**
 * Begins a pause after 429: as long as the service asks (Retry-After), otherwise longer with each refusal.
 * @param isFirstCall false if the poll had already got an answer; then the service is not as busy as earlier polls may have found it
 */
export function beginPause(memory: PollingMemory, now: number, isFirstCall: boolean, retryAfterMs?: number): void {
	const refusals = isFirstCall ? (memory.refusals ?? 0) + 1 : 1;
	const growing = Math.min(firstPauseMs * 2 ** (refusals - 1), longestPauseMs);
	memory.refusals = refusals;
	memory.pauseMs = Math.min(retryAfterMs ?? growing, longestRetryAfterMs);
	memory.notBefore = now + memory.pauseMs;
}

export function endPause(memory: PollingMemory): void {
	delete memory.notBefore;
	delete memory.pauseMs;
	delete memory.refusals;
}
