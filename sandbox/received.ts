import { randomUUID } from 'node:crypto';
import { errorOf, type Status } from './catalogue';
import type { Notifications } from './notifications';
import type { OptOuts } from './optOuts';
import type { Settings } from './options';
import { textSegments } from './segments';
import { plainNumber, type SandboxMessage } from './message';
import type { MessageStore } from './store';
import type { Time } from './time';

/** The status of a received message, in the sandbox's own lists only: the interface gives it none. */
export const RECEIVED: Readonly<Status> = Object.freeze({
	groupId: -1,
	groupName: 'RECEIVED',
	id: -1,
	name: 'RECEIVED',
	description: 'Sent by a phone',
});

/** A message from a phone. */
export interface PhoneMessage {
	from: string;
	/** A number of the account. Default: the sender of the latest message to `from`, if it is a number; otherwise the one of the settings. */
	to?: string;
	text: string;
	callbackData?: string;
}

/** Stores messages from phones and pushes them to the forwarding URL; without one, they wait to be fetched. */
export class Reception {
	/** Where received messages are forwarded; undefined: they wait to be fetched. */
	forwardUrl: string | undefined;

	constructor(
		private readonly time: Time,
		private readonly store: MessageStore,
		private readonly notifications: Notifications,
		private readonly settings: Settings,
		private readonly optOuts: OptOuts,
	) {
		this.forwardUrl = settings.forwardUrl;
	}

	receive({ from, to, text, callbackData }: PhoneMessage): SandboxMessage {
		const now = this.time.now();
		const { segments, encoding } = textSegments(text);
		const error = errorOf(0);
		const [first = ''] = text.trimStart().split(/\s/, 1);
		const message: SandboxMessage = {
			kind: 'text',
			isIncoming: true,
			messageId: randomUUID(),
			bulkId: '',
			from: plainNumber(from),
			to: plainNumber(to || this.numberFor(from)),
			text,
			keyword: this.settings.keywords.includes(first) ? first : '',
			encoding,
			smsCount: segments,
			mccMnc: '',
			pricePerMessage: 0,
			currency: 'EUR',
			callbackData,
			notifyUrl: this.forwardUrl,
			intermediateReport: false,
			acceptedAt: now,
			doneAt: now,
			status: RECEIVED,
			error,
			history: [{ status: RECEIVED, error, at: now }],
			reportWaits: this.forwardUrl === undefined || undefined,
		};
		this.store.add(message);
		this.optOuts.note(message);
		this.store.forgetOld(now);
		this.settings.logger(`${message.messageId} received from ${message.from}: ${JSON.stringify(text)}`);
		if (message.notifyUrl) this.notifications.add(message);
		return message;
	}

	/** The number to which a phone replies. */
	private numberFor(from: string): string {
		const latest = this.store.to(from).findLast(({ isIncoming }) => !isIncoming);
		return latest?.from && /^\+?\d+$/.test(latest.from) ? latest.from : this.settings.number;
	}
}
