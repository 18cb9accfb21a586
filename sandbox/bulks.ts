import { errorOf, statusOf } from './catalogue';
import { parseDateTime } from './dates';
import { fateOf } from './destinations';
import type { Lifecycle } from './lifecycle';
import { isWaiting, type SandboxMessage } from './message';
import type { Settings } from './options';
import { badRequest, RequestError } from './requestErrors';
import { LONGEST_SCHEDULE_MS } from './retention';
import { wasAccepted, type MessageStore } from './store';
import type { Time } from './time';

/** Documents: the statuses of a bulk. FAILED does not occur here. */
export const BULK_STATUSES = ['PENDING', 'PAUSED', 'PROCESSING', 'CANCELED', 'FINISHED', 'FAILED'] as const;
export type BulkStatus = (typeof BULK_STATUSES)[number];

const CANCELED_STATUS = statusOf(31);
const CANCELED_ERROR = errorOf(4100);

/** The messages of a request with sendAt, under its bulk ID. Their state is the bulk's. */
export class Bulks {
	constructor(
		private readonly time: Time,
		private readonly store: MessageStore,
		private readonly lifecycle: Lifecycle,
		private readonly settings: Settings,
	) {}

	/** When the first of its messages is or was due. Throws 404. */
	sendAtOf(bulkId: string): number {
		return Math.min(...this.messagesOf(bulkId).map(({ schedule }) => schedule!.sendAt!));
	}

	/** Throws 404. */
	statusOf(bulkId: string): BulkStatus {
		const messages = this.messagesOf(bulkId);
		const waiting = messages.filter(isWaiting);
		if (waiting.length > 0) return waiting.some(({ isPaused }) => isPaused) ? 'PAUSED' : 'PENDING';
		if (messages.every(({ error }) => error === CANCELED_ERROR)) return 'CANCELED';
		return messages.some(({ doneAt }) => doneAt === undefined) ? 'PROCESSING' : 'FINISHED';
	}

	/** Gives all messages of a bulk another time. Throws 400 and 404. */
	move(bulkId: string, written: string): void {
		const sendAt = parseDateTime(written);
		if (sendAt === undefined) throw badRequest({ sendAt: ['must not be empty'] });
		if (sendAt > this.time.now() + LONGEST_SCHEDULE_MS) throw badRequest({ sendAt: ['must be within 180 days'] });
		const status = this.statusOf(bulkId);
		const isMovable = status === 'PAUSED' || (status === 'PENDING' && this.settings.movableBulks === 'waiting');
		if (!isMovable) throw new RequestError(404, 'NOT_FOUND', 'No bulks eligible for rescheduling');
		this.changeWaiting(bulkId, (message) => void (message.schedule = { ...message.schedule, sendAt }));
	}

	/** Pauses, resumes or cancels the messages of a bulk. Throws 400 and 404. */
	change(bulkId: string, status: BulkStatus): void {
		const current = this.statusOf(bulkId);
		if (current !== 'PENDING' && current !== 'PAUSED')
			throw badRequest({ status: [`cannot be changed: the bulk is ${current}`] });
		if (status === 'CANCELED')
			for (const message of this.messagesOf(bulkId).filter(isWaiting))
				this.lifecycle.enterNow(message, CANCELED_STATUS, CANCELED_ERROR);
		else if (status === 'PAUSED' || status === 'PENDING')
			this.changeWaiting(bulkId, (message) => void (message.isPaused = status === 'PAUSED' || undefined));
		else throw badRequest({ status: ['must be PAUSED, PENDING or CANCELED'] });
	}

	private changeWaiting(bulkId: string, change: (message: SandboxMessage) => void): void {
		for (const message of this.messagesOf(bulkId).filter(isWaiting)) {
			change(message);
			this.store.changed(message);
			this.lifecycle.start(message, fateOf(message.to));
		}
		this.settings.logger(`bulk ${bulkId}: ${this.statusOf(bulkId)}`);
	}

	private messagesOf(bulkId: string): SandboxMessage[] {
		const messages = this.store
			.ofBulk(bulkId)
			.filter((message) => message.schedule?.sendAt !== undefined && wasAccepted(message));
		if (messages.length === 0) throw new RequestError(404, 'NOT_FOUND', 'Bulk not found');
		return messages;
	}
}
