import type { IDataObject } from 'n8n-workflow';

import { delayMs } from '../api/pacer';
import { RETRY_TIMES } from '../api/retryTimes';

/**
 * What the trigger remembers between polls (n8n: static data of the node, changed in place). Times in milliseconds since the epoch.
 * - `notBefore`: no call before this time
 * - `pauseMs`: the full length of the pause
 * - `refusedSince`: the first of the polls in a row that began with 429
 */
export type PollingMemory = IDataObject & {
	notBefore?: number;
	pauseMs?: number;
	refusedSince?: number;
};

/** How long until the next call is allowed, in milliseconds; 0 if it is allowed now. */
export function pauseLeft({ notBefore, pauseMs }: PollingMemory, now: number): number {
	const left = (notBefore ?? 0) - now;
	// More can be left only if the clock was set back
	return left > 0 && left <= (pauseMs ?? 0) ? left : 0;
}

/**
 * Begins a pause after 429.
 * @param isFirstCall false if the poll had already got an answer; then the service is not as busy as earlier polls may have found it
 */
export function beginPause(memory: PollingMemory, now: number, isFirstCall: boolean, retryAfterMs?: number): void {
	memory.refusedSince = (isFirstCall ? memory.refusedSince : undefined) ?? now;
	memory.pauseMs = delayMs(RETRY_TIMES.polling, now - memory.refusedSince, retryAfterMs);
	memory.notBefore = now + memory.pauseMs;
}

export function endPause(memory: PollingMemory): void {
	delete memory.notBefore;
	delete memory.pauseMs;
	delete memory.refusedSince;
}
