import type { RequestSettings } from '../../fields/request';
import type { ContentFacts } from '../../output/presentEntry';
import type { ServiceFailure } from '../../api/failure';
import type { Destination, Message, SendResponse, SendResponseEntry } from '../../api/types';

/**
 * Whether the service may have a target.
 * - `unsent`: it was not sent, or certainly not accepted
 * - `unrecorded`: nobody knows. Retry: a crashed or stopped try left no record, and that of a failed one lacks other Retries of it
 * - `sent`: it was sent, or may have been, and what became of it is not known
 * - `final`: the same, and it is not to be sent again: it was sent twice, an unrecorded try may have sent it too, or the answer has a
 *   status that says neither
 */
export type History = 'unsent' | 'unrecorded' | 'sent' | 'final';

/** One destination of one input item: the unit that everything is counted in. */
export interface Target {
	readonly itemIndex: number;
	/** As it goes into the request. */
	readonly destination: Destination;
	/** The number as given, if it was a national one. */
	readonly given?: string | undefined;
	/** Identifies the target across all tries of the execution; the message ID if the node generates it. */
	readonly key: string;
	/** The key of the first target with the same content. */
	readonly firstKey: string;
	/** Whether the message ID is the user's own. */
	readonly hasOwnId: boolean;
	/** The message as it goes into the request; `destinations` is filled in per request. */
	readonly message: Message;
	readonly facts: ContentFacts;
	readonly settings: RequestSettings;
	/** Whether its send time had passed before it was planned. */
	readonly isLate: boolean;
	/** What earlier tries of the execution did. */
	readonly history: History;
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

/**
 * What became of a target.
 * - `accepted`: the service took it; `entry` comes from its response or from its logs
 * - `refused`: the service refused it; `entry` if it returned one
 * - `notSent`: it was not tried, or the service refused to process it
 * - `unknown`: it may have been accepted, but nothing confirms it
 */
export type Outcome = {
	/** The request that it was last in, if that is known. */
	bulkId?: string | undefined;
	/** Whether an earlier try has found it out. */
	isRecalled?: boolean;
} & (
	| { state: 'accepted'; entry: SendResponseEntry; response: ResponseFacts }
	| { state: 'refused'; failure: ServiceFailure; entry?: SendResponseEntry; response?: ResponseFacts }
	| { state: 'notSent' | 'unknown'; failure: ServiceFailure }
);
