import type { RequestSettings } from '../fields/request';
import type { ServiceFailure } from '../service/failure';
import type { Destination, JsonObject, SendResponse, SendResponseEntry } from '../service/types';

/** One destination of one input item: what every count is about. */
export interface Target {
	itemIndex: number;
	/** As it goes into the request. */
	destination: Destination;
	/** Names the target over all tries of this run: its number, and the how-manieth message to it. */
	slot: string;
	/** Whether the message ID is the user's own. */
	hasOwnId: boolean;
	/** The message as it goes into the request; `destinations` is filled in for each request. */
	message: JsonObject;
	/** Whether this execution may have sent it before under this ID. */
	mayHaveBeenSent: boolean;
	/** Whether its ID was made in a Retry, so that nobody but this execution can have used it before. */
	isRetried: boolean;
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
	/** How many times it was sent again after an unclear answer. */
	sentAgain?: number;
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
