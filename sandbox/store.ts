import { Handout } from './handout';
import { partnerOf, plainNumber, type SandboxMessage, type StatusChange } from './message';
import { MessageIndex, removeFrom, SharedValues } from './messageIndex';
import { matcher, type Ids, type LogQuery, type ReportQuery } from './queries';
import { beyond, bytesOf, past, type Bounds } from './retention';
import { SentLog } from './sentLog';

/** A change of the store. */
type StoreChange = { kind: 'message'; message: SandboxMessage } | { kind: 'cleared' };

const PENDING_ACCEPTED = 26;
/** Messages are dropped by age once a minute. */
const DROPPING_INTERVAL_MS = 60_000;
/** Above this many candidates, sorting takes longer than scanning all messages in log order. */
const MOST_CHOSEN = 10_000;

/** The shared values that change. */
const CHANGING = ['generalStatus'] as const;

/** All messages, with indexes, so that no look-up scans them all. */
export class MessageStore {
	/** In the order of acceptance. */
	readonly all: SandboxMessage[] = [];
	private readonly byMessageId = new MessageIndex();
	private readonly byBulkId = new MessageIndex();
	private readonly byNumber = new MessageIndex();
	private readonly shared = new SharedValues(MOST_CHOSEN);
	private readonly sent = new SentLog();
	private readonly reports = new Handout((message) => this.changed(message));
	private readonly received = new Handout((message) => this.changed(message));
	private readonly listeners = new Set<(change: StoreChange) => void>();
	private sequence = 0;
	private bytes = 0;
	private droppedAt = -Infinity;

	constructor(private readonly bounds: Bounds = { messages: Infinity, bytes: Infinity }) {}

	/** Count of numbers that have messages. */
	get numbers(): number {
		return this.byNumber.size;
	}

	/** Adds a message, sent or not yet. */
	add(message: SandboxMessage): void {
		message.sequence = ++this.sequence;
		this.all.push(message);
		this.bytes += bytesOf(message);
		this.byMessageId.add(message.messageId, message);
		this.byBulkId.add(message.bulkId, message);
		this.byNumber.add(partnerOf(message), message);
		if (!message.isIncoming) this.shared.add(message);
		if (message.sentAt !== undefined) this.sent.add(message, message.sentAt);
		if (message.reportWaits) this.handoutOf(message).add(message);
		this.changed(message);
	}

	/** Tells the listeners about a new or changed message. */
	changed(message: SandboxMessage): void {
		if (!message.isForgotten) this.tell({ kind: 'message', message });
	}

	/** Calls a listener at each change until the returned function is called. */
	listen(listener: (change: StoreChange) => void): () => void {
		this.listeners.add(listener);
		return () => void this.listeners.delete(listener);
	}

	/** Deletes everything, or everything but the samples. */
	clear({ keepSamples = false } = {}): void {
		const samples = keepSamples ? this.all.filter(({ isSample }) => isSample) : [];
		if (samples.length > 0) {
			this.forget(this.all.filter(({ isSample }) => !isSample));
			this.tell({ kind: 'cleared' });
			// Whoever listens has forgotten these too
			for (const message of samples) this.changed(message);
			return;
		}
		for (const message of this.all) message.isForgotten = true;
		this.all.length = this.bytes = 0;
		const { byMessageId, byBulkId, byNumber, shared, sent, reports, received } = this;
		for (const part of [byMessageId, byBulkId, byNumber, shared, sent, reports, received]) part.clear();
		this.tell({ kind: 'cleared' });
	}

	/** Drops the oldest messages beyond the limits, and those whose logs and reports are past 48 hours. */
	forgetOld(now: number): void {
		this.forget(beyond(this.bounds, this.all, this.bytes));
		if (now - this.droppedAt < DROPPING_INTERVAL_MS) return;
		this.droppedAt = now;
		this.forget(past(this.sent.all, this.all, now));
	}

