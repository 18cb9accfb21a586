import type { IWebhookFunctions } from 'n8n-workflow';

import { host, remembered } from '../n8n/host';

/** A node's lines of a kind since its last one in n8n's log. */
interface Lines {
	/** On the monotonic clock. */
	loggedAt: number;
	unlogged: number;
}

const QUIET_MS = 60_000;
/** Over all nodes. A forgotten node may log its next line a little early. */
const MOST_NODES = 1000;
/** A reason may quote what was sent. */
const MAX_REASON_CHARACTERS = 300;

/** The oldest first. */
const lines = () => remembered('log lines of requests', () => new Map<string, Lines>());

/**
 * Writes to n8n's log what the node did with a request: at most once a minute for each node and kind of line, and only a few hundred
 * characters, so that nobody who finds the URL can fill the log.
 * @param verdict what the node did with it: 'refused'
 * @param request what kind it is: 'notification'
 * @param why an error, or the node's own words; no secret
 */
export function logRequest(
	context: IWebhookFunctions,
	level: 'warn' | 'error',
	verdict: string,
	request: string,
	why: unknown,
): void {
	const { id, name } = context.getNode();
	const count = requestsToLog(`${verdict} ${request}`, context.getWorkflow().id, id);
	if (count === undefined) return;
	const requests = count === 1 ? `a ${request}` : `${count} ${request}s since the last such line`;
	const reason = why instanceof Error ? why.message : String(why);
	context.logger[level](`'${name}' ${verdict} ${requests}: ${reason.slice(0, MAX_REASON_CHARACTERS)}`);
}

/** Counts a request. @returns how many to log now; undefined to log nothing */
function requestsToLog(kind: string, workflowId: string | undefined, nodeId: string): number | undefined {
	const key = JSON.stringify([kind, workflowId, nodeId]);
	const known = lines().get(key);
	const now = host.elapsed();
	if (known !== undefined && now - known.loggedAt < QUIET_MS) {
		known.unlogged += 1;
		return undefined;
	}
	lines().delete(key);
	lines().set(key, { loggedAt: now, unlogged: 0 });
	for (const oldest of lines().keys()) {
		if (lines().size <= MOST_NODES) break;
		lines().delete(oldest);
	}
	return (known?.unlogged ?? 0) + 1;
}
