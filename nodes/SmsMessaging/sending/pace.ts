import { sleep } from 'n8n-workflow';

const SLICE_MS = 200;
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** Waits, and ends early when the execution is stopped. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const until = Date.now() + ms;
	for (let left = ms; left > 0 && signal?.aborted !== true; left = until - Date.now()) await sleep(Math.min(left, SLICE_MS));
}

/** Twice as long for every try, and never the same for two executions that began together (jitter). */
export function backoffMs(tries: number): number {
	return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** tries) * (0.75 + Math.random() / 2);
}
