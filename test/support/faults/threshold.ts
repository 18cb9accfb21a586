import type { FaultScript } from './faultProxy';
import { tooManyRequests, tooManyRequestsUntil } from './faults';

/**
 * Refuses what comes when so many calls have passed within the window, as a service does that is called too often; and surely
 * the first call beyond so many, however slow the calls are.
 */
export function threshold(calls: number, windowMs: number, withRetryAfter: boolean): FaultScript {
	const passed: number[] = [];
	return (_, index) => {
		const now = Date.now();
		const recent = passed.filter((at) => at > now - windowMs);
		if (recent.length < calls && index !== calls) {
			passed.push(now);
			return undefined;
		}
		const seconds = Math.ceil(((recent[0] ?? now) + windowMs - now) / 1000);
		return withRetryAfter ? tooManyRequestsUntil(String(Math.max(1, seconds))) : tooManyRequests;
	};
}
