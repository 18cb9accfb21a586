import type { ServiceFailure } from '../../service/failure';
import type { SendResponseEntry } from '../../service/types';
import type { Batch, Target } from '../plan/target';

/** Why the fate of a target is not known. */
export type Reason =
	/** No answer came that tells it: what is said when the logs do not show it. */
	| { kind: 'noAnswer'; failure: ServiceFailure }
	/** The service says that it has seen the message ID before. */
	| { kind: 'duplicate'; entry: SendResponseEntry }
	/** The answer has something of its number, but does not tell of which message to it. */
	| { kind: 'ambiguous' }
	/** Nothing of it was sent in this try, and the logs do not prove that nothing was before. */
	| { kind: 'notProven' };

/** A request, and those of its targets whose fate is not known. */
export interface Unresolved {
	readonly request: Batch;
	readonly reasons: ReadonlyMap<Target, Reason>;
	/** What the service accepted of the same request without telling an ID: their logs are not those of others. */
	readonly unnamed: readonly Target[];
	/** Whether an earlier try of the run sent it, under a bulkId that is not known any more. */
	readonly isOfEarlierTry: boolean;
}

export const NOT_MENTIONED: ServiceFailure = {
	kind: 'unclear',
	message: 'The answer of the service does not mention this destination',
	description:
		'It is not known whether the message was accepted. Look into Get Logs with its message ID before you send it again.',
	httpStatus: 200,
};

/** All targets of a request, for the same reason. */
export function unresolved(request: Batch, reason: Reason, isOfEarlierTry = false): Unresolved {
	return { request, reasons: new Map(request.targets.map((target) => [target, reason])), unnamed: [], isOfEarlierTry };
}
