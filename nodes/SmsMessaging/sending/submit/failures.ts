import type { ServiceFailure } from '../../service/failure';

/** What the node itself says about messages whose fate it cannot tell. */

const unclear = (message: string, description = ''): ServiceFailure => ({ kind: 'unclear', message, description });

export const NOT_MENTIONED: ServiceFailure = {
	...unclear('The answer of the service does not mention this destination'),
	httpStatus: 200,
};

/** Not sent since Stop. */
export const STOPPED = unclear(
	'The execution was stopped before this message was sent',
	'A new execution would send again what was accepted before the stop: run the workflow with only the remaining items, or use Retry where n8n offers it.',
);

export const NOT_PROVEN = unclear(
	'It is not certain that this message is missing from the logs: they may not be complete yet, or show only a part of themselves',
);

/** A Retry that comes too late. */
export const LOGS_ENDED = unclear(
	'The execution began to send more than 48 hours ago, and the logs do not go back that far',
);

export const REPLACED = unclear(
	'The service gives messages IDs of its own, so the logs cannot be searched for this one',
);

export const USED_BEFORE = unclear(
	'The logs show a message with this ID that may not be this one: this ID may have been used before',
);

/** By an earlier try. */
export const SENT_BEFORE = unclear(
	'An earlier try of this execution may have sent this message, but the logs do not show it',
);

export const NO_ID = unclear('It has no message ID to look for in the logs');

export const UNDER_OTHER_ID = unclear(
	'n8n before version 2.14 does not tell which execution is retried, so its message IDs are not known',
);

/** For a message that was not sent because an earlier try may have sent it. */
export function notChecked(failure: ServiceFailure): ServiceFailure {
	return {
		...failure,
		message: `The logs could not show whether this message was sent before: ${failure.message}`,
		description: 'It was not sent this time. Try again later.',
	};
}
