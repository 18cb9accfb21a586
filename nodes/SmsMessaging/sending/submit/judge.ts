import { adviceFor } from '../../service/advice';
import type { ServiceFailure } from '../../service/failure';
import { isJsonObject } from '../../service/json';
import { groupsWith, hasGroup, knownStatusGroup } from '../../service/statuses';
import { isBlankId } from '../../service/matching';
import type { SendResponseEntry, Status } from '../../service/types';

/** Public status catalogue: the service has seen this message ID before. */
const DUPLICATE_MESSAGE_ID = 23;

const REFUSED_BY_RESPONSE = groupsWith(({ inResponse }) => inResponse === 'refused');
const ACCEPTED_BY_RESPONSE = groupsWith(({ inResponse }) => inResponse === 'accepted');
const REFUSED_BY_LOG = groupsWith(({ inLog }) => inLog === 'refused');

/**
 * What an entry of a send response says.
 * - `duplicate`: the service knows the message ID, so it may have accepted this very message before
 * - `unknownGroup`: its status is in a group that nobody knows, which may mean anything
 * - `silent`: neither a status nor a message ID, so it says nothing
 */
export type Verdict = 'accepted' | 'refused' | 'duplicate' | 'unknownGroup' | 'silent';

/** @param hasId whether the request gave the destination a message ID, so that the entry needs none */
export function judge(entry: SendResponseEntry, hasId: boolean): Verdict {
	const { messageId } = entry;
	const status = statusOf(entry);
	if (status?.id === DUPLICATE_MESSAGE_ID) return 'duplicate';
	const group = status === undefined ? undefined : knownStatusGroup(status);
	if (REFUSED_BY_RESPONSE.has(group)) return 'refused';
	if (isOfUnknownGroup(status)) return 'unknownGroup';
	// A service that generates the IDs may reveal them only in its logs and reports
	if (!isBlankId(messageId) || ACCEPTED_BY_RESPONSE.has(group)) return 'accepted';
	return status !== undefined && hasId ? 'accepted' : 'silent';
}

/** Like `judge`, for a log entry. A message without a status was accepted, or there would be no entry. */
export function judgeLog(entry: { status?: unknown }): Verdict {
	const status = statusOf(entry);
	// The log of a request that arrived a second time
	if (status?.id === DUPLICATE_MESSAGE_ID) return 'duplicate';
	if (isOfUnknownGroup(status)) return 'unknownGroup';
	return status !== undefined && REFUSED_BY_LOG.has(knownStatusGroup(status)) ? 'refused' : 'accepted';
}

function isOfUnknownGroup(status: Status | undefined): boolean {
	return status !== undefined && hasGroup(status) && knownStatusGroup(status) === undefined;
}

/** For a status whose group nobody knows. */
export function failureOfUnknownGroup(entry: SendResponseEntry): ServiceFailure {
	const { said, facts } = readStatus(statusOf(entry) ?? {});
	const message = `The service gave a status that this node does not know${said}`;
	return { kind: 'unclear', message, description: '', httpStatus: 200, ...facts };
}

/** What a status says in words: in brackets, and as facts of a failure. */
function readStatus({ name, description }: Status): {
	said: string;
	facts: Pick<ServiceFailure, 'serviceCode' | 'serviceText'>;
} {
	const said = [name, description].filter((text) => text !== undefined && text !== '').join(': ');
	return {
		said: said === '' ? '' : ` (${said})`,
		facts: {
			...(name !== undefined && { serviceCode: name }),
			...(description !== undefined && { serviceText: description }),
		},
	};
}

/** A value that is not a status object says nothing. */
function statusOf({ status }: { status?: unknown }): Status | undefined {
	return isJsonObject(status) ? (status as Status) : undefined;
}

/** A rejection within an answer, described for the user. */
export function failureOfStatus(entry: SendResponseEntry, to: string): ServiceFailure {
	const status = statusOf(entry) ?? {};
	const group = knownStatusGroup(status);
	const { said, facts } = readStatus(status);
	return {
		kind: 'refused',
		message: `The service ${group === undefined || REFUSED_BY_LOG.has(group) ? 'rejected' : 'could not send to'} ${to}${said}`,
		description: `${adviceFor(status)} Nothing was delivered to it.`,
		httpStatus: 200,
		...facts,
	};
}
