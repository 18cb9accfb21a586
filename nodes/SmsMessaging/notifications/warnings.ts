import { host, remembered } from '../service/host';

/** One trigger's warnings of a kind since its last line in n8n's log. */
interface Warnings {
	/** On the monotonic clock. */
	loggedAt: number;
	unlogged: number;
}

const QUIET_MS = 60_000;
/** Across all triggers; what is forgotten may be logged a little earlier. */
const MOST_TRIGGERS = 1000;

/** The oldest first. */
const warnings = () => remembered('warnings of pushes', () => new Map<string, Warnings>());

/**
 * Counts a push to warn of, so that anyone who finds the URL cannot fill n8n's log.
 * @returns how many pushes to warn of now, at most once a minute for each trigger and kind of warning; undefined to log nothing
 */
export function pushesToWarnOf(kind: string, workflowId: string | undefined, nodeId: string): number | undefined {
	const key = JSON.stringify([kind, workflowId, nodeId]);
	const known = warnings().get(key);
	const now = host.elapsed();
	if (known !== undefined && now - known.loggedAt < QUIET_MS) {
		known.unlogged += 1;
		return undefined;
	}
	warnings().delete(key);
	warnings().set(key, { loggedAt: now, unlogged: 0 });
	for (const oldest of warnings().keys()) {
		if (warnings().size <= MOST_TRIGGERS) break;
		warnings().delete(oldest);
	}
	return (known?.unlogged ?? 0) + 1;
}
