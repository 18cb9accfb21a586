import { adviceFor } from '../api/advice';
import { requestLogs } from '../api/client';
import { pause } from '../api/pacer';
import type { Entry } from '../api/entry';
import { fateOf, judgeLog, surestOf } from '../api/statuses';
import { isBlankId } from '../text/matching';
import { isScheduled, type Target } from './plan/target';
import type { Run } from './run';

const MOST_MESSAGES = 5;
const AFTER_MS = 1000;
const TIMEOUT_MS = 5000;

/**
 * Looks once into the logs for a few messages that somebody has just sent by hand: a service may accept a message and reject it half a
 * second later, as on a trial account (public facts, 12.6).
 * @returns what to say about it; undefined if there is nothing to say, or the logs do not answer
 */
export async function soonRejected(
	{ service, signal, identity }: Pick<Run, 'service' | 'signal' | 'identity'>,
	accepted: readonly Target[],
): Promise<string | undefined> {
	const asked = accepted.filter((target) => !isScheduled(target));
	if (asked.length === 0 || asked.length > MOST_MESSAGES) return undefined;
	await pause(AFTER_MS, signal);
	const messageIds = asked.map(({ destination }) => destination.messageId);
	const logs = await requestLogs(service, { messageIds }, { timeoutMs: TIMEOUT_MS, signal });
	const rejected = asked.flatMap(({ destination: { messageId, to }, settings: { bulkId: given } }) => {
		// An ID of the user may have been rejected in an earlier request
		const isOfRequest = ({ bulkId }: Entry) => isBlankId(bulkId) || bulkId === given || identity.isOwnBulkId(bulkId);
		const own = logs.ok ? logs.value.filter((entry) => entry.messageId === messageId && isOfRequest(entry)) : [];
		const entry = surestOf(own);
		if (entry === undefined || fateOf(entry) !== 'failed' || judgeLog(entry) === 'duplicate') return [];
		return [`${to}: ${entry.status ?? entry.statusGroup}. ${adviceFor(entry)}`];
	});
	return rejected.length === 0
		? undefined
		: `The service accepted the message, but rejected it a moment later. ${[...new Set(rejected)].join(' ')}`;
}
