const MOST_RESULTS = 1000;
const DEFAULT_RESULTS = 50;
const SPAN_MS = 40 * 3_600_000;
const NEWEST_AGE_MS = 600_000;
const START = Buffer.from('{"results":[');
const END = Buffer.from(']}');

/** The messageId of an entry; 0 is the newest. */
export function logMessageId(index: number): string {
	return `log-${String(index).padStart(7, '0')}`;
}

/**
 * Entries of the logs, newest first, evenly spread over 40 hours. All are written as JSON beforehand, one after the other, so that
 * an answer is a piece of that text and costs the gateway next to nothing.
 */
export class LogEntries {
	private readonly times: number[] = [];
	/** Where the JSON of each entry begins; each ends with a comma. */
	private readonly offsets: number[] = [0];
	private readonly json: Buffer;

	constructor(count: number, now = Date.now()) {
		const pieces: Buffer[] = [];
		const step = SPAN_MS / count;
		for (let index = 0; index < count; index++) {
			const sentAt = Math.round(now - NEWEST_AGE_MS - index * step);
			const piece = Buffer.from(`${JSON.stringify(entryOf(index, sentAt))},`);
			this.times.push(sentAt);
			this.offsets.push(this.offsets[index]! + piece.length);
			pieces.push(piece);
		}
		this.json = Buffer.concat(pieces);
	}

	/** interface: Sent-message logs. Bounds are inclusive. */
	answer(query: URLSearchParams): Buffer {
		const limit = Math.min(Number(query.get('limit') ?? DEFAULT_RESULTS), MOST_RESULTS);
		const until = instantOf(query.get('sentUntil'), Infinity);
		const since = instantOf(query.get('sentSince'), -Infinity);
		const first = this.firstAtOrBefore(until);
		const end = Math.min(first + limit, this.firstAtOrBefore(since - 1));
		if (end <= first) return Buffer.concat([START, END]);
		return Buffer.concat([START, this.json.subarray(this.offsets[first], this.offsets[end]! - 1), END]);
	}

	/** The newest entry that is not after an instant; if there is none, the number of entries. */
	private firstAtOrBefore(instant: number): number {
		let [low, high] = [0, this.times.length];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.times[middle]! <= instant) high = middle;
			else low = middle + 1;
		}
		return low;
	}
}

/** interface: SentSMSLog */
function entryOf(index: number, sentAt: number): object {
	return {
		bulkId: `2034072${String(Math.floor(index / 100)).padStart(12, '0')}`,
		messageId: logMessageId(index),
		to: `4366${20_000_000 + index}`,
		from: 'DemoShop',
		text: `Your order ${index} is on its way and arrives today.`,
		sentAt: dateTimeOf(sentAt),
		doneAt: dateTimeOf(sentAt + 1500 + (index % 4000)),
		smsCount: 1,
		mccMnc: '23203',
		price: { pricePerMessage: 0.0683, currency: 'EUR' },
		status: {
			groupId: 3,
			groupName: 'DELIVERED',
			id: 5,
			name: 'DELIVERED_TO_HANDSET',
			description: 'Message delivered to handset',
		},
		error: { groupId: 0, groupName: 'Ok', id: 0, name: 'NO_ERROR', description: 'No Error', permanent: false },
	};
}

function dateTimeOf(instant: number): string {
	return new Date(instant).toISOString().replace('Z', '+0000');
}

function instantOf(dateTime: string | null, fallback: number): number {
	return dateTime === null ? fallback : Date.parse(dateTime.replace(/\+(\d\d)(\d\d)$/, '+$1:$2'));
}
