import type { MessageError, Status } from './catalogue';
import type { DeliveryTimeWindow } from './deliveryWindow';
import { MessageIndex, removeFrom, SharedValues } from './messageIndex';
import { PLACES } from './logPlaces';
import type { LogOrder } from './options';

/** Logs and reports are kept for the last 48 hours (interface: Limits). */
export const RETENTION_MS = 48 * 3_600_000;

/** A status of a message, and when it was set. */
export interface StatusChange {
	status: Readonly<Status>;
	error: Readonly<MessageError>;
	/** Milliseconds since the epoch. */
	at: number;
}

/** One attempt to push a report of a message: the HTTP status of the answer, or why there was none; neither while it is pending. */
export interface MessagePush {
	at: number;
	status?: number;
	problem?: string;
}

/** One message to one destination. Times in milliseconds since the epoch. */
export interface SandboxMessage {
	kind: 'text' | 'binary';
	/** Sent by a phone, `from`, to a number of the account, `to`. */
	isIncoming?: true;
	/** Of an incoming message: empty if it has none. */
	keyword?: string;
	messageId: string;
	bulkId: string;
	to: string;
	from?: string;
	/** The text as sent (after transliteration), or the hex string of a binary message. */
	text?: string;
	/** Of a binary message. */
	dataCoding?: number;
	esmClass?: number;
	flash?: boolean;
	/** Such as GSM-7 or UCS-2. */
	encoding?: string;
	smsCount: number;
	mccMnc: string;
	pricePerMessage: number;
	currency: string;
	callbackData?: string;
	entityId?: string;
	applicationId?: string;
	notifyUrl?: string;
	notifyContentType?: string;
	intermediateReport: boolean;
	acceptedAt: number;
	/** Not set while a message waits for its sendAt; such a message is in no log. */
	sentAt?: number;
	/** Set with the final status. */
	doneAt?: number;
	status: Readonly<Status>;
	error: Readonly<MessageError>;
	/** Every status the message has had, the current one last. */
	history: StatusChange[];
	/** Its schedule, if it is not sent at once, at any time of day, with a validity of 48 hours. */
	schedule?: Schedule;
	/** A sample, not sent by a client (seeding.ts). */
	isSample?: boolean;
	/** Its report, or the incoming message itself, waits to be fetched. */
	reportWaits?: boolean;
	/** Attempts to push its reports. */
	pushes?: MessagePush[];
	/** Assigned by the store: later messages have higher numbers. */
	sequence?: number;
	/** The store has dropped it; nothing more happens to it. */
	isForgotten?: boolean;
}

/** When a message may go out, and until when. */
export interface Schedule {
	/** Milliseconds since the epoch; absent or past: at once. */
	sendAt?: number;
	deliveryTimeWindow?: DeliveryTimeWindow;
	/** In the unit of the settings; absent or longer than 48 hours: 48 hours. */
	validityPeriod?: number;
}

/** Limits of the store; the oldest messages are dropped first. */
export interface Bounds {
	messages: number;
	/** An estimate of the memory that messages take. */
	bytes: number;
}

/** A change of the store. */
type StoreChange = { kind: 'message'; message: SandboxMessage } | { kind: 'cleared' };

interface Ids {
	bulkId?: string[];
	messageId?: string[];
}

/** Query of GET /sms/1/logs (public: logs parameters). */
export interface LogQuery extends Ids {
	from?: string;
	to?: string;
	generalStatus?: string;
	/** Inclusive bounds of sentAt. */
	sentSince?: number;
	sentUntil?: number;
	mcc?: string;
	mnc?: string;
	applicationId?: string;
	entityId?: string;
	order: LogOrder;
	limit: number;
}

/** Query of GET /sms/1/reports (public: reports parameters). */
export interface ReportQuery extends Ids {
	applicationId?: string;
	entityId?: string;
	limit: number;
}

const PENDING_ACCEPTED = 26;
/** Bytes of a message besides its texts: objects, history and index entries (measured at a million messages). */
const MESSAGE_BYTES = 1200;
/** Dropping goes through all messages, so it drops one in a hundred at a time, and by age once a minute. */
const FORGOTTEN_SHARE = 0.01;
const FORGETTING_INTERVAL_MS = 60_000;
/** Above this many candidates, sorting takes longer than scanning all messages in log order. */
const MOST_CHOSEN = 10_000;

/** The shared values that change. */
const CHANGING = ['generalStatus'] as const;

