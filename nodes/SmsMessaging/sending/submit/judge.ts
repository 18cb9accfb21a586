import { adviceFor } from '../../service/advice';
import type { ServiceFailure } from '../../service/failure';
import { hasGroup, knownStatusGroup, STATUS_GROUPS, statusOf } from '../../service/statuses';
import { isBlankId } from '../../service/matching';
import type { JsonObject, SendResponseEntry, Status } from '../../service/types';

/**
 * What an entry of a send response says.
 * - `duplicate`: the service knows the message ID, so it may have accepted this very message before
 * - `unknownGroup`: its status is in no group that is known, or in two that contradict each other, or it has only an error, so it may mean
 *   anything
 * - `silent`: neither a status nor a message ID, so it says nothing
 */
export type Verdict = 'accepted' | 'refused' | 'duplicate' | 'unknownGroup' | 'silent';

/** The interface shows no error in a send response. */
type AnyEntry = SendResponseEntry & { error?: unknown };

const errorOf = ({ error }: AnyEntry) => statusOf({ status: error });

export function judge(entry: AnyEntry): Verdict {
	const status = statusOf(entry);
	if (status !== undefined) return judgeStatus(status, 'inResponse');
	if (errorOf(entry) !== undefined) return 'unknownGroup';
	// The interface always shows a status; a service that does not names only what it accepts
	return isBlankId(entry.messageId) ? 'silent' : 'accepted';
}

/** Like `judge`, for a log entry. A message without a status was accepted, or there would be no entry. */
export function judgeLog(entry: { status?: unknown }): Verdict {
	const status = statusOf(entry);
	return status === undefined ? 'accepted' : judgeStatus(status, 'inLog');
}

/** The same message may be listed as accepted, and as rejected for coming again. */
const SUREST_FIRST: readonly Verdict[] = ['accepted', 'unknownGroup', 'refused', 'duplicate'];

/** Of the log entries of one message, the one that says what became of it. */
export function surestOf(logs: readonly JsonObject[]): JsonObject | undefined {
	const found = SUREST_FIRST.find((verdict) => logs.some((log) => judgeLog(log) === verdict));
	return logs.find((log) => judgeLog(log) === found);
}

function judgeStatus(status: Status, where: 'inResponse' | 'inLog'): Verdict {
	if (isDuplicate(status)) return 'duplicate';
	const { groupId, groupName, name } = status;
	if (!hasGroup(status)) return meaningOf({ name }, where) ?? 'unknownGroup';
	const [byId, byName] = [meaningOf({ groupId }, where), meaningOf({ groupName }, where)];
	const isContradicted = byId !== undefined && byName !== undefined && byId !== byName;
	return (isContradicted ? undefined : (byId ?? byName)) ?? 'unknownGroup';
}

function meaningOf(part: Parameters<typeof knownStatusGroup>[0], where: 'inResponse' | 'inLog') {
	const group = knownStatusGroup(part);
	return group && STATUS_GROUPS[group][where];
}

/** Public status catalogue: the service has seen this message ID before. Its id, 23, may stand for anything elsewhere. */
function isDuplicate({ name }: Status): boolean {
	return String(name).trim().toUpperCase() === 'REJECTED_DUPLICATE_MESSAGE_ID';
}

/** For a status that this node does not know. */
export function failureOfUnknownGroup(entry: AnyEntry): ServiceFailure {
	const { said, facts } = readStatus(statusOf(entry) ?? errorOf(entry) ?? {});
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

/** A rejection within an answer, described for the user. */
export function failureOfStatus(entry: SendResponseEntry, to: string): ServiceFailure {
	const status = statusOf(entry) ?? {};
	const { said, facts } = readStatus(status);
	return {
		kind: 'refused',
		message: `The service ${judgeStatus(status, 'inLog') === 'accepted' ? 'could not send to' : 'rejected'} ${to}${said}`,
		description: `${adviceFor(status)} Nothing was delivered to it.`,
		httpStatus: 200,
		...facts,
	};
}
