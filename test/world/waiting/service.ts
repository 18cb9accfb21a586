import {
	DELIVERED,
	EXPIRED,
	PENDING,
	statusOf,
	WorldService,
	type Answer,
	type SendBody,
	type ServiceNature,
	type Status,
	type StoredMessage,
} from '../sending/service';

const FINAL = {
	DELIVERED,
	UNDELIVERABLE: statusOf(2, 'UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED'),
	EXPIRED,
	UNCONFIRMED: statusOf(4, 'EXPIRED', 29, 'EXPIRED_DLR_UNKNOWN'),
	REJECTED: statusOf(5, 'REJECTED', 8, 'REJECTED_NETWORK'),
};
/** An unknown status group. */
const PARKED = statusOf(77, 'PARKED', 900, 'PARKED_A_WHILE');

export const FINAL_GROUPS = Object.keys(FINAL) as Array<keyof typeof FINAL>;

/** What becomes of an accepted message. */
export interface Fate {
	/** Absent if it never gets a final status. */
	end?: (typeof FINAL_GROUPS)[number];
	afterMs: number;
	/** From then until its end it is in an unknown status group, or unconfirmed. */
	parkedAfterMs?: number;
	isUnconfirmed?: boolean;
}

/** A service whose messages each get their own status, which it reports in pushes and logs. */
export class WaitingService extends WorldService {
	constructor(
		nature: ServiceNature,
		private readonly fates: Fate[],
		private readonly forgetsAfterMs: number | undefined,
		private readonly onAccepted: (message: StoredMessage, place: number, notifyUrl: string) => void,
	) {
		super(nature);
	}

	override send(body: SendBody, now: number, most?: number, version?: string): Answer {
		const first = this.accepted.length;
		const answer = super.send(body, now, most, version);
		const { notifyUrl = '' } = body.messages[0]!;
		this.accepted.slice(first).forEach((message, index) => this.onAccepted(message, first + index, notifyUrl));
		return answer;
	}

	/** @param place index among all accepted messages */
	fateOf(place: number): Fate {
		return this.fates[place % this.fates.length]!;
	}

	override statusOf(message: StoredMessage, now: number): Status {
		const { end, afterMs, parkedAfterMs = Infinity, isUnconfirmed } = this.fateOf(this.accepted.indexOf(message));
		const age = now - message.acceptedAt;
		if (end !== undefined && age >= afterMs) return FINAL[end];
		if (age < parkedAfterMs) return PENDING;
		return isUnconfirmed === true ? FINAL.UNCONFIRMED : PARKED;
	}

	protected override isForgotten({ acceptedAt }: StoredMessage, now: number): boolean {
		return now >= acceptedAt + (this.forgetsAfterMs ?? Infinity);
	}

	/** A delivery report, as of this time (interface: SentSMSReport). */
	reportOf(message: StoredMessage, now: number): object {
		const { messageId, to, from, bulkId } = message;
		return { bulkId, messageId, to, from, status: this.statusOf(message, now) };
	}
}