	/** Enters a message into the log as sent at that time. */
	markSent(message: SandboxMessage, sentAt: number): void {
		this.sent.add(message, sentAt);
	}

	/** Gives a message its next status. */
	changeStatus(message: SandboxMessage, step: StatusChange): void {
		if (!message.isForgotten) this.shared.remove(message, CHANGING);
		message.status = step.status;
		message.error = step.error;
		message.history.push(step);
		if (!message.isForgotten) this.shared.add(message, CHANGING);
		this.changed(message);
	}

	/** How often a messageId was accepted. */
	acceptanceCount(messageId: string): number {
		return this.byMessageId.get(messageId).filter(wasAccepted).length;
	}

	/** The latest message of that id. */
	find(messageId: string): SandboxMessage | undefined {
		return this.byMessageId.get(messageId).at(-1);
	}

	/** The messages to and from a number, with or without its plus, oldest first. */
	to(number: string): readonly SandboxMessage[] {
		return this.byNumber.get(plainNumber(number));
	}

	/** The messages of a request, in the order of acceptance. */
	ofBulk(bulkId: string): readonly SandboxMessage[] {
		return this.byBulkId.get(bulkId);
	}

	/** Sent messages of the last 48 hours that match, in the requested order, as many as the limit allows. */
	logs(query: LogQuery, now: number): SandboxMessage[] {
		const mccMnc = query.mnc && `${query.mcc}${query.mnc}`;
		return this.sent.search(query, now, this.chosen(query) ?? this.shared.rarest({ ...query, mccMnc }));
	}

	/** Queues the report of a message that ended, for one reader of the reports. */
	queueReport(message: SandboxMessage): void {
		this.reports.add(message);
	}

	/** Returns matching reports, oldest first, each only once. */
	takeReports(query: ReportQuery, now: number): SandboxMessage[] {
		return this.reports.take(query.limit, now, matcher(query), this.chosen(query));
	}

	/** Returns received messages, oldest first, each only once; `pending`: how many are left. */
	takeReceived(limit: number, now: number): { taken: SandboxMessage[]; pending: number } {
		const taken = this.received.take(limit, now);
		return { taken, pending: this.received.count };
	}

	private handoutOf({ isIncoming }: SandboxMessage): Handout {
		return isIncoming ? this.received : this.reports;
	}

	/** The messages that an id filter narrows the search to; undefined without one, or if it leaves too many to help. */
	private chosen({ messageId, bulkId, to }: Ids & { to?: string }): SandboxMessage[] | undefined {
		if (!messageId && !bulkId && to === undefined) return undefined;
		const lists = messageId
			? [...new Set(messageId)].map((id) => this.byMessageId.get(id))
			: bulkId
				? [...new Set(bulkId)].map((id) => this.byBulkId.get(id))
				: [this.to(to!)];
		return lists.reduce((sum, { length }) => sum + length, 0) > MOST_CHOSEN ? undefined : lists.flat();
	}

	private forget(messages: readonly SandboxMessage[]): void {
		if (messages.length === 0) return;
		const forgotten = new Set(messages);
		for (const message of messages) {
			message.isForgotten = true;
			this.bytes -= bytesOf(message);
			if (!message.isIncoming) this.shared.remove(message);
			this.handoutOf(message).remove(message);
		}
		removeFrom(this.all, forgotten);
		this.sent.remove(forgotten);
		this.byMessageId.remove(forgotten, new Set(messages.map(({ messageId }) => messageId)));
		this.byBulkId.remove(forgotten, new Set(messages.map(({ bulkId }) => bulkId)));
		this.byNumber.remove(forgotten, new Set(messages.map(partnerOf)));
	}

	private tell(change: StoreChange): void {
		for (const listener of this.listeners) listener(change);
	}
}

/** Whether a message was sent here and accepted: neither rejected, nor present from the start. */
export const wasAccepted = ({ history }: SandboxMessage): boolean => history[0]!.status.id === PENDING_ACCEPTED;
