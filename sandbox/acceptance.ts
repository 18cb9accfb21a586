import { randomInt, randomUUID } from 'node:crypto';
import type { Account } from './account';
import type { Accepted, AcceptedMessage } from './answers';
import { errorOf, statusOf, type Status } from './catalogue';
import { mccMncOf } from './countries';
import { parseDateTime } from './dates';
import { minutesOf } from './deliveryWindow';
import { fateOf, type Fate } from './destinations';
import type { Lifecycle } from './lifecycle';
import type { Settings } from './options';
import { badRequest, type ValidationErrors } from './requestErrors';
import type { OutgoingMessage, SendRequest } from './requests';
import { binarySegments, textSegments } from './segments';
import type { SandboxMessage, Schedule } from './message';
import type { OptOuts } from './optOuts';
import { LONGEST_SCHEDULE_MS } from './retention';
import type { MessageStore } from './store';
import type { Time } from './time';
import { transliterate } from './transliteration';

const PRICE = 0.01;
export const CURRENCY = 'EUR';
const MOST_SEGMENTS = 25;
const OPTED_OUT = statusOf(10);
const NO_CREDIT = statusOf(12);

/** The part of a message that all its destinations share. */
interface Content extends Pick<SandboxMessage, 'dataCoding' | 'esmClass' | 'encoding'> {
	text: string;
	smsCount: number;
	/** Why all its destinations are rejected. */
	rejection?: Readonly<Status>;
}

/** Where the rules' fields are in a request; `message`: the path of the message. */
const PATHS = {
	1: { sendAt: (message: string) => `${message}.sendAt`, window: (message: string) => `${message}.deliveryTimeWindow` },
	3: {
		sendAt: () => 'options.schedule.sendAt',
		window: (message: string) => `${message}.options.deliveryTimeWindow`,
	},
};

/** Rules that a schema cannot express. Throws 400 with all reasons. */
function checkRules({ version, messages }: SendRequest, now: number): void {
	const reasons: ValidationErrors = {};
	const paths = PATHS[version === '3' ? 3 : 1];
	messages.forEach(({ sendAt, deliveryTimeWindow: window }, i) => {
		if (sendAt && parseDateTime(sendAt)! > now + LONGEST_SCHEDULE_MS)
			reasons[paths.sendAt(`messages[${i}]`)] = ['must be within 180 days'];
		if (!window || (!window.from && !window.to)) return;
		const path = paths.window(`messages[${i}]`);
		if (!window.from || !window.to) reasons[path] = ['must have both from and to, or neither'];
		else if (minutesOf(window.to) - minutesOf(window.from) < 60)
			reasons[path] = ['to must be at least 60 minutes after from, on the same day'];
	});
	if (Object.keys(reasons).length > 0) throw badRequest(reasons);
}

function isSender(from: string): boolean {
	return /^\+?\d{1,15}$/.test(from) || from.length <= 11;
}

function textContent({ text: given, transliteration, language }: OutgoingMessage): Content {
	const text = transliterate(given ?? '', transliteration || undefined);
	const { segments, encoding } = textSegments(text, language);
	return { text, smsCount: segments, encoding };
}

function binaryContent({ hex, dataCoding = 0, esmClass = 0 }: NonNullable<OutgoingMessage['binary']>): Content {
	const smsCount = binarySegments(hex, dataCoding, esmClass);
	const content = { text: hex, dataCoding, esmClass, encoding: dataCoding === 8 ? 'UCS-2' : '8-bit' };
	return smsCount === undefined ? { ...content, smsCount: 1, rejection: statusOf(24) } : { ...content, smsCount };
}

function contentOf(message: OutgoingMessage): Content {
	const content = message.binary ? binaryContent(message.binary) : textContent(message);
	if (content.smsCount > MOST_SEGMENTS) content.rejection = statusOf(25);
	if (message.from && !isSender(message.from)) content.rejection = statusOf(11);
	return content;
}

/** Handles send requests of all versions: accepts or rejects each destination, and starts the accepted messages. */
export class Acceptance {
	constructor(
		private readonly time: Time,
		private readonly store: MessageStore,
		private readonly lifecycle: Lifecycle,
		private readonly settings: Settings,
		private readonly account: Account,
		private readonly optOuts: OptOuts,
	) {}

