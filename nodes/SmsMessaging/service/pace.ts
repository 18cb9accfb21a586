import type { ServiceFailure } from './failure';
import { host } from './host';

const SLICE_MS = 200;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** Waits, and ends early when the execution is stopped. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const until = host.elapsed() + ms;
	for (let left = ms; left > 0 && signal?.aborted !== true; left = until - host.elapsed())
		await host.sleep(Math.min(left, SLICE_MS));
}

/** Twice as long for every try, and never the same for two executions that began together (jitter). */
export function backoffMs(tries: number): number {
	return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** tries) * (0.75 + host.random() / 2);
}

/**
 * How long to wait before a request is tried again that the service does not take now.
 * @param tries how often it was tried again before
 */
export function retryDelayMs({ retryAfterMs }: ServiceFailure, tries: number): number {
	return retryAfterMs === undefined ? backoffMs(tries) : Math.max(retryAfterMs, backoffMs(0));
}

/**
 * The failure that is left when the patience for a request is over.
 * @param delayMs how long to wait before the next try, which would be too late
 * @param advice what holds besides, for the end of the description
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
			? `it asks to wait ${seconds(delayMs)}, which is longer than the patience of ${seconds(patienceMs)}`
			: `also after ${seconds(patienceMs)}`;
	const check =
		failure.kind === 'unreachable'
			? 'Check the Base URL of the SMS Messaging API credential, and that this n8n can reach it, or run'
			: 'Run';
	return { ...failure, message: `${failure.message}, ${asked}`, description: `${check} again later; ${advice}` };
}
