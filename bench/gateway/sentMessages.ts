import { FURTHER_FIELDS, furtherOf, indexOfTo, SENDER, textOf } from '../messages';

/** What a run should send: messages 0 to `count` of the list, each once. */
export interface ExpectedMessages {
	count: number;
	/** Whether each has the five further options; otherwise none has any of them. */
	withFurther: boolean;
}

interface Message {
	from?: unknown;
	text?: unknown;
	/** Version 3 */
	sender?: unknown;
	content?: { text?: unknown };
	destinations?: Array<{ to?: unknown; messageId?: unknown }>;
	[field: string]: unknown;
}

interface Body {
	messages?: Message[];
	bulkId?: unknown;
	/** Version 3 */
	options?: { schedule?: { bulkId?: unknown } };
}

const MOST_FAULTS = 5;
const STATUS =
	'{"groupId":1,"groupName":"PENDING","id":26,"name":"PENDING_ACCEPTED","description":"Message accepted, pending for delivery."}';

/** Takes the messages of one run, checks each, and answers as the service does (interface: SMSResponse). */
export class SentMessages {
	private readonly timesSeen: Uint8Array;
	/** The first few things that were not as they should be. */
	readonly faults: string[] = [];
	destinations = 0;

	constructor(private readonly expected: ExpectedMessages) {
		this.timesSeen = new Uint8Array(expected.count);
	}

	/** @returns the body of the answer, in the version of the request */
	take(body: string, requestNumber: number): string {
		const { messages = [], bulkId, options } = JSON.parse(body) as Body;
		const entries: string[] = [];
		let isVersion3 = false;
		for (const { content, sender, ...message } of messages) {
			isVersion3 = content !== undefined;
			const sent = isVersion3 ? { ...message, from: sender, text: content?.text } : message;
			for (const { to, messageId } of message.destinations ?? []) {
				this.check(sent, to);
				const id = JSON.stringify(messageId ?? `${requestNumber}-${entries.length}`);
				const number = JSON.stringify(to);
				entries.push(
					isVersion3
						? `{"messageId":${id},"status":${STATUS},"destination":${number},"details":{"messageCount":1}}`
						: `{"to":${number},"status":${STATUS},"smsCount":1,"messageId":${id}}`,
				);
			}
		}
		const ofRequest = bulkId ?? options?.schedule?.bulkId ?? `bulk-${requestNumber}`;
		const name = entries.length > 1 ? `"bulkId":${JSON.stringify(ofRequest)},` : '';
		return `{${name}"messages":[${entries.join(',')}]}`;
	}

	/** The faults, and what never came. */
	report(): string[] {
		const missing = this.timesSeen.filter((times) => times === 0).length;
		return missing === 0 ? this.faults : [`${missing} of ${this.expected.count} messages did not come`, ...this.faults];
	}

	private check(message: Message, to: unknown): void {
		this.destinations++;
		const index = indexOfTo(to);
		const times = this.timesSeen[index];
		if (times === undefined) return this.note(`${String(to)} is not one of the destinations`);
		this.timesSeen[index] = 1;
		if (times > 0) this.note(`${String(to)} came twice`);
		if (message.from !== SENDER) this.note(`${String(to)} has the sender ${String(message.from)}`);
		if (message.text !== textOf(index)) this.note(`${String(to)} has the text ${String(message.text)}`);
		const further = this.expected.withFurther ? furtherOf(index) : undefined;
		for (const field of FURTHER_FIELDS) {
			if (message[field] !== further?.[field]) this.note(`${String(to)} has ${field} ${String(message[field])}`);
		}
	}

	private note(fault: string): void {
		if (this.faults.length < MOST_FAULTS) this.faults.push(fault);
	}
}
