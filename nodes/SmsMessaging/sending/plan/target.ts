import type { Entry } from '../../api/entry';
import type { ServiceFailure } from '../../api/failure';
import type { Destination, Message, RequestSettings } from '../../api/message';
import type { ContentFacts } from '../../entries/outputFields';
import type { JsonObject } from '../../text/json';

export interface PlannedTimes {
	/** When the service is to send it: ISO 8601 with an offset. */
	readonly sendAt?: string | undefined;
	/** Set if it is the end of quiet hours. */
	readonly deferredTo?: string | undefined;
}

/** One destination of one input item: the unit that everything is counted in. */
export interface Target extends PlannedTimes {
	readonly itemIndex: number;
	/** As it goes into the request. The node's ID is empty if it is skipped. */
	readonly destination: Destination;
	/** The number as given, if that was not the digits of the destination. */
	readonly given?: string | undefined;
	/** Whether no numbering plan has the number. */
	readonly isOutsidePlan?: boolean | undefined;
	/** Identifies the target across all tries of the execution; the message ID if the node generates it. Empty if it is skipped. */
	readonly key: string;
	/** The key of the first target with the same content. */
	readonly firstKey: string;
	readonly hasOwnId: boolean;
	readonly message: Message;
	readonly facts: ContentFacts;
	/** Whether a later try, or with an ID of the user another execution, may have another text for it. */
	readonly isVarying?: boolean;
	readonly settings: RequestSettings;
	/** Whether its send time had passed more than a minute before it was planned. */
	readonly isLate: boolean;
	/** Set if an earlier try of the execution may have sent it. */
	readonly doubt?: Pick<Doubt, 'mayResend'> | undefined;
	/** Why it is not to be sent now. It is skipped unless an earlier try has sent it, or may have. */
	readonly excluded?: Skipped | undefined;
}

/** Whether the service holds the message until its send time, or sends only some in a minute; logs may not show it before then. */
export const isScheduled = ({ message, sendAt, settings }: Pick<Target, 'message' | 'sendAt' | 'settings'>): boolean =>
	sendAt !== undefined ||
	message.deliveryTimeWindow !== undefined ||
	(settings.extraFields !== undefined && JSON.stringify(settings.extraFields).includes('"sendingSpeedLimit"'));

export interface Batch {
	readonly settings: RequestSettings;
	readonly bulkId: string;
	readonly targets: readonly Target[];
}

/** Nobody knows whether the service has the message, for this reason. */
export interface Doubt {
	state: 'unknown';
	failure: ServiceFailure;
	/** Whether it may be sent once more, if the logs prove that the service does not have it. */
	mayResend: boolean;
	/** The rejection of its message ID as a repeated one. */
	duplicate?: Entry | undefined;
}

/**
 * What became of a target.
 * - `accepted`: the service took it; `entry` comes from its answer or from its logs
 * - `refused`: the service refused it; `entry` if it returned one
 * - `notSent`: it was not tried, or the service refused to process it
 * - `skipped`: left out on purpose
 * - `planned`: in a dry run, it would be sent
 */
export type Outcome = {
	/** The request that it was last in, if that is known. */
	bulkId?: string | undefined;
	/** Whether an earlier try has found it out. */
	isRecalled?: boolean;
	/** Of what was sent, if a later try has another text for it. */
	facts?: ContentFacts;
	/** With which it was last sent, or is to be. */
	times?: PlannedTimes | undefined;
} & (
	| { state: 'accepted'; entry: Entry }
	| { state: 'refused'; failure: ServiceFailure; entry?: Entry }
	| { state: 'notSent'; failure: ServiceFailure }
	| Doubt
	| Skipped
	| { state: 'planned'; request: PlannedRequest }
);

/** Its number is in the list of those to skip, or an earlier message of the run goes there. */
export type Skipped = { state: 'skipped' } & (
	| { reason: 'listed'; original?: undefined }
	| { reason: 'sameNumber'; original: Target }
);

interface PlannedRequest {
	/** Counted from 1, of all. */
	number: number;
	of: number;
	/** With the first of its messages; made only if it is shown. */
	body?: () => JsonObject;
}
