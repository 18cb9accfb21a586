import type { RequestSettings } from '../../fields/request';
import type { ContentFacts } from '../../output/presentEntry';
import type { ServiceFailure } from '../../service/failure';
import type { Destination, Message, SendResponse, SendResponseEntry } from '../../service/types';

/** One destination of one input item: the unit that everything is counted in. */
export interface Target {
	readonly itemIndex: number;
	/** As it goes into the request. */
	readonly destination: Destination;
	/** The number as given, if it was a national one. */
	readonly given?: string | undefined;
	/** Identifies the target across all tries of the execution; the message ID if the node generates it. */
	readonly key: string;
	/** Whether the message ID is the user's own. */
	readonly hasOwnId: boolean;
	/** The message as it goes into the request; `destinations` is filled in per request. */
	readonly message: Message;
	readonly facts: ContentFacts;
	readonly settings: RequestSettings;
	/** Whether its send time had passed before it was planned. */
	readonly isLate: boolean;
	/** What earlier tries of the execution did. */
	readonly before: {
		/** Whether one may have sent it: according to what is stored, or because nothing is stored about that try. */
		readonly mayHaveBeenSent: boolean;
		/** Whether one before the latest may have sent it, so that a rejection in the logs may be of that one. */
		readonly mayHaveBeenSentEarlier: boolean;
		/** Whether it was already sent twice, for certain or possibly, in this execution. */
		readonly sentAgain: boolean;
		/** The request that sent it last, if that is known. */
		readonly bulkId?: string | undefined;
		/** The service's earlier rejection: the ID was not known then. */
		readonly refusal?: Refusal | undefined;
	};
}

/** Whether the service holds the message until its send time; logs may not show it before then. */
export function isScheduled({ message }: Pick<Target, 'message'>): boolean {
	return message.sendAt !== undefined || message.deliveryTimeWindow !== undefined;
}

/** A destination that is left out, because an earlier message of the run goes to the same number. */
export interface Skipped {
	readonly itemIndex: number;
	readonly to: string;
	readonly given?: string;
	readonly original: Target;
}

/** Targets that share one request. */
export interface Batch {
	readonly settings: RequestSettings;
	readonly bulkId: string;
	readonly targets: readonly Target[];
}

export type ResponseFacts = Omit<SendResponse, 'messages'>;

/** The service refused it; `entry` if the service returned one. */
export interface Refusal {
	state: 'refused';
	failure: ServiceFailure;
	entry?: SendResponseEntry;
	response?: ResponseFacts;
	bulkId?: string;
}

/**
 * What became of a target.
 * - `accepted`: the service took it; `entry` comes from its response or from its logs
 * - `refused`: the service refused it
 * - `notSent`: it was not tried, or the service refused to process it
 * - `unknown`: it may have been accepted, but nothing confirms it
 */
export type Outcome = { bulkId?: string; isRecalled?: boolean } & (
	| { state: 'accepted'; entry: SendResponseEntry; response: ResponseFacts }
	| Refusal
	| { state: 'notSent' | 'unknown'; failure: ServiceFailure }
);
