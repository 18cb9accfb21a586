import { adviceFor } from '../api/advice';
import { requestLogs } from '../api/client';
import { pause } from '../api/pacer';
import { fateOf } from '../api/statuses';
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
	{ service, signal }: Pick<Run, 'service' | 'signal'>,
	accepted: readonly Target[],
): Promise<string | undefined> {
	const asked = accepted.filter((target) => !isScheduled(target));
	if (asked.length === 0 || asked.length > MOST_MESSAGES) return undefined;
	await pause(AFTER_MS, signal);
	const messageIds = asked.map(({ destination }) => destination.messageId);
	const logs = await requestLogs(service, { messageIds }, { timeoutMs: TIMEOUT_MS, signal });
	const failed = logs.ok ? logs.value.filter((entry) => fateOf(entry) === 'failed') : [];
	const rejected = asked.flatMap(({ destination: { messageId, to } }) =>
		failed
			.filter((entry) => entry.messageId === messageId)
			.map((entry) => `${to}: ${entry.status ?? entry.statusGroup}. ${adviceFor(entry)}`),
	);
	return rejected.length === 0
		? undefined
		: `The service accepted the message, but rejected it a moment later. ${[...new Set(rejected)].join(' ')}`;
}
