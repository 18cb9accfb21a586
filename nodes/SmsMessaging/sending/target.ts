import type { RequestSettings } from '../fields/request';
import type { ServiceFailure } from '../service/failure';
import type { Destination, JsonObject, SendResponse, SendResponseEntry } from '../service/types';

/** One destination of one input item: what every count is about. */
export interface Target {
	itemIndex: number;
	/** As it goes into the request. */
	destination: Destination;
	/** Names the target over all tries of the execution; the message ID, where the node makes one. */
	key: string;
	/** Whether the message ID is the user's own. */
	hasOwnId: boolean;
	/** The message as it goes into the request; `destinations` is filled in for each request. */
	message: JsonObject;
	/** Whether this execution may have sent it before: in an earlier request, or in a try of which nothing is stored. */
	mayHaveBeenSent: boolean;
	/** Whether that was so before the latest request with it, so that what became of this request does not tell all. */
	mayHaveBeenSentBefore: boolean;
	/** What an earlier try said; a service that has used up the ID by its rejection does not repeat the reason. */
	refusedBefore?: Outcome;
	/** Whether it was sent twice already, as far as this execution knows or has to fear: then it is not sent once more after an unclear answer. */
	wasSentAgain: boolean;
}

/** Whether the service keeps the message until its time, so that logs need not show it before. */
export function isScheduled({ message }: Target): boolean {
	return message.sendAt !== undefined || message.deliveryTimeWindow !== undefined;
}

/** Targets that travel in one request. */
export interface Batch {
	settings: RequestSettings;
	bulkId: string;
	targets: Target[];
	/** When the request was first tried; its patience counts from then. */
	firstTriedAt?: number;
	/** What the service accepted of the same request without telling an ID: their logs are not those of others. */
	unnamed?: Target[];
	/** Whether an earlier try of the run sent it, under a bulkId that is not known any more. */
	isFromEarlierTry?: boolean;
}

export type ResponseFacts = Omit<SendResponse, 'messages'>;

/**
 * What became of a target.
 * - `accepted`: the service took it; `entry` is its own word, or what its logs show
 * - `refused`: the service said no; `entry` where it gave one
 * - `notSent`: it was not tried, or the service refused to look at it
 * - `unknown`: it may have been accepted; nobody says so
 */
export type Outcome = { bulkId?: string; isRecalled?: boolean } & (
	| { state: 'accepted'; entry: SendResponseEntry; response: ResponseFacts }
	| { state: 'refused'; failure: ServiceFailure; entry?: SendResponseEntry; response?: ResponseFacts }
	| { state: 'notSent' | 'unknown'; failure: ServiceFailure }
);
