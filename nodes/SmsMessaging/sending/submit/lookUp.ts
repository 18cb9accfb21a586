import { host } from '../../service/host';
import { pause } from '../../service/pace';
import { RETRY_TIMES } from '../../service/retryTimes';
import type { Run } from '../run';
import { NOT_PROVEN, REPLACED } from './failures';
import type { Finding, MessageLogs } from './messageLogs';

/**
 * Asks the logs for messages at growing intervals until they show all of them, or the look-up time ends.
 * @param isFound whether these entries are those of the message
 */
export async function lookUp(
	{ options, signal, service }: Run,
	logs: MessageLogs,
	ids: readonly string[],
	isFound: (id: string, finding: Finding) => boolean,
): Promise<Map<string, Finding>> {
	const findings = new Map<string, Finding>(ids.map((id) => [id, { is: 'unproven', failure: REPLACED }]));
	const start = host.elapsed();
	let open = ids;
	let hasFailed = false;
	for (const part of RETRY_TIMES.lookUps) {
		if (open.length === 0 || service.replacesIds === true) break;
		const isLast = part === 1;
		const isLate = part > 0 && host.elapsed() - start >= options.lookUpMs;
		// Logs that fail, or answer slowly, are asked only once more, at the end
		if (!isLast && (hasFailed || isLate)) continue;
		await pause(start + part * options.lookUpMs - host.elapsed(), signal);
		for (const [id, finding] of await logs.find(open, isLast)) findings.set(id, finding);
		hasFailed = [...findings.values()].some((one) => one.is === 'unproven' && one.failure !== NOT_PROVEN);
		open = open.filter((id) => !isFound(id, findings.get(id)!));
	}
	return findings;
}