const lengthOf = (value: string | undefined): number => value?.length ?? 0;

const bytesOf = (message: SandboxMessage): number =>
	MESSAGE_BYTES + 2 * (lengthOf(message.text) + lengthOf(message.callbackData) + lengthOf(message.notifyUrl));

/** A number without its plus, which becomes a space in a query unless it is encoded. */
export const plainNumber = (to: string): string => to.replace(/^[+ ]/, '');

/** The number whose conversation a message belongs to. */
export const partnerOf = ({ isIncoming, from = '', to }: SandboxMessage): string => plainNumber(isIncoming ? from : to);

/** All messages, with indexes, so that no look-up scans them all. */
export class MessageStore {
	/** In the order of acceptance. */
	readonly all: SandboxMessage[] = [];
	private readonly byMessageId = new MessageIndex();
	private readonly byBulkId = new MessageIndex();
	private readonly byNumber = new MessageIndex();
	private readonly shared = new SharedValues(MOST_CHOSEN);
	/** Ascending by sentAt. */
	private readonly sent: SandboxMessage[] = [];
	/** Messages whose report waits to be fetched, oldest first. */
	private readonly waitingReports = new Set<SandboxMessage>();
	/** Received messages that wait to be fetched, oldest first. */
	private readonly waitingReceived = new Set<SandboxMessage>();
	private readonly listeners = new Set<(change: StoreChange) => void>();
	private sequence = 0;
	private bytes = 0;
	private forgottenAt = -Infinity;

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
		if (message.sentAt !== undefined) this.markSent(message, message.sentAt);
		if (message.reportWaits) this.waitingOf(message).add(message);
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

	/** Deletes everything. */
	clear(): void {
		for (const message of this.all) message.isForgotten = true;
		this.all.length = this.sent.length = this.bytes = 0;
		const { byMessageId, byBulkId, byNumber, shared, waitingReports, waitingReceived } = this;
		for (const index of [byMessageId, byBulkId, byNumber, shared, waitingReports, waitingReceived]) index.clear();
		this.tell({ kind: 'cleared' });
	}

	/** Drops the oldest messages beyond the limits, and those whose logs and reports are past 48 hours. */
	forgetOld(now: number): void {
		const { messages, bytes } = this.bounds;
		let excess = Math.max(this.all.length - messages, 0);
		for (let left = this.bytes, i = 0; left > bytes && i < this.all.length; excess = Math.max(excess, i))
			left -= bytesOf(this.all[i++]!);
		if (excess > 0) this.forget(this.all.slice(0, Math.max(excess, Math.floor(this.all.length * FORGOTTEN_SHARE))));
		if (now - this.forgottenAt < FORGETTING_INTERVAL_MS) return;
		this.forgottenAt = now;
		const past: SandboxMessage[] = [];
		for (const message of this.sent) {
			if (message.sentAt! >= now - RETENTION_MS) break;
			if (message.doneAt! < now - RETENTION_MS) past.push(message);
		}
		for (const message of this.all) {
			if (message.acceptedAt >= now - RETENTION_MS) break;
			if (message.isIncoming) past.push(message);
		}
		if (past.length > 0) this.forget(past);
	}

