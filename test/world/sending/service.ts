import { EPOCH } from '../time';
import type { Answering } from './network';

/** A service for the lives of this world. It shares no code with the package or the sandbox: its nature alone decides what it does. */

/** The key in the credential; some gateways show the whole request on their pages. */
export const SECRET = 'the-secret-api-key-of-this-life';
/** A key with characters that JSON escapes. */
export const ODD_SECRET = String.raw`K3y"with\odd/chars`;

/** What it may do has a source: docs/quality/natures.md. */
export interface ServiceNature {
	/** Whether it refuses message IDs that it has seen before. */
	checksIds: boolean;
	/** Whether rejecting a message uses up its ID. */
	rejectedUseUpIds: boolean;
	/** Whether it names what is wrong with a request that it refuses as a whole, as in messages[1].text. */
	namesFaults: boolean;
	/** What it was sent before, by others or long ago, under IDs that users choose. */
	earlier: EarlierMessage[];
	/** Whether it repeats the key when it refuses a request. */
	echoesKey: boolean;
	/** The key of the account, if it is an unusual one. */
	key?: string;
	/** How far its clock is from that of n8n. */
	clockOffMs: number;
	/** How it writes its answers. */
	form: {
		/** The group of messages that it accepts. */
		accepted: 'PENDING' | 'ACCEPTED';
		/** The group of messages that it rejects; FAILED is in no catalogue. */
		rejected: 'REJECTED' | 'UNDELIVERABLE' | 'FAILED';
		/** Whether rejected messages have an ID in the answer. */
		rejectedHaveIds: boolean;
	};
	logs: {
		/** How long after acceptance a message appears. */
		lagMs: number;
		order: 'newestFirst' | 'oldestFirst' | 'none';
		/** Maximum entries per answer. */
		cap: number;
		/** Whether it understands a list of IDs, or treats it as a single unknown ID. */
		knowsLists: boolean;
		/** Whether they show all bulk IDs, or only those of requests with several destinations. */
		bulkIds: 'ours' | 'ofSeveral';
		/** Whether scheduled messages appear only at their send time. */
		hidesScheduled: boolean;
		/** Whether they also list rejected and repeated messages; not if rejections look like later failures. */
		showRejected: boolean;
		/** What becomes of an accepted message. */
		later: 'DELIVERED' | 'UNDELIVERABLE';
		/** Whether those of one version of the interface show what came by another. */
		ofAllVersions: boolean;
		/** Whether they never answer. */
		hangs?: boolean;
	};
}

export interface EarlierMessage {
	messageId: string;
	bulkId?: string;
	to: string;
	end: 'DELIVERED' | 'UNDELIVERABLE';
	/** How long before the life it was sent; an hour if omitted. */
	agoMs?: number;
}

/** One message to one destination, as stored by the service. */
export interface StoredMessage {
	/** As shown in answers and logs. */
	messageId: string;
	/** As shown in logs. */
	bulkId: string | undefined;
	to: string;
	/** Empty if it has no sender. */
	from: string;
	/** Text, or hexadecimal bytes. */
	content: string;
	isText: boolean;
	isScheduled: boolean;
	/** Since the start of the life, in milliseconds. */
	acceptedAt: number;
	/** Of the interface; undefined if every version shows it. */
	version?: string;
	/** The ID that it arrived with, and that of its request. */
	sentId?: string;
	sentBulkId?: string;
}

type OfRequest = Pick<StoredMessage, 'bulkId' | 'sentBulkId' | 'version'>;

interface Destination {
	to: string;
	messageId?: string;
}

export interface Message {
	from?: string;
	text?: string;
	binary?: { hex: string };
	sendAt?: string;
	notifyUrl?: string;
	destinations: Destination[];
}

export interface SendBody {
	bulkId: string;
	messages: Message[];
}

export interface Answer {
	/** Which of the service's answers it is, if these are counted. */
	number?: number;
	status: number;
	body: unknown;
	/** Whether it never comes. */
	hangs?: boolean;
}

export interface Status {
	groupId: number;
	groupName: string;
	id: number;
	name: string;
	description: string;
}

export const statusOf = (groupId: number, groupName: string, id: number, name: string): Status => ({
	groupId,
	groupName,
	id,
	name,
	description: `Described: ${name}`,
});

