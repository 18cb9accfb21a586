import { EPOCH } from '../time';
import type { Answering } from './network';
import { rewritten, type Rewriting } from './numbers';
import { SECRET } from './secrets';

/** A service for the lives of this world. It shares no code with the package or the sandbox: its nature alone decides what it does. */

export interface ServiceNature {
	/** Whether it refuses message IDs that it has seen before. */
	checksIds: boolean;
	/** Whether messages keep the IDs they arrive with, or get the service's own; or keep only those of the user, which are of another form. */
	ids: 'ours' | 'own' | 'users';
	/** Whether rejecting a message uses up its ID. */
	rejectedUseUpIds: boolean;
	/** How it names what is wrong with a request that it refuses as a whole, if at all: as messages[1].text, or as messages.1.text. */
	namesFaults: 'brackets' | 'dots' | 'none';
	/** What it was sent before, by others or long ago, under IDs that users choose. */
	earlier: EarlierMessage[];
	/** How it rewrites numbers in answers and logs, if it does. */
	rewrites?: Rewriting;
	/** The key of the account, if it is an unusual one. */
	key?: string;
	/** How it writes its answers. */
	form: {
		groupNames: 'upper' | 'lower' | 'absent' | 'alone' | 'none' | 'null';
		/** The group of messages that it accepts. */
		accepted: 'PENDING' | 'ACCEPTED' | 'DELIVERED';
		/** The group of messages that it rejects; FAILED is in no catalogue, and DESCRIBED means a description without a group. */
		rejected: 'REJECTED' | 'UNDELIVERABLE' | 'EXPIRED' | 'FAILED' | 'DESCRIBED';
		/** Whether the IDs of statuses are texts. */
		textStatusIds?: boolean;
		/** Whether statuses are texts: their names. */
		plainStatus?: boolean;
		numericIds: boolean;
		/** Whether the answer omits the IDs of accepted messages. */
		hidesIds: boolean;
		/** How the answer shows numbers, if not whole: masked except for their ends, all masked alike, or not at all. */
		numbers?: 'masked' | 'hidden' | 'none';
	};
	logs: {
		/** How long after acceptance a message appears. */
		lagMs: number;
		order: 'newestFirst' | 'oldestFirst';
		/** Maximum entries per answer. */
		cap: number;
		/** The highest limit that they accept; higher ones are refused. */
		highestLimit?: number;
		/** Whether it understands a list of IDs, or treats it as a single unknown ID. */
		knowsLists: boolean;
		/** Which of a list of IDs it reads, if not all. */
		readsOfList?: 'first' | 'last';
		/** Whether it understands the filter bulkId, or ignores it. */
		knowsBulkIds: boolean;
		/** Whether requests keep the bulk IDs they arrive with, always or only those with several destinations, or get the service's own. */
		bulkIds: 'ours' | 'ofSeveral' | 'own';
		/**
		 * How they show texts: with plain letters only, cut off, masked, replaced by a note, with a line of the service's own, or not at all;
		 * or with changes in the middle: digit codes masked, links shortened, characters escaped as in HTML.
		 */
		texts: 'same' | 'plain' | 'cut' | 'masked' | 'noted' | 'longer' | 'none' | ChangeWithin;
		numbers: 'same' | 'plus' | 'zeros' | 'masked';
		/** Whether they omit senders, or show one of the service's own for messages without. */
		senders?: 'none' | 'default';
		/** Whether each entry is listed twice. */
		repeats: boolean;
		/** Whether scheduled messages appear only at their send time. */
		hidesScheduled: boolean;
		/** Whether they also list rejected and repeated messages; not if rejections look like later failures. */
		showRejected: boolean;
		/** What becomes of an accepted message. */
		later: 'DELIVERED' | 'UNDELIVERABLE';
		/** How far the times that they show are off, as with those of a time zone that they do not name. */
		timesOffMs?: number;
		/** Whether they never answer. */
		hangs?: boolean;
	};
}

/** What logs show in place of a code. */
const CODE_MASKS = ['****', 'XXXX', '####', '[code]'];
/** A message ID of the node. */
const MADE_BY_NODE = /^[0-9a-f]{24}$/;
/** What stands in logs for a text. */
const NOTES = ['Message body redacted', 'n/a', '-', 'The content is not stored'];
const CHANGES_WITHIN = ['codes', 'links', 'escaped'] as const;
export type ChangeWithin = (typeof CHANGES_WITHIN)[number];
/** Whether logs show texts with a change within them. */
export const isChangedWithin = (texts: ServiceNature['logs']['texts']): texts is ChangeWithin =>
	(CHANGES_WITHIN as readonly string[]).includes(texts);

