import { adviceFor } from '../api/advice';
import type { Entry } from '../api/entry';
import type { ServiceFailure } from '../api/failure';
import { judgeLog } from '../api/statuses';
import type { Doubt, Target } from './plan/target';
import { withoutUndefined } from '../text/json';

/** What the node itself says about messages whose fate it cannot tell. */

const unclear = (message: string, description = ''): ServiceFailure => ({ kind: 'unclear', message, description });

export const NOT_MENTIONED = unclear("The service's answer says nothing clear about this destination");

export const STOPPED: ServiceFailure = {
	kind: 'unreachable',
	message: 'The execution was stopped before this message was sent',
	description:
		'A new execution may resend messages that were accepted before the stop. Use Retry if n8n offers it, or run the workflow with only the remaining items.',
};

export const NOT_PROVEN = unclear('The logs do not prove that this message is missing: they may be incomplete');

export const LOGS_ENDED = unclear(
	'The node began to send more than 48 hours ago, and the logs do not go back that far',
);

export const SENT_ELSEWHERE = unclear(
	'The credential, its API Version or its Base URL was changed since this execution may have sent messages, and these logs may lack them',
);

export const REPLACED = unclear(
	'The service assigns its own message IDs, so the logs cannot be searched for this message',
);

export const USED_BEFORE = unclear(
	'The logs show this message ID, but perhaps for another message: this ID may have been used before',
);

/** An ID of the user that is sent only once. @param to who it was used for */
export const usedFor = (to: string): ServiceFailure => ({
	kind: 'refused',
	message: `This message ID is already used, for a message to ${to}`,
	description: 'Nothing was sent. Use each ID for one message.',
});

export const SENT_BEFORE = unclear(
	'An earlier try of this execution may have sent this message, but the logs do not show it',
);

/** A mistake of the node itself. */
export const ownFailure = (error: unknown) =>
	unclear(`The node failed: ${error instanceof Error ? error.message : String(error)}`);

/** The outcome of a message that may have been accepted. */
export function unknown({ destination }: Target, failure: ServiceFailure, mayResend: boolean): Doubt {
	const { kind, description, check } = failure;
	const advice = `It is not known whether the message was accepted. Check Get Logs for the message ID ${destination.messageId} before sending it again.`;
	// What to do about a refusal is no advice for a message that may have been accepted
	const said = [check, advice, kind === 'unclear' || kind === 'refused' ? undefined : description];
	return {
		state: 'unknown',
		failure: { ...failure, kind: 'unclear', description: said.filter(Boolean).join(' ') },
		mayResend,
	};
}

/** For a message that was not sent because an earlier try may have sent it. */
export const notChecked = (failure: ServiceFailure): ServiceFailure => ({
	...failure,
	message: `The logs could not show whether this message was sent before: ${failure.message}`,
	check: 'It was not sent this time.',
});

/** For a status that this node does not know, or entries that contradict each other. */
export function failureOfUncertain(entry: Entry): ServiceFailure {
	const { said, facts } = readStatus(entry);
	return { ...unclear(`The service does not clearly say whether it accepted this message${said}`), ...facts };
}

/** A rejection in an answer or the logs, described for the user. */
export function failureOfStatus(entry: Entry, to: string): ServiceFailure {
	const { said, facts } = readStatus(entry);
	return {
		kind: 'refused',
		message: `The service ${judgeLog(entry) === 'accepted' ? 'could not send to' : 'rejected'} ${to}${said}`,
		description: adviceFor(entry),
		...facts,
	};
}

/** What a status says in words: in brackets, and as facts of a failure. */
function readStatus({ status, statusDescription }: Entry): {
	said: string;
	facts: Pick<ServiceFailure, 'serviceCode' | 'serviceText'>;
} {
	const said = [status, statusDescription].filter((text) => text !== undefined && text !== '').join(': ');
	return {
		said: said && ` (${said})`,
		facts: withoutUndefined({ serviceCode: status, serviceText: statusDescription }),
	};
}
