/** A service for the lives of this world. It shares no code with the package or the sandbox: what it does follows its nature alone. */

export interface ServiceNature {
	/** Whether it refuses a message ID that it knows. */
	checksIds: boolean;
	/** Whether messages keep the IDs that they come with, or get its own. */
	ids: 'ours' | 'own';
	/** Whether a message that it rejects uses up its ID. */
	rejectedUseUpIds: boolean;
	/** Whether it names what is wrong with a request that it refuses as a whole. */
	namesFaults: boolean;
	/** How it writes its answers. */
	form: {
		groupNames: 'upper' | 'lower' | 'absent';
		numericIds: boolean;
		/** Whether an accepted message has no ID in the answer. */
		hidesIds: boolean;
	};
	logs: {
		/** How long after acceptance a message shows. */
		lagMs: number;
		order: 'newestFirst' | 'oldestFirst';
		/** Most entries in one answer. */
		cap: number;
		/** Whether a list of IDs is understood, or taken for one ID that nobody has. */
		knowsLists: boolean;
		/** Whether the filter bulkId is understood, or ignored. */
		knowsBulkIds: boolean;
		texts: 'same' | 'plain' | 'none';
		/** Messages that are scheduled show only when their time has come. */
		hidesScheduled: boolean;
	};
}

/** One message to one destination, as the service has it. */
export interface StoredMessage {
	/** As it shows in answers and logs. */
	messageId: string;
	bulkId: string;
	to: string;
	from: string;
	/** Text, or hexadecimal bytes. */
	content: string;
	isText: boolean;
	isScheduled: boolean;
	/** Since the life began, in milliseconds. */
	acceptedAt: number;
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
	status: number;
	body: unknown;
}

export interface Status {
	groupId: number;
	groupName: string;
	id: number;
	name: string;
	description: string;
}

export const PENDING = { groupId: 1, groupName: 'PENDING', id: 26, name: 'PENDING_ACCEPTED', description: 'Pending Accepted' };
export const DELIVERED = { groupId: 3, groupName: 'DELIVERED', id: 5, name: 'DELIVERED_TO_HANDSET', description: 'Message delivered to handset' };
const REJECTED = { groupId: 5, groupName: 'REJECTED', id: 52, name: 'REJECTED_DESTINATION', description: 'Invalid destination address.' };
const NO_CREDITS = { groupId: 5, groupName: 'REJECTED', id: 12, name: 'REJECTED_NOT_ENOUGH_CREDITS', description: 'Not enough credits' };
const DUPLICATE = { groupId: 5, groupName: 'REJECTED', id: 23, name: 'REJECTED_DUPLICATE_MESSAGE_ID', description: 'Rejected duplicate message ID' };

/** Numbers that end so are rejected one by one; texts that begin so make it refuse the whole request. */
export const REJECTED_NUMBER_END = '99';
export const REFUSED_TEXT_START = 'forbidden';

export class WorldService {
	readonly accepted: StoredMessage[] = [];
	private readonly knownIds = new Set<string>();
	private nextId = 1;
	private nextBulkId = 1;

	constructor(readonly nature: ServiceNature) {}

	/**
	 * Takes a send request, or its first `most` destinations.
	 * @param now since the life began, in milliseconds
	 */
	send({ bulkId = `bulk-${this.nextBulkId++}`, messages }: SendBody, now: number, most = Infinity): Answer {
		const refused = messages.findIndex((message) => contentOf(message).startsWith(REFUSED_TEXT_START));
		if (refused >= 0) return this.refuse(refused);
		const entries: object[] = [];
		for (const message of messages) {
			for (const destination of message.destinations) {
				if (entries.length >= most) break;
				entries.push(this.sendOne(message, destination, bulkId, now));
			}
		}
		return { status: 200, body: { ...(entries.length > 1 && { bulkId }), messages: entries } };
	}

