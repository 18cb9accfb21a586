import type { Answering } from '../sending/network';
import { entryIn3 } from '../version3';
import { DELIVERED, ENROUTE, EXPIRED, statusOf, type Answer } from '../sending/service';

/**
 * A service that hands out each report only once, sharing no code with the package or the sandbox: its nature alone decides what it does.
 */

export interface ReportsNature {
	/** Received messages without the number of those that wait ('uncounted'), or with it; otherwise reports. */
	received?: 'counted' | 'uncounted';
	/** Of the interface; received messages are the same in all. */
	version: '1' | '3';
	/** In the order of handing out. */
	waiting: WaitingEntry[];
	/** Maximum entries per answer. */
	cap: number;
	/** Whether it understands bulk IDs, or ignores them. */
	knowsBulkIds: boolean;
}

/** What it has to hand out: a report or a received message, or some other entry. */
export interface WaitingEntry {
	messageId: string;
	bulkId: string;
	status: keyof typeof STATUSES;
	from: string;
	callbackData?: string;
	/** Seconds after the beginning of a minute. */
	doneAt: number;
	/** When it becomes available, in milliseconds since the start of the life. */
	afterMs: number;
	/** What it is instead. */
	odd?: 'no content' | 'no ID' | 'text';
}

/** An entry that has left the service. */
export interface HandedOut {
	entry: unknown;
	at: number;
	/** The number of the answer, counting all of the service's answers. */
	answer: number;
	waiting: WaitingEntry;
}

export const STATUSES = {
	pending: ENROUTE,
	delivered: DELIVERED,
	expired: EXPIRED,
	unheardOf: statusOf(17, 'MISLAID', 99, 'MISLAID_SOMEWHERE'),
};
const DEFAULT_LIMIT = 50;

export class ReportsService implements Answering {
	readonly handedOut: HandedOut[] = [];
	/** How much was waiting after each of its answers. */
	readonly leftAt = new Map<number, number>();
	private left: WaitingEntry[];
	private answers = 0;

	constructor(readonly nature: ReportsNature) {
		this.left = nature.waiting;
	}

	read(query: URLSearchParams, now: number): Answer {
		const { cap, knowsBulkIds } = this.nature;
		const messageId = query.get('messageId');
		const bulkId = knowsBulkIds ? query.get('bulkId') : null;
		const most = Math.min(cap, Number(query.get('limit') ?? DEFAULT_LIMIT));
		const taken = this.waitingAt(now)
			.filter(
				({ messageId: id, bulkId: own }) =>
					(messageId === null || messageId === id) && (bulkId === null || bulkId === own),
			)
			.slice(0, most);
		this.left = this.left.filter((waiting) => !taken.includes(waiting));
		const answer = this.answers++;
		const results = taken.map((waiting) => {
			const entry = this.entryOf(waiting);
			this.handedOut.push({ entry, at: now, answer, waiting });
			return entry;
		});
		this.leftAt.set(answer, this.waitingAt(now).length);
		const pendingMessageCount = this.leftAt.get(answer);
		const counts = { messageCount: results.length, pendingMessageCount };
		return {
			status: 200,
			body: { results, ...(this.nature.received === 'counted' && counts) },
			number: answer,
		};
	}

	private waitingAt(now: number): WaitingEntry[] {
		return this.left.filter(({ afterMs }) => afterMs <= now);
	}

	private entryOf(waiting: WaitingEntry): unknown {
		const { messageId, bulkId, status, from, callbackData, doneAt, odd } = waiting;
		if (odd === 'text') return `report of ${messageId} in ${bulkId}`;
		if (this.nature.received !== undefined) return receivedMessage(waiting);
		const report = {
			bulkId,
			...(odd !== 'no ID' && { messageId }),
			to: '436601234567',
			from,
			sentAt: '2026-01-05T12:00:00.000+0000',
			doneAt: `2026-01-05T12:01:${String(doneAt).padStart(2, '0')}.000+0000`,
			smsCount: 1,
			price: { pricePerMessage: 0.01, currency: 'EUR' },
			...(callbackData !== undefined && { callbackData }),
			...(odd !== 'no content' && { status: STATUSES[status] }),
			error: { groupId: 0, groupName: 'Ok', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false },
		};
		return this.nature.version === '3' ? entryIn3(report, 'to') : report;
	}
}

function receivedMessage({ messageId, bulkId, status, from, callbackData, doneAt, odd }: WaitingEntry) {
	return {
		...(odd !== 'no ID' && { messageId }),
		from,
		to: '436601234567',
		...(odd === 'no content'
			? { message: [{ contentType: 'image/png' }] }
			: { text: `${status} ${bulkId}`, cleanText: bulkId, keyword: status }),
		receivedAt: `2026-01-05T12:01:${String(doneAt).padStart(2, '0')}.000+0000`,
		smsCount: 1,
		price: { pricePerMessage: 0, currency: 'EUR' },
		...(callbackData !== undefined && { callbackData }),
	};
}
