import type { ServiceFailure } from './failure';
import { host } from '../n8n/host';
import { RETRY_TIMES } from './retryTimes';

const SLICE_MS = 200;
const { firstDelayMs, longestDelayMs, jitter } = RETRY_TIMES.notNow;

/** Waits, but ends early if the execution is stopped. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const until = host.elapsed() + ms;
	for (let left = ms; left > 0 && signal?.aborted !== true; left = until - host.elapsed())
		await host.sleep(Math.min(left, SLICE_MS));
}

/** The delay before the next try: doubles with every try, with some jitter. */
function backoffMs(tries: number): number {
	return Math.min(longestDelayMs, firstDelayMs * 2 ** tries) * (1 - jitter + 2 * jitter * host.random());
}

/**
 * How long to wait before retrying a request that the service does not take now.
 * @param tries how often it was retried before
 */
export function retryDelayMs({ retryAfterMs }: ServiceFailure, tries: number): number {
	return retryAfterMs === undefined ? backoffMs(tries) : Math.max(retryAfterMs, backoffMs(0));
}

/**
 * The final failure when the patience for a request runs out.
 * @param delayMs how long to wait before the next try, which would be too late
 * @param advice appended to the description
 */
export function outOfPatience(
	failure: ServiceFailure,
	patienceMs: number,
	delayMs: number,
	advice: string,
): ServiceFailure {
	const seconds = (ms: number) => (ms === 1000 ? '1 second' : `${Math.ceil(ms / 100) / 10} seconds`);
	const asked =
		failure.retryAfterMs !== undefined && delayMs > patienceMs
			? `; it asks to wait ${seconds(delayMs)}, which is longer than this node waits (${seconds(patienceMs)})`
			: `, even after ${seconds(patienceMs)}`;
	const check =
		failure.kind === 'unreachable'
			? 'Check the Base URL in the SMS Messaging API credential, and that this n8n can reach it, or run'
			: 'Run';
	return { ...failure, message: `${failure.message}${asked}`, description: `${check} again later; ${advice}` };
}