export interface EarlierMessage {
	messageId: string;
	bulkId?: string;
	to: string;
	end: 'DELIVERED' | 'UNDELIVERABLE';
	/** If omitted, a text that no other message of the life has. */
	text?: string;
	/** Of a message with the same text. */
	from?: string;
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
	/** Whether it came with a request that arrived a second time by itself. */
	isRepeat?: boolean;
}

interface Destination {
	to: string;
	messageId?: string;
}

interface Message {
	from?: string;
	text?: string;
	binary?: { hex: string };
	sendAt?: string;
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

export const PENDING = {
	groupId: 1,
	groupName: 'PENDING',
	id: 26,
	name: 'PENDING_ACCEPTED',
	description: 'Pending Accepted',
};
const ACCEPTED = {
	groupId: 0,
	groupName: 'ACCEPTED',
	id: 1,
	name: 'MESSAGE_ACCEPTED',
	description: 'Message accepted',
};
export const DELIVERED = {
	groupId: 3,
	groupName: 'DELIVERED',
	id: 5,
	name: 'DELIVERED_TO_HANDSET',
	description: 'Message delivered to handset',
};
const REJECTED = {
	groupId: 5,
	groupName: 'REJECTED',
	id: 52,
	name: 'REJECTED_DESTINATION',
	description: 'Invalid destination address.',
};
const UNDELIVERABLE = {
	groupId: 2,
	groupName: 'UNDELIVERABLE',
	id: 9,
	name: 'UNDELIVERABLE_NOT_DELIVERED',
	description: 'Message sent not delivered',
};
const NOT_SENT = {
	groupId: 2,
	groupName: 'UNDELIVERABLE',
	id: 4,
	name: 'UNDELIVERABLE_REJECTED_OPERATOR',
	description: 'Message rejected by operator',
};
const EXPIRED = { groupId: 4, groupName: 'EXPIRED', id: 15, name: 'EXPIRED_UNKNOWN', description: 'Unknown Reason' };
const FAILED = {
	groupId: 6,
	groupName: 'FAILED',
	id: 120,
	name: 'FAILED_INVALID_SENDER',
	description: 'Sender not allowed',
};
const DESCRIBED = { groupId: 5, groupName: 'REJECTED', id: 0, name: '', description: 'Insufficient balance' };
export const NO_ROUTE = {
	groupId: 5,
	groupName: 'REJECTED',
	id: 19,
	name: 'REJECTED_ROUTE_NOT_AVAILABLE',
	description: 'Route not available',
};
const NO_CREDITS = {
	groupId: 5,
	groupName: 'REJECTED',
	id: 12,
	name: 'REJECTED_NOT_ENOUGH_CREDITS',
	description: 'Not enough credits',
};
const DUPLICATE = {
	groupId: 5,
	groupName: 'REJECTED',
	id: 23,
	name: 'REJECTED_DUPLICATE_MESSAGE_ID',
	description: 'Rejected duplicate message ID',
};

const ACCEPTED_AS = { PENDING, ACCEPTED, DELIVERED };
const REJECTED_AS = { REJECTED, UNDELIVERABLE: NOT_SENT, EXPIRED, FAILED, DESCRIBED };
const LATER = { DELIVERED, UNDELIVERABLE };

const EARLIER_MS = 3_600_000;
/** What logs may show for messages without a sender. */
const DEFAULT_SENDER = 'ServiceSMS';

/** Names of the statuses of rejected messages. */
export const REJECTIONS: ReadonlySet<unknown> = new Set(
	[...Object.values(REJECTED_AS), NO_CREDITS, NO_ROUTE, DUPLICATE].map(({ name }) => name),
);

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
	private readonly knownIds = new Set<string>();
	private nextId = 1;
	private nextBulkId = 1;

	/** What requests are authorized with. */
	get key(): string {
		return this.nature.key ?? SECRET;
	}

