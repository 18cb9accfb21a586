import type { FaultScript } from './faultProxy';
import { tooManyRequests, tooManyRequestsUntil } from './faults';

/**
 * Refuses calls once this many have passed within the window, like a service that is called too often; always including
 * the first call beyond that number, however slow the calls are.
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