	/** Rejects every destination, as for want of credits. */
	reject({ messages }: SendBody): Answer {
		const entries = messages.flatMap(({ destinations }) => destinations.map(({ to, messageId }) => ({ to, status: this.formed(NO_CREDITS), ...(messageId !== undefined && { messageId }) })));
		return { status: 200, body: { messages: entries } };
	}

	private refuse(index: number): Answer {
		const validationErrors = this.nature.namesFaults ? { validationErrors: { [`messages[${index}].text`]: ['is forbidden'] } } : {};
		return { status: 400, body: { requestError: { serviceException: { messageId: 'BAD_REQUEST', text: 'Bad Request', ...validationErrors } } } };
	}

	private sendOne(message: Message, { to, messageId }: Destination, bulkId: string, now: number): object {
		const { ids, checksIds, rejectedUseUpIds, form } = this.nature;
		const own = () => (form.numericIds ? `${10 ** 15 + this.nextId++}` : `service-${this.nextId++}`);
		const id = ids === 'ours' && messageId !== undefined ? messageId : own();
		const shownId = form.numericIds && /^\d{1,15}$/.test(id) ? Number(id) : id;
		if (checksIds && messageId !== undefined && this.knownIds.has(messageId)) return { to, status: this.formed(DUPLICATE), messageId: shownId };
		const isRejected = to.endsWith(REJECTED_NUMBER_END);
		if (messageId !== undefined && (!isRejected || rejectedUseUpIds)) this.knownIds.add(messageId);
		if (isRejected) return { to, status: this.formed(REJECTED), messageId: shownId };
		const isText = message.text !== undefined;
		const content = contentOf(message);
		this.accepted.push({ messageId: id, bulkId, to, from: message.from ?? '', content, isText, isScheduled: message.sendAt !== undefined, acceptedAt: now });
		return { to, status: this.formed(PENDING), ...(!form.hidesIds && { messageId: shownId }), smsCount: 1 };
	}

	/** @param query of a look into the logs */
	logs(query: URLSearchParams, now: number): Answer {
		const { lagMs, order, cap, knowsLists, knowsBulkIds, texts, hidesScheduled } = this.nature.logs;
		const ids = query.get('messageId');
		const asked = ids === null ? undefined : knowsLists ? ids.split(',') : [ids];
		const bulkId = knowsBulkIds ? query.get('bulkId') : null;
		const shown = this.accepted.filter(
			(message) =>
				message.acceptedAt + lagMs <= now &&
				!this.isForgotten(message, now) &&
				!(hidesScheduled && message.isScheduled) &&
				(asked === undefined || asked.includes(message.messageId)) &&
				(bulkId === null || bulkId.split(',').includes(message.bulkId)),
		);
		const ordered = order === 'newestFirst' ? shown.toReversed() : shown;
		const results = ordered.slice(0, Math.min(cap, Number(query.get('limit') ?? 50))).map((message) => ({
			bulkId: message.bulkId,
			messageId: message.messageId,
			to: message.to,
			from: message.from,
			...(message.isText && texts !== 'none' && { text: texts === 'same' ? message.content : message.content.normalize('NFD').replace(/\P{ASCII}/gu, '') }),
			sentAt: '2026-01-05T12:00:00.000+0000',
			smsCount: 1,
			status: this.formed(this.statusOf(message, now - lagMs)),
		}));
		return { status: 200, body: { results } };
	}

	/** What has become of a message, as far as the logs know. */
	protected statusOf({ acceptedAt }: StoredMessage, now: number): Status {
		return now > acceptedAt + 5000 ? DELIVERED : PENDING;
	}

	/** Whether the logs do not show a message any more. */
	protected isForgotten(_message: StoredMessage, _now: number): boolean {
		return false;
	}

	protected formed({ groupName, ...status }: Status): object {
		const { groupNames } = this.nature.form;
		return groupNames === 'absent' ? status : { ...status, groupName: groupNames === 'lower' ? groupName.toLowerCase() : groupName };
	}
}

function contentOf({ text, binary }: Message): string {
	return text ?? binary?.hex ?? '';
}