export const PENDING = statusOf(1, 'PENDING', 26, 'PENDING_ACCEPTED');
const ACCEPTED = statusOf(0, 'ACCEPTED', 1, 'MESSAGE_ACCEPTED');
export const DELIVERED = statusOf(3, 'DELIVERED', 5, 'DELIVERED_TO_HANDSET');
export const ENROUTE = statusOf(1, 'PENDING', 7, 'PENDING_ENROUTE');
export const EXPIRED = statusOf(4, 'EXPIRED', 15, 'EXPIRED_EXPIRED');
const REJECTED = statusOf(5, 'REJECTED', 52, 'REJECTED_DESTINATION');
const UNDELIVERABLE = statusOf(2, 'UNDELIVERABLE', 9, 'UNDELIVERABLE_NOT_DELIVERED');
const NOT_SENT = statusOf(2, 'UNDELIVERABLE', 4, 'UNDELIVERABLE_REJECTED_OPERATOR');
const FAILED = statusOf(6, 'FAILED', 120, 'FAILED_INVALID_SENDER');
const NO_CREDITS = statusOf(5, 'REJECTED', 12, 'REJECTED_NOT_ENOUGH_CREDITS');
const DUPLICATE = statusOf(5, 'REJECTED', 23, 'REJECTED_DUPLICATE_MESSAGE_ID');

const ACCEPTED_AS = { PENDING, ACCEPTED };
const REJECTED_AS = { REJECTED, UNDELIVERABLE: NOT_SENT, FAILED };
const LATER = { DELIVERED, UNDELIVERABLE };

const EARLIER_MS = 3_600_000;
export const RETENTION_MS = 48 * 3_600_000;

/** Endings of numbers rejected one by one; then beginnings of texts and endings of numbers that get the whole request refused. */
export const REJECTED_NUMBER_END = '99';
export const REFUSED_TEXT_START = 'forbidden';
export const REFUSED_NUMBER_END = '98';

export class WorldService implements Answering {
	readonly accepted: StoredMessage[] = [];
	/** What its logs contain, in order of arrival. */
	private readonly entries: Array<StoredMessage & { fixed?: Status | undefined }> = [];
	/** What it has rejected for an ID that it knew. */
	readonly duplicates: StoredMessage[] = [];
	/** Refused under a status that the logs also have for what failed later. */
	readonly failed: StoredMessage[] = [];
	private readonly knownIds = new Set<string>();
	private nextId = 1;
	private nextBulkId = 1;

	/** What requests are authorized with. */
	get key(): string {
		return this.nature.key ?? SECRET;
	}

	constructor(readonly nature: ServiceNature) {
		for (const { messageId, bulkId, to, end, agoMs = EARLIER_MS } of nature.earlier) {
			this.knownIds.add(messageId);
			this.entries.push({
				messageId,
				bulkId,
				to,
				from: '',
				content: 'Earlier',
				isText: true,
				isScheduled: false,
				acceptedAt: -agoMs,
				sentId: messageId,
				fixed: LATER[end],
			});
		}
	}

	/**
	 * Takes a send request, or its first `most` destinations.
	 * @param now in milliseconds since the start of the life
	 */
	send(
		{ bulkId = `bulk-${this.nextBulkId++}`, messages }: SendBody,
		now: number,
		most = Infinity,
		version = '1',
	): Answer {
		for (const [index, message] of messages.entries()) {
			if (contentOf(message).startsWith(REFUSED_TEXT_START)) return this.refuse(`messages[${index}].text`);
			const destination = message.destinations.findIndex(({ to }) => to.endsWith(REFUSED_NUMBER_END));
			if (destination >= 0) return this.refuse(`messages[${index}].destinations[${destination}].to`);
		}
		const entries: object[] = [];
		const ofRequest = this.ofRequest(bulkId, messages, version);
		for (const message of messages) {
			for (const destination of message.destinations) {
				if (entries.length >= most) break;
				entries.push(this.sendOne(message, destination, ofRequest, now));
			}
		}
		return { status: 200, body: { ...(entries.length > 1 && { bulkId }), messages: entries } };
	}

	private ofRequest(sentBulkId: string, messages: Message[], version: string): OfRequest {
		const isSingle = messages.length === 1 && messages[0]!.destinations.length === 1;
		return {
			version,
			sentBulkId,
			bulkId: this.nature.logs.bulkIds === 'ofSeveral' && isSingle ? undefined : sentBulkId,
		};
	}

	/** Rejects every destination, as if credits had run out. */
	reject({ bulkId, messages }: SendBody, now: number, version = '1'): Answer {
		const ofRequest = this.ofRequest(bulkId, messages, version);
		const status = this.nature.form.rejected === 'UNDELIVERABLE' ? NOT_SENT : NO_CREDITS;
		const entries = messages.flatMap((message) =>
			message.destinations.map((destination) => {
				const { to, messageId } = destination;
				const id = this.idFor(messageId);
				this.note(message, destination, ofRequest, id, now, status);
				return { to, status, messageId: id };
			}),
		);
		return { status: 200, body: { messages: entries } };
	}