	/** `takesAnyId`: also an ID that was used before. Throws RequestError 400. */
	accept(request: SendRequest, takesAnyId: boolean): Accepted {
		checkRules(request, this.time.now());
		// Real services generate bulk ids that are long numbers; clients that read them as numbers lose digits.
		const bulkId = request.bulkId || `${Date.now()}${randomInt(100_000, 1_000_000)}`;
		const { version } = request;
		const accepted: AcceptedMessage[] = [];
		// All or none: nothing is accepted before everything was checked
		const contents = request.messages.map(contentOf);
		request.messages.forEach((message, i) => {
			const isBinary = message.binary !== undefined;
			for (const destination of message.destinations) {
				const { to } = destination;
				const messageId = destination.messageId || randomUUID();
				const { smsCount } = contents[i]!;
				if (to === '') accepted.push({ to, status: statusOf(51), isBinary });
				else if (!takesAnyId && this.isTaken(messageId)) {
					this.settings.logger(`${messageId} to ${to}: REJECTED_DUPLICATE_MESSAGE_ID`);
					accepted.push({ to, status: statusOf(23), smsCount, messageId, isBinary });
				} else {
					const kind = isBinary ? 'binary' : 'text';
					const status = this.acceptOne({ version, kind, bulkId, to, messageId }, message, contents[i]!);
					accepted.push({ to, status, smsCount, messageId, isBinary });
				}
			}
		});
		this.store.forgetOld(this.time.now());
		return { bulkId, messages: accepted };
	}

	private isTaken(messageId: string): boolean {
		return this.settings.duplicateIds === 'reject' && this.store.acceptanceCount(messageId) > 0;
	}

	/** What is to become of a message; one that is not rejected is paid for. */
	private fateOf(to: string, { rejection }: Content): Fate {
		if (rejection) return { kind: 'rejected', status: rejection };
		if (this.optOuts.has(to)) return { kind: 'rejected', status: OPTED_OUT };
		const fate = fateOf(to);
		return fate.kind === 'rejected' || this.account.pay(PRICE) ? fate : { kind: 'rejected', status: NO_CREDIT };
	}

	private acceptOne(
		address: Pick<SandboxMessage, 'version' | 'kind' | 'bulkId' | 'to' | 'messageId'>,
		message: OutgoingMessage,
		content: Content,
	): Readonly<Status> {
		const { to } = address;
		const fate = this.fateOf(to, content);
		const now = this.time.now();
		const status = fate.kind === 'rejected' ? fate.status : statusOf(26);
		const error = errorOf(0);
		const record: SandboxMessage = {
			...address,
			from: message.from,
			text: content.text,
			smsCount: content.smsCount,
			dataCoding: content.dataCoding,
			esmClass: content.esmClass,
			flash: message.flash,
			encoding: content.encoding,
			mccMnc: mccMncOf(to),
			pricePerMessage: fate.kind === 'rejected' ? 0 : PRICE,
			currency: CURRENCY,
			callbackData: message.callbackData,
			entityId: message.entityId,
			applicationId: message.applicationId,
			campaignReferenceId: message.campaignReferenceId,
			notifyUrl: message.notifyUrl || undefined,
			notifyContentType: message.notifyContentType || undefined,
			intermediateReport: message.intermediateReport ?? false,
			isUnreported: message.isUnreported,
			acceptedAt: now,
			status,
			error,
			history: [{ status, error, at: now }],
			schedule: scheduleOf(message),
		};
		// A message rejected here is in the log at once. It has no report: the response already had its final status.
		if (fate.kind === 'rejected') Object.assign(record, { sentAt: now, doneAt: now });
		this.store.add(record);
		const said = `${record.messageId} to ${to}: ${status.name}`;
		this.settings.logger(
			`${said}, from ${JSON.stringify(record.from ?? '')}, ${content.smsCount} part(s): ${JSON.stringify(content.text)}`,
		);
		if (fate.kind !== 'rejected') this.lifecycle.start(record, fate);
		return status;
	}
}

function scheduleOf({ sendAt, deliveryTimeWindow, validityMs }: OutgoingMessage): Schedule | undefined {
	if (!sendAt && !deliveryTimeWindow && !validityMs) return undefined;
	return { sendAt: sendAt ? parseDateTime(sendAt) : undefined, deliveryTimeWindow, validityMs };
}
