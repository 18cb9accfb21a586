import type { MessageError, Status } from './catalogue';
import type { LogOrder } from './options';

/** Logs and reports are kept for the last 48 hours (interface: Limits). */
export const RETENTION_MS = 48 * 3_600_000;

/** One step of a message's life. */
export interface StatusChange {
	status: Readonly<Status>;
	error: Readonly<MessageError>;
	/** Milliseconds since the epoch. */
	at: number;
}

/** One message to one destination. Times in milliseconds since the epoch. */
export interface SandboxMessage {
	kind: 'text' | 'binary';
	messageId: string;
	bulkId: string;
	to: string;
	from?: string;
	/** The text as sent (after transliteration); the hex string of a binary message. */
	text?: string;
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
	/** Every status the message had, the present one last. */
	history: StatusChange[];
}

/** What GET /sms/1/logs asks for (public: logs parameters). */
export interface LogQuery {
	bulkId?: string[];
	messageId?: string[];
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

/** What GET /sms/1/reports asks for (public: reports parameters). */
export interface ReportQuery {
	bulkId?: string[];
	messageId?: string[];
	applicationId?: string;
	entityId?: string;
	limit: number;
}

function addTo(index: Map<string, SandboxMessage[]>, key: string, message: SandboxMessage): void {
	const entries = index.get(key);
	if (entries) entries.push(message);
	else index.set(key, [message]);
}

/** All messages, with the indexes that keep every look-up away from walking through all of them. */
export class MessageStore {
	/** In the order of acceptance. */
	readonly all: SandboxMessage[] = [];
	private readonly byMessageId = new Map<string, SandboxMessage[]>();
	private readonly byBulkId = new Map<string, SandboxMessage[]>();
	/** Ascending by sentAt. */
	private readonly sent: SandboxMessage[] = [];
	/** Messages whose report waits to be fetched, oldest first. */
	private readonly waitingReports = new Set<SandboxMessage>();
	private readonly acceptances = new Map<string, number>();

	/** Adds a message, sent or not yet. */
	add(message: SandboxMessage): void {
		this.all.push(message);
		addTo(this.byMessageId, message.messageId, message);
		addTo(this.byBulkId, message.bulkId, message);
		if (message.sentAt !== undefined) this.markSent(message, message.sentAt);
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

	/** Counts an acceptance of a messageId. */
	countAcceptance(messageId: string): void {
		this.acceptances.set(messageId, this.acceptanceCount(messageId) + 1);
	}

	/** How many times a messageId was accepted for sending. */
	acceptanceCount(messageId: string): number {
		return this.acceptances.get(messageId) ?? 0;
	}

	/** The latest message of that id. */
	find(messageId: string): SandboxMessage | undefined {
		return this.byMessageId.get(messageId)?.at(-1);
	}

	/** Sent messages of the last 48 hours that match, in the order that is asked for, as many as the limit allows. */
	logs(query: LogQuery, now: number): SandboxMessage[] {
		const since = Math.max(query.sentSince ?? -Infinity, now - RETENTION_MS);
		const until = query.sentUntil ?? Infinity;
		const chosen = this.chosen(query);
		const ascending = chosen
			? chosen.filter((m) => m.sentAt !== undefined).sort((a, b) => a.sentAt! - b.sentAt!)
			: this.sent;
		const first = firstIndex(ascending, (time) => time >= since);
		const count = firstIndex(ascending, (time) => time > until) - first;
		const found: SandboxMessage[] = [];
		const place = PLACES[query.order](count);
		for (let step = 0; step < count && found.length < query.limit; step++) {
			const message = ascending[first + place(step)]!;
			if (matches(message, query)) found.push(message);
		}
		return found;
	}

	/** Queues the report of a message that ended, for one reader of GET /sms/1/reports. */
	queueReport(message: SandboxMessage): void {
		this.waitingReports.add(message);
	}

	/** Hands out reports that match, oldest first, and forgets them: a report is read one time. Those past 48 hours are dropped. */
	takeReports(query: ReportQuery, now: number): SandboxMessage[] {
		const taken: SandboxMessage[] = [];
		for (const message of this.chosen(query) ?? this.waitingReports) {
			if (taken.length >= query.limit) break;
			if (!this.waitingReports.has(message)) continue;
			if (message.doneAt! < now - RETENTION_MS) this.waitingReports.delete(message);
			else if (matches(message, query)) {
				this.waitingReports.delete(message);
				taken.push(message);
			}
		}
		return taken;
	}

	/** Messages an id filter narrows the search to; undefined without one. */
	private chosen({ messageId, bulkId }: { messageId?: string[]; bulkId?: string[] }): SandboxMessage[] | undefined {
		const [index, keys, other] = messageId
			? [this.byMessageId, messageId, bulkId && new Set(bulkId)]
			: [this.byBulkId, bulkId, undefined];
		if (!keys) return undefined;
		const messages = [...new Set(keys)].flatMap((key) => index.get(key) ?? []);
		return other ? messages.filter((message) => other.has(message.bulkId)) : messages;
	}
}

/** Index of the first message, ascending by sentAt, whose time fits; all later ones do too. */
function firstIndex(ascending: SandboxMessage[], fits: (sentAt: number) => boolean): number {
	let [low, high] = [0, ascending.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (fits(ascending[middle]!.sentAt!)) high = middle;
		else low = middle + 1;
	}
	return low;
}

/** For so many messages, ascending by sentAt: which of them comes at a step of the answer. */
const PLACES: Record<LogOrder, (count: number) => (step: number) => number> = {
	newestFirst: (count) => (step) => count - 1 - step,
	oldestFirst: () => (step) => step,
	unordered: (count) => {
		// Steps of a width that shares no divisor with the count come to each place once
		let width = Math.max(1, Math.floor(count * 0.618));
		while (greatestCommonDivisor(count, width) > 1) width++;
		return (step) => ((step + 1) * width) % count;
	},
};

function greatestCommonDivisor(a: number, b: number): number {
	return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

function matches(message: SandboxMessage, query: Partial<Omit<LogQuery, 'messageId' | 'bulkId'>>): boolean {
	return (
		(query.from === undefined || message.from === query.from) &&
		(query.to === undefined || message.to === query.to) &&
		(query.generalStatus === undefined || message.status.groupName === query.generalStatus) &&
		(query.mcc === undefined || message.mccMnc.startsWith(query.mcc)) &&
		(query.mnc === undefined || message.mccMnc.slice(3) === query.mnc) &&
		(query.applicationId === undefined || message.applicationId === query.applicationId) &&
		(query.entityId === undefined || message.entityId === query.entityId)
	);
}