	/** Enters a message into the log as sent at that time. */
	markSent(message: SandboxMessage, sentAt: number): void {
		message.sentAt = sentAt;
		const last = this.sent.at(-1);
		if (!last || last.sentAt! <= sentAt) this.sent.push(message);
		else
			this.sent.splice(
				firstIndex(this.sent, (time) => time > sentAt),
				0,
				message,
			);
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

	/** Sent messages of the last 48 hours that match, in the requested order, as many as the limit allows. */
	logs(query: LogQuery, now: number): SandboxMessage[] {
		const since = Math.max(query.sentSince ?? -Infinity, now - RETENTION_MS);
		const until = query.sentUntil ?? Infinity;
		const fits = matcher(query);
		const chosen =
			this.chosen(query) ?? this.shared.rarest({ ...query, mccMnc: query.mnc && `${query.mcc}${query.mnc}` });
		const ascending = chosen
			? Array.from(chosen)
					.filter((message) => message.sentAt !== undefined && fits(message))
					.sort((a, b) => a.sentAt! - b.sentAt! || a.sequence! - b.sequence!)
			: this.sent;
		const first = firstIndex(ascending, (time) => time >= since);
		const count = firstIndex(ascending, (time) => time > until) - first;
		const found: SandboxMessage[] = [];
		const place = PLACES[query.order](count);
		for (let step = 0; step < count && found.length < query.limit; step++) {
			const message = ascending[first + place(step)]!;
			if (fits(message)) found.push(message);
		}
		return found;
	}

	/** Queues the report of a message that ended, for one reader of GET /sms/1/reports. */
	queueReport(message: SandboxMessage): void {
		message.reportWaits = true;
		this.waitingReports.add(message);
	}

	/** Returns matching reports, oldest first, each only once. Those older than 48 hours are dropped. */
	takeReports(query: ReportQuery, now: number): SandboxMessage[] {
		const taken: SandboxMessage[] = [];
		const fits = matcher(query);
		for (const message of this.chosen(query) ?? this.waitingReports) {
			if (taken.length >= query.limit) break;
			if (!this.waitingReports.has(message)) continue;
			if (message.doneAt! < now - RETENTION_MS) this.dropReport(message);
			else if (fits(message)) {
				this.dropReport(message);
				taken.push(message);
			}
		}
		return taken;
	}

	/** Returns received messages, oldest first, each only once; `pending`: how many are left. */
	takeReceived(limit: number, now: number): { taken: SandboxMessage[]; pending: number } {
		for (const message of this.waitingReceived) {
			if (message.acceptedAt >= now - RETENTION_MS) break;
			this.dropReport(message);
		}
		const taken = [...this.waitingReceived].slice(0, limit);
		for (const message of taken) this.dropReport(message);
		return { taken, pending: this.waitingReceived.size };
	}

	private waitingOf({ isIncoming }: SandboxMessage): Set<SandboxMessage> {
		return isIncoming ? this.waitingReceived : this.waitingReports;
	}

	private dropReport(message: SandboxMessage): void {
		this.waitingOf(message).delete(message);
		message.reportWaits = undefined;
		this.changed(message);
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
		const forgotten = new Set(messages);
		for (const message of messages) {
			message.isForgotten = true;
			this.bytes -= bytesOf(message);
			if (!message.isIncoming) this.shared.remove(message);
			this.waitingOf(message).delete(message);
		}
		removeFrom(this.all, forgotten);
		removeFrom(this.sent, forgotten);
		this.byMessageId.remove(forgotten, new Set(messages.map(({ messageId }) => messageId)));
		this.byBulkId.remove(forgotten, new Set(messages.map(({ bulkId }) => bulkId)));
		this.byNumber.remove(forgotten, new Set(messages.map(partnerOf)));
	}

	private tell(change: StoreChange): void {
		for (const listener of this.listeners) listener(change);
	}
}

/** Whether a message was sent here and accepted: neither rejected, nor present from the start. */
const wasAccepted = ({ history }: SandboxMessage): boolean => history[0]!.status.id === PENDING_ACCEPTED;

/** Index of the first message whose time fits (messages ascend by sentAt). */
function firstIndex(ascending: SandboxMessage[], fits: (sentAt: number) => boolean): number {
	let [low, high] = [0, ascending.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (fits(ascending[middle]!.sentAt!)) high = middle;
		else low = middle + 1;
	}
	return low;
}

type Check = (message: SandboxMessage) => boolean;

/** Whether a message matches a query, apart from its time. Only the given filters are checked, since there may be a million messages. */
function matcher(query: Partial<LogQuery>): Check {
	const { from, to, generalStatus, mcc, mnc, applicationId, entityId } = query;
	const messageIds = query.messageId && new Set(query.messageId);
	const bulkIds = query.bulkId && new Set(query.bulkId);
	const checks: Check[] = [];
	if (from !== undefined) checks.push((message) => message.from === from);
	if (to !== undefined) checks.push((message) => message.to === to);
	if (messageIds) checks.push((message) => messageIds.has(message.messageId));
	if (bulkIds) checks.push((message) => bulkIds.has(message.bulkId));
	if (generalStatus !== undefined) checks.push(({ status }) => status.groupName === generalStatus);
	if (mcc !== undefined) checks.push(({ mccMnc }) => mccMnc.startsWith(mcc));
	if (mnc !== undefined) checks.push(({ mccMnc }) => mccMnc.slice(3) === mnc);
	if (applicationId !== undefined) checks.push((message) => message.applicationId === applicationId);
	if (entityId !== undefined) checks.push((message) => message.entityId === entityId);
	if (checks.length === 1) return checks[0]!;
	return (message) => checks.every((check) => check(message));
}
