import { adviceFor } from '../api/advice';
import type { ServiceFailure } from '../api/failure';
import { knownStatusGroup, STATUS_GROUPS, statusOf } from '../api/statuses';
import type { SendResponseEntry, Status } from '../api/types';
import type { JsonObject } from '../text/json';

/**
 * What a status says of its message.
 * - `duplicate`: the service knows the message ID, so it may have accepted this very message before
 * - `uncertain`: there is none, or it is in no group of the catalogue, so it may mean anything
 */
export type Verdict = 'accepted' | 'refused' | 'duplicate' | 'uncertain';

/** What an entry of a send response says. */
export function judge(entry: { status?: unknown }): Verdict {
	return judgeStatus(statusOf(entry), 'inResponse');
}

/** Like `judge`, for a log entry: what failed later was accepted first. */
export function judgeLog(log: { status?: unknown }): Verdict {
	return judgeStatus(statusOf(log), 'inLog');
}

/** The same message may be listed as accepted, and as rejected for coming again. */
const SUREST_FIRST: readonly Verdict[] = ['accepted', 'uncertain', 'refused', 'duplicate'];

/** Of the log entries of one message, the one that says what became of it. */
export function surestOf(logs: readonly JsonObject[]): JsonObject | undefined {
	const found = SUREST_FIRST.find((verdict) => logs.some((log) => judgeLog(log) === verdict));
	return logs.find((log) => judgeLog(log) === found);
}

function judgeStatus(status: Status | undefined, where: 'inResponse' | 'inLog'): Verdict {
	// By name (public status catalogue), since its id, 23, may stand for anything elsewhere
	if (status?.name === 'REJECTED_DUPLICATE_MESSAGE_ID') return 'duplicate';
	const group = status && knownStatusGroup(status);
	return group === undefined ? 'uncertain' : STATUS_GROUPS[group][where];
}

/** For a status that this node does not know, or entries that contradict each other. */
export function failureOfUncertain(entry: { status?: unknown }): ServiceFailure {
	const { said, facts } = readStatus(entry);
	const message = `The service does not clearly say whether it accepted this message${said}`;
	return { kind: 'unclear', message, description: '', ...facts };
}

/** A rejection in an answer or the logs, described for the user. */
export function failureOfStatus(entry: SendResponseEntry, to: string): ServiceFailure {
	const { said, facts } = readStatus(entry);
	return {
		kind: 'refused',
		message: `The service ${judgeLog(entry) === 'accepted' ? 'could not send to' : 'rejected'} ${to}${said}`,
		description: adviceFor(statusOf(entry) ?? {}),
		...facts,
	};
}

/** What a status says in words: in brackets, and as facts of a failure. */
function readStatus(entry: { status?: unknown }): {
	said: string;
	facts: Pick<ServiceFailure, 'serviceCode' | 'serviceText'>;
} {
	const { name, description } = statusOf(entry) ?? {};
	const said = [name, description].filter((text) => text !== undefined && text !== '').join(': ');
	return {
		said: said && ` (${said})`,
		facts: {
			...(name !== undefined && { serviceCode: name }),
			...(description !== undefined && { serviceText: description }),
		},
	};
}
