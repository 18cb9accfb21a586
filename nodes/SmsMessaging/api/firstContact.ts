import type { Transport } from './client';
import { failureOfConnection } from './connectionFailure';
import { host } from '../n8n/host';

/** Delays double, so the next try would come more than 10 seconds after the first. */
const GIVEN_UP_AFTER_MS = 5000;

/**
 * For a run that somebody watches: while no request has left this machine, a wrong address is likelier than a service that restarts.
 * Failures are then lasting.
 */
export function givingUpSoon(transport: Transport): Transport {
	let began: number | undefined;
	let hasLeft = false;
	return async (request) => {
		began ??= host.elapsed();
		const result = await transport(request);
		hasLeft ||= result.answered || failureOfConnection(result.code, result.reason, result.sent).kind !== 'unreachable';
		if (hasLeft || result.answered || host.elapsed() - began < GIVEN_UP_AFTER_MS) return result;
		return { ...result, isLasting: true };
	};
}
