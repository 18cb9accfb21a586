import type { ServiceFailure } from '../../service/failure';
import type { SendResponseEntry } from '../../service/types';
import type { Batch, Target } from '../plan/target';

/** Why it is not known what became of a target. */
export type Reason =
	/** No answer covered it; the failure is reported if the logs do not show it. */
	| { kind: 'noAnswer'; failure: ServiceFailure }
	/** The service says that it has seen the message ID before. */
	| { kind: 'duplicate'; entry: SendResponseEntry }
	/** The service gave it a status that this node does not know. */
	| { kind: 'unknownGroup'; entry: SendResponseEntry }
	/** The answer says something that may be about it, or contradicts itself. */
	| { kind: 'ambiguous' }
	/** Not sent in this try, and the logs do not prove that it was not sent before. */
	| { kind: 'notProven'; failure: ServiceFailure };

/** A request, and those of its targets whose outcome is not known. */
export interface Unresolved {
	readonly request: Batch;
	readonly reasons: ReadonlyMap<Target, Reason>;
	/** Whether an earlier try of the run sent it, under a bulkId that is no longer known. */
	readonly isOfEarlierTry: boolean;
}

export const NOT_MENTIONED: ServiceFailure = {
	kind: 'unclear',
	message: 'The answer of the service does not mention this destination',
	description: '',
	httpStatus: 200,
};

/** All targets of a request, for the same reason. */
export function unresolved(request: Batch, reason: Reason, isOfEarlierTry = false): Unresolved {
	return { request, reasons: new Map(request.targets.map((target) => [target, reason])), isOfEarlierTry };
}
