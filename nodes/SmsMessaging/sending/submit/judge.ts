import { adviceFor } from '../../service/advice';
import { withoutAnswerLink } from '../../service/answerLinks';
import type { ServiceFailure } from '../../service/failure';
import { isJsonObject } from '../../service/json';
import { groupsWith, knownStatusGroup } from '../../service/statuses';
import { isBlankId } from '../../service/matching';
import type { JsonObject, SendResponseEntry, Status } from '../../service/types';

/** Public status catalogue: the service has seen this message ID before. */
const DUPLICATE_MESSAGE_ID = 23;

const REFUSED_BY_RESPONSE = groupsWith(({ inResponse }) => inResponse === 'refused');
const ACCEPTED_BY_RESPONSE = groupsWith(({ inResponse }) => inResponse === 'accepted');
const REFUSED_BY_LOG = groupsWith(({ inLog }) => inLog === 'refused');

/**
 * What an entry of a send response says.
 * - `duplicate`: the service knows the message ID, so it may have accepted this very message before
 * - `silent`: neither a status nor a message ID, so it says nothing
 */
export type Verdict = 'accepted' | 'refused' | 'duplicate' | 'silent';

/** @param hasId whether the request gave the destination a message ID, so that the entry needs none */
export function judge(entry: SendResponseEntry, hasId: boolean): Verdict {
	const { messageId } = entry;
	const status = statusOf(entry);
	if (status?.id === DUPLICATE_MESSAGE_ID) return 'duplicate';
	const group = status === undefined ? undefined : knownStatusGroup(status);
	if (REFUSED_BY_RESPONSE.has(group)) return 'refused';
	// A service that generates the IDs may reveal them only in its logs and reports
	if (!isBlankId(messageId) || ACCEPTED_BY_RESPONSE.has(group)) return 'accepted';
	return status !== undefined && hasId ? 'accepted' : 'silent';
}

/** Whether a log entry belongs to a message with this text; unclear if the log has no text, a part of it, or other characters. */
export type Likeness = 'same' | 'other' | 'unclear';

/** Any other characters may come back transliterated. */
const PLAIN = /^[\x20-\x7e\n\r]*$/;

/** What stands for characters that are not shown. */
const HIDDEN = /[*•…]+|\.{2,}$/g;

/** @param message as it was sent; omitted if the ID alone decides */
export function likenessOf(log: JsonObject, message: { text?: unknown; binary?: unknown } | undefined): Likeness {
	if (message === undefined) return 'same';
	const { text } = message;
	if (typeof text !== 'string' || typeof log.text !== 'string') return 'unclear';
	const [logged, sent] = [log.text, text].map((one) => withoutAnswerLink(one).replace(/\s+/g, ' ').trim()) as [
		string,
		string,
	];
	if (logged === sent) return 'same';
	// A service may mask texts, cut them off, or add words of its own
	const shown = logged.replace(HIDDEN, '');
	return PLAIN.test(sent) && !sent.includes(shown) && !logged.includes(sent) ? 'other' : 'unclear';
}

/** Like `judge`, for a log entry. A group that nobody knows says nothing against acceptance. */
export function judgeLog(entry: { status?: unknown }): Verdict {
	const status = statusOf(entry);
	// The log of a request that arrived a second time
	if (status?.id === DUPLICATE_MESSAGE_ID) return 'duplicate';
	return status !== undefined && REFUSED_BY_LOG.has(knownStatusGroup(status)) ? 'refused' : 'accepted';
}

/** A value that is not a status object says nothing. */
function statusOf({ status }: { status?: unknown }): Status | undefined {
	return isJsonObject(status) ? (status as Status) : undefined;
}

/** A rejection within an answer, described for the user. */
export function failureOfStatus(entry: SendResponseEntry, to: string): ServiceFailure {
	const status = statusOf(entry) ?? {};
	const group = knownStatusGroup(status);
	const said = [status.name, status.description].filter((text) => text !== undefined && text !== '').join(': ');
	return {
		kind: 'refused',
		message: `The service ${group === undefined || REFUSED_BY_LOG.has(group) ? 'rejected' : 'could not send to'} ${to}${said === '' ? '' : ` (${said})`}`,
		description: `${adviceFor(status)} Nothing was delivered to it.`,
		httpStatus: 200,
		...(status.name !== undefined && { serviceCode: status.name }),
		...(status.description !== undefined && { serviceText: status.description }),
	};
}