	private refuse(path: string): Answer {
		const { namesFaults, echoesKey } = this.nature;
		const text = `Bad Request${echoesKey ? ` (Authorization: App ${this.key})` : ''}`;
		const validationErrors = namesFaults ? { validationErrors: { [path]: ['is forbidden'] } } : {};
		return {
			status: 400,
			body: { requestError: { serviceException: { messageId: 'BAD_REQUEST', text, ...validationErrors } } },
		};
	}

	private idFor(messageId: string | undefined): string {
		return messageId ?? `service-${this.nextId++}`;
	}

	private sendOne(message: Message, destination: Destination, ofRequest: OfRequest, now: number): object {
		const { to, messageId } = destination;
		const { checksIds, rejectedUseUpIds, form } = this.nature;
		const id = this.idFor(messageId);
		const isKnown = checksIds && messageId !== undefined && this.knownIds.has(messageId);
		const rejection = isKnown ? DUPLICATE : to.endsWith(REJECTED_NUMBER_END) ? REJECTED_AS[form.rejected] : undefined;
		if (messageId !== undefined && (rejection === undefined || rejectedUseUpIds)) this.knownIds.add(messageId);
		this.note(message, destination, ofRequest, id, now, rejection);
		if (rejection !== undefined)
			return { to, status: rejection, ...((isKnown || form.rejectedHaveIds) && { messageId: id }) };
		return { to, status: ACCEPTED_AS[form.accepted], messageId: id, smsCount: 1 };
	}

	private note(
		message: Message,
		{ to, messageId: sentId }: Destination,
		ofRequest: OfRequest,
		messageId: string,
		acceptedAt: number,
		rejection?: Status,
	): void {
		const stored = {
			messageId,
			...ofRequest,
			to,
			from: message.from ?? '',
			content: contentOf(message),
			isText: message.text !== undefined,
			isScheduled: message.sendAt !== undefined,
			acceptedAt,
			...(sentId !== undefined && { sentId }),
			fixed: rejection,
		};
		if (rejection === DUPLICATE) this.duplicates.push(stored);
		if (rejection === NOT_SENT) this.failed.push(stored);
		if (rejection === undefined) this.accepted.push(stored);
		if (rejection === undefined || this.nature.logs.showRejected) this.entries.push(stored);
	}

	/** @param query of a request for the logs */
	read(query: URLSearchParams, now: number, version = '1'): Answer {
		const { lagMs, cap, knowsLists, hidesScheduled, ofAllVersions, hangs = false } = this.nature.logs;
		const ids = query.get('messageId');
		const asked = ids === null ? undefined : knowsLists ? ids.split(',') : [ids];
		const bulkIds = query.get('bulkId')?.split(',');
		const bound = (name: string) => Date.parse((query.get(name) ?? '').replace('+0000', 'Z'));
		const shown = this.entries.filter((message) => {
			const sentAt = this.sentAt(message);
			return (
				message.acceptedAt + lagMs <= now &&
				message.acceptedAt > now - RETENTION_MS &&
				!this.isForgotten(message, now) &&
				!(hidesScheduled && message.isScheduled) &&
				(ofAllVersions || (message.version ?? version) === version) &&
				(asked === undefined || asked.includes(message.messageId)) &&
				(bulkIds === undefined || (message.bulkId !== undefined && bulkIds.includes(message.bulkId))) &&
				!(sentAt < bound('sentSince') || sentAt > bound('sentUntil'))
			);
		});
		const results = this.inOrder(shown)
			.slice(0, Math.min(cap, Number(query.get('limit') ?? 50)))
			.map((message) => ({
				bulkId: message.bulkId,
				messageId: message.messageId,
				to: message.to,
				from: message.from,
				...(message.isText && { text: message.content }),
				sentAt: new Date(this.sentAt(message)).toISOString().replace('Z', '+0000'),
				smsCount: 1,
				status: message.fixed ?? this.statusOf(message, now - lagMs),
			}));
		return { status: 200, body: { results }, ...(hangs && { hangs }) };
	}

	private sentAt({ acceptedAt }: StoredMessage): number {
		return EPOCH + Math.floor(acceptedAt + this.nature.clockOffMs);
	}

	private inOrder<T>(entries: T[]): T[] {
		const { order } = this.nature.logs;
		if (order === 'newestFirst') return entries.toReversed();
		// Those at even places come last
		if (order === 'none') return [1, 0].flatMap((rest) => entries.filter((_, index) => index % 2 === rest));
		return entries;
	}

	/** What has become of a message, as far as the logs know. */
	protected statusOf({ acceptedAt }: StoredMessage, now: number): Status {
		return now > acceptedAt + 5000 ? LATER[this.nature.logs.later] : PENDING;
	}

	/** Whether the logs no longer show a message. */
	protected isForgotten(_message: StoredMessage, _now: number): boolean {
		return false;
	}
}

/** Text, or bytes in hexadecimal. */
export function contentOf({ text, binary }: Message): string {
	return text ?? binary?.hex ?? '';
}
