import type { RequestSettings } from '../../fields/request';
import type { ServiceFailure } from '../../service/failure';
import type { Destination, JsonObject, SendResponse, SendResponseEntry } from '../../service/types';

/** One destination of one input item: what every count is about. */
export interface Target {
	readonly itemIndex: number;
	/** As it goes into the request. */
	readonly destination: Destination;
	/** Names the target over all tries of the execution; the message ID, where the node makes one. */
	readonly key: string;
	/** Whether the message ID is the user's own. */
	readonly hasOwnId: boolean;
	/** The message as it goes into the request; `destinations` is filled in for each request. */
	readonly message: JsonObject;
	readonly settings: RequestSettings;
	/** What earlier tries of the execution did. */
	readonly before: {
		/** Whether one may have sent it, as far as is stored, or in a try of which nothing is stored. */
		readonly mayHaveBeenSent: boolean;
		/** Whether one before the latest may have sent it. */
		readonly mayHaveBeenSentEarlier: boolean;
		/** Whether it was sent twice already, as far as this execution knows or has to fear. */
		readonly sentAgain: boolean;
		/** What one said; a service that has used up the ID by its rejection does not repeat the reason. */
		readonly refusal?: Refusal;
	};
}

/** Whether the service keeps the message until its time, so that logs need not show it before. */
export function isScheduled({ message }: Pick<Target, 'message'>): boolean {
	return message.sendAt !== undefined || message.deliveryTimeWindow !== undefined;
}

/** Targets that travel in one request. */
export interface Batch {
	readonly settings: RequestSettings;
	readonly bulkId: string;
	readonly targets: readonly Target[];
}

export type ResponseFacts = Omit<SendResponse, 'messages'>;

/** The service said no; `entry` where it gave one. */
export interface Refusal {
	state: 'refused';
	failure: ServiceFailure;
	entry?: SendResponseEntry;
	response?: ResponseFacts;
	bulkId?: string;
}

/**
 * What became of a target.
 * - `accepted`: the service took it; `entry` is its own word, or what its logs show
 * - `refused`: the service said no
 * - `notSent`: it was not tried, or the service refused to look at it
 * - `unknown`: it may have been accepted; nobody says so
 */
export type Outcome = { bulkId?: string; isRecalled?: boolean } & (
	| { state: 'accepted'; entry: SendResponseEntry; response: ResponseFacts }
	| Refusal
	| { state: 'notSent' | 'unknown'; failure: ServiceFailure }
);
