import { host, remembered } from '../service/host';

/** One trigger's refusals since its last line in n8n's log. */
interface Refusals {
	/** On the monotonic clock. */
	loggedAt: number;
	unlogged: number;
}

const QUIET_MS = 60_000;
/** Across all triggers; what is forgotten may be logged a little earlier. */
const MOST_TRIGGERS = 1000;

/** The trigger that was refused first comes first. */
const refusals = () => remembered('refused pushes', () => new Map<string, Refusals>());

/**
 * Counts a refused push, so that anyone who finds the URL cannot fill n8n's log.
 * @returns how many refusals to log now, at most once a minute for each trigger; undefined to log nothing
 */
export function refusalsToLog(workflowId: string | undefined, nodeId: string): number | undefined {
	const key = JSON.stringify([workflowId, nodeId]);
	const known = refusals().get(key);
	const now = host.elapsed();
	if (known !== undefined && now - known.loggedAt < QUIET_MS) {
		known.unlogged += 1;
		return undefined;
	}
	refusals().delete(key);
	refusals().set(key, { loggedAt: now, unlogged: 0 });
	for (const oldest of refusals().keys()) {
		if (refusals().size <= MOST_TRIGGERS) break;
		refusals().delete(oldest);
	}
	return (known?.unlogged ?? 0) + 1;
}
