import type { IWebhookFunctions } from 'n8n-workflow';

import { host, remembered } from '../n8n/host';

const QUIET_MS = 60_000;
/** What happened may quote what was sent. */
const MOST_CHARACTERS = 300;

/**
 * Writes to n8n's log what the node did with a request: at most once a minute for each node and kind of line, so that nobody who finds
 * the URL can fill the log.
 * @param did the kind: 'refused a notification (401)'
 * @param why an error, or the node's own words; no secret
 */
export function logRequest(context: IWebhookFunctions, level: 'warn' | 'error', did: string, why: unknown): void {
	const { id, name } = context.getNode();
	/** By node and kind, on the monotonic clock. */
	const loggedAt = remembered('log lines', () => new Map<string, number>());
	const key = `${context.getWorkflow().id} ${id} ${did}`;
	const now = host.elapsed();
	if (now - (loggedAt.get(key) ?? -Infinity) < QUIET_MS) return;
	loggedAt.set(key, now);
	const reason = why instanceof Error ? why.message : String(why);
	context.logger[level](`'${name}' ${did}: ${reason.slice(0, MOST_CHARACTERS)}`);
}