	constructor(readonly nature: ServiceNature) {
		for (const { messageId, bulkId, to, end, text, from = '', agoMs = EARLIER_MS } of nature.earlier) {
			this.knownIds.add(messageId);
			this.entries.push({
				messageId,
				bulkId,
				to,
				from,
				content: text ?? 'Earlier',
				isText: true,
				isScheduled: false,
				acceptedAt: -agoMs,
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
		isRepeat = false,
	): Answer {
		for (const [index, message] of messages.entries()) {
			if (contentOf(message).startsWith(REFUSED_TEXT_START)) return this.refuse([index, 'text']);
			const destination = message.destinations.findIndex(({ to }) => to.endsWith(REFUSED_NUMBER_END));
			if (destination >= 0) return this.refuse([index, 'destinations', destination, 'to']);
		}
		const entries: object[] = [];
		const loggedAs = this.loggedBulkId(bulkId, messages);
		for (const message of messages) {
			for (const destination of message.destinations) {
				if (entries.length >= most) break;
				entries.push(this.sendOne(message, destination, loggedAs, now, isRepeat));
			}
		}
		return { status: 200, body: { ...(entries.length > 1 && { bulkId }), messages: entries } };
	}

	private loggedBulkId(bulkId: string, messages: Message[]): string | undefined {
		const { bulkIds } = this.nature.logs;
		if (bulkIds === 'own') return `logged-${this.nextBulkId++}`;
		const isSingle = messages.length === 1 && messages[0]!.destinations.length === 1;
		return bulkIds === 'ofSeveral' && isSingle ? undefined : bulkId;
	}

	/** Rejects every destination, as if credits had run out. */
	reject({ bulkId, messages }: SendBody, now: number): Answer {
		const loggedAs = this.loggedBulkId(bulkId, messages);
		const entries = messages.flatMap((message) =>
			message.destinations.map((destination) => {
				const { to, messageId } = destination;
				if (messageId !== undefined) this.note(message, destination, loggedAs, messageId, now, NO_CREDITS);
				return {
					...this.answered(to),
					status: this.formed(NO_CREDITS),
					...(messageId !== undefined && { messageId }),
				};
			}),
		);
		return { status: 200, body: { messages: entries } };
	}

	private refuse(place: Array<string | number>): Answer {
		const { namesFaults } = this.nature;
		const path = place.reduce<string>(
			(start, part) => start + (typeof part === 'number' && namesFaults === 'brackets' ? `[${part}]` : `.${part}`),
			'messages',
		);
		const validationErrors = namesFaults === 'none' ? {} : { validationErrors: { [path]: ['is forbidden'] } };
		return {
			status: 400,
			body: {
				requestError: { serviceException: { messageId: 'BAD_REQUEST', text: 'Bad Request', ...validationErrors } },
			},
		};
	}

	private sendOne(
		message: Message,
		destination: Destination,
		bulkId: string | undefined,
		now: number,
		isRepeat: boolean,
	): object {
		const { to, messageId } = destination;
		const { ids, checksIds, rejectedUseUpIds, form } = this.nature;
		const own = () => (form.numericIds ? `${10 ** 15 + this.nextId++}` : `service-${this.nextId++}`);
		const isKept = ids === 'ours' || (ids === 'users' && !MADE_BY_NODE.test(messageId ?? ''));
		const id = isKept && messageId !== undefined ? messageId : own();
		const shownId = form.numericIds && /^\d{1,15}$/.test(id) ? Number(id) : id;
		const isKnown = checksIds && messageId !== undefined && this.knownIds.has(messageId);
		const rejection = isKnown ? DUPLICATE : to.endsWith(REJECTED_NUMBER_END) ? REJECTED_AS[form.rejected] : undefined;
		if (messageId !== undefined && (rejection === undefined || rejectedUseUpIds)) this.knownIds.add(messageId);
		this.note(message, destination, bulkId, id, now, rejection, isRepeat);
		if (rejection !== undefined) return { ...this.answered(to), status: this.formed(rejection), messageId: shownId };
		return {
			...this.answered(to),
			status: this.formed(ACCEPTED_AS[form.accepted]),
			...(!form.hidesIds && { messageId: shownId }),
			smsCount: 1,
		};
	}

	private note(
		message: Message,
		{ to }: Destination,
		bulkId: string | undefined,
		messageId: string,
		acceptedAt: number,
		rejection?: typeof PENDING,
		isRepeat = false,
	): void {
		const stored = {
			messageId,
			bulkId,
			to,
			from: message.from ?? '',
			content: contentOf(message),
			isText: message.text !== undefined,
			isScheduled: message.sendAt !== undefined,
			acceptedAt,
			fixed: rejection,
			...(isRepeat && { isRepeat }),
		};
		if (rejection === DUPLICATE) this.duplicates.push(stored);
		if (rejection === undefined) this.accepted.push(stored);
		if (rejection === undefined || (this.nature.logs.showRejected && rejection.groupName === 'REJECTED'))
			this.entries.push(stored);
	}

	/** @param query of a request for the logs */
	read(query: URLSearchParams, now: number): Answer {
		const {
			lagMs,
			order,
			cap,
			knowsLists,
			readsOfList,
			knowsBulkIds,
			hidesScheduled,
			repeats,
			hangs = false,
			highestLimit = Infinity,
			timesOffMs = 0,
		} = this.nature.logs;
		const limit = Number(query.get('limit') ?? 50);
		if (limit > highestLimit)
			return { status: 400, body: { requestError: { serviceException: { messageId: 'BAD_REQUEST', text: 'limit' } } } };
		const ids = query.get('messageId');
		const asked = ids === null ? undefined : knowsLists ? readOf(ids.split(','), readsOfList) : [ids];
		const bulkId = knowsBulkIds ? query.get('bulkId') : null;
		const shown = this.entries.filter(
			(message) =>
				message.acceptedAt + lagMs <= now &&
				!this.isForgotten(message, now) &&
				!(hidesScheduled && message.isScheduled) &&
				(asked === undefined || asked.includes(message.messageId)) &&
				(bulkId === null || (message.bulkId !== undefined && bulkId.split(',').includes(message.bulkId))),
		);
		const ordered = (order === 'newestFirst' ? shown.toReversed() : shown).flatMap((one) =>
			repeats ? [one, one] : [one],
		);
		const results = ordered.slice(0, Math.min(cap, limit)).map((message) => ({
			bulkId: message.bulkId,
			messageId: message.messageId,
			to: this.loggedNumber(message.to),
			...this.loggedSender(message.from),
			...(message.isText && this.nature.logs.texts !== 'none' && { text: this.loggedText(message.content) }),
			sentAt: new Date(EPOCH + message.acceptedAt + timesOffMs).toISOString().replace('Z', '+0000'),
			smsCount: 1,
			status: this.formed(message.fixed ?? this.statusOf(message, now - lagMs)),
		}));
		return { status: 200, body: { results }, ...(hangs && { hangs }) };
	}

	/** Fields of a whole answer in addition to those of the interface. */

	private loggedSender(from: string): { from?: string } {
		const { senders } = this.nature.logs;
		if (senders === 'none') return {};
		return { from: senders === 'default' && from === '' ? DEFAULT_SENDER : from };
	}

	private loggedText(text: string): string {
		switch (this.nature.logs.texts) {
			case 'plain':
				return text.normalize('NFD').replace(/\P{ASCII}/gu, '');
			case 'cut':
				return text.slice(0, 4);
			case 'masked':
				return '***';
			case 'noted':
				return NOTES[text.length % NOTES.length]!;
			case 'longer':
				return `${text}\nReply STOP to end`;
			case 'codes':
				return text.replace(/\d{4,}/g, (code) => CODE_MASKS[Number(code) % CODE_MASKS.length]!);
			case 'links':
				return text.replace(/https:\S+/g, 'https://short.example/x1');
			case 'escaped':
				return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
			default:
				return text;
		}
	}

	/** A number as the service knows it. */
	private known(to: string): string {
		return rewritten(to, this.nature.rewrites);
	}

	/** The number as an answer shows it. */
	private answered(sent: string): { to?: string } {
		const to = this.known(sent);
		switch (this.nature.form.numbers) {
			case 'masked':
				return { to: masked(to) };
			case 'hidden':
				return { to: `${to.slice(0, 3)}*********` };
			case 'none':
				return {};
			default:
				return { to };
		}
	}

	private loggedNumber(sent: string): string {
		const to = this.known(sent);
		switch (this.nature.logs.numbers) {
			case 'plus':
				return `+${to}`;
			case 'zeros':
				return `00${to}`;
			case 'masked':
				return masked(to);
			default:
				return to;
		}
	}

	/** What has become of a message, as far as the logs know. */
	protected statusOf({ acceptedAt }: StoredMessage, now: number): Status {
		return now > acceptedAt + 5000 ? LATER[this.nature.logs.later] : PENDING;
	}

	/** Whether the logs no longer show a message. */
	protected isForgotten(_message: StoredMessage, _now: number): boolean {
		return false;
	}

	protected formed({ groupId, groupName, id, name, description: plain }: Status): object | string {
		const { groupNames, textStatusIds, plainStatus = false } = this.nature.form;
		if (plainStatus) return name === '' ? plain : name;
		if (plain === DESCRIBED.description) return { description: plain };
		const status = { id: textStatusIds ? String(id) : id, name, description: plain };
		// A group that nobody knows is always shown
		if (groupName === FAILED.groupName) return { ...status, groupId, groupName };
		if (groupNames === 'null') return { ...status, groupId: null, groupName: null };
		if (groupNames === 'none') return status;
		if (groupNames === 'alone') return { ...status, groupName };
		return groupNames === 'absent'
			? { ...status, groupId }
			: { ...status, groupId, groupName: groupNames === 'lower' ? groupName.toLowerCase() : groupName };
	}
}

function readOf(ids: string[], which: 'first' | 'last' | undefined): string[] {
	if (which === undefined) return ids;
	return which === 'first' ? ids.slice(0, 1) : ids.slice(-1);
}

const masked = (to: string) => `${to.slice(0, 5)}*****${to.slice(-2)}`;

/** Text, or bytes in hexadecimal. */
export function contentOf({ text, binary }: Message): string {
	return text ?? binary?.hex ?? '';
}
