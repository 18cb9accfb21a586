import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { errorOf, statusOf, type Status } from './catalogue';
import { mccMncOf } from './countries';
import { parseDateTime } from './dates';
import { minutesOf } from './deliveryWindow';
import { fateOf, type Fate } from './destinations';
import type { Lifecycle } from './lifecycle';
import type { Settings } from './options';
import { badRequest, type ValidationErrors } from './requestErrors';
import type { BinaryMessage, BinaryRequest, TextMessage, TextRequest } from './requests';
import { binarySegments, textSegments } from './segments';
import type { SandboxMessage, Schedule } from './message';
import type { MessageStore } from './store';
import type { Time } from './time';
import { transliterate } from './transliteration';

const PRICE = 0.01;
const CURRENCY = 'EUR';
const LONGEST_SCHEDULE_MS = 180 * 86_400_000;
const MOST_SEGMENTS = 25;

/** Interface: SMSResponse. */
export interface SMSResponse {
	bulkId?: string;
	trackingProcessKey?: string;
	messages: SMSResponseDetails[];
}

/** Interface: SMSResponseDetails. */
export interface SMSResponseDetails {
	to: string;
	status: Status;
	smsCount?: number;
	messageId?: string;
}

/** The part of a message that all its destinations share. */
interface Content extends Pick<SandboxMessage, 'dataCoding' | 'esmClass' | 'flash' | 'encoding'> {
	text: string;
	smsCount: number;
	/** Why all its destinations are rejected. */
	rejection?: Readonly<Status>;
}

/** Rules that a schema cannot express. Throws 400 with all reasons. */
function checkRules(messages: Array<TextMessage | BinaryMessage>, now: number): void {
	const reasons: ValidationErrors = {};
	messages.forEach(({ sendAt, deliveryTimeWindow: window }, i) => {
		if (sendAt && parseDateTime(sendAt)! > now + LONGEST_SCHEDULE_MS) {
			reasons[`messages[${i}].sendAt`] = ['must be within 180 days'];
		}
		if (!window || (!window.from && !window.to)) return;
		if (!window.from || !window.to)
			reasons[`messages[${i}].deliveryTimeWindow`] = ['must have both from and to, or neither'];
		else if (minutesOf(window.to) - minutesOf(window.from) < 60) {
			reasons[`messages[${i}].deliveryTimeWindow`] = ['to must be at least 60 minutes after from, on the same day'];
		}
	});
	if (Object.keys(reasons).length > 0) throw badRequest(reasons);
}

function isSender(from: string): boolean {
	return /^\+?\d{1,15}$/.test(from) || from.length <= 11;
}

function textContent({ text: given, transliteration, language, flash }: TextMessage): Content {
	const text = transliterate(given ?? '', transliteration || undefined);
	const { segments, encoding } = textSegments(text, language);
	return { text, smsCount: segments, encoding, flash };
}

function binaryContent({ binary: { hex, dataCoding: coding, esmClass: esm } }: BinaryMessage): Content {
	const [dataCoding, esmClass] = [coding ?? 0, esm ?? 0];
	const smsCount = binarySegments(hex, dataCoding, esmClass);
	const content = { text: hex, dataCoding, esmClass, encoding: dataCoding === 8 ? 'UCS-2' : '8-bit' };
	return smsCount === undefined ? { ...content, smsCount: 1, rejection: statusOf(24) } : { ...content, smsCount };
}

function contentOf(kind: SandboxMessage['kind'], message: TextMessage | BinaryMessage): Content {
	// `binary` in a text message is ignored
	const content = kind === 'text' ? textContent(message as TextMessage) : binaryContent(message as BinaryMessage);
	if (content.smsCount > MOST_SEGMENTS) content.rejection = statusOf(25);
	if (message.from && !isSender(message.from)) content.rejection = statusOf(11);
	return content;
}

/** Handles send requests: accepts or rejects each destination, starts the accepted messages, and answers. */
export class Acceptance {
	constructor(
		private readonly time: Time,
		private readonly store: MessageStore,
		private readonly lifecycle: Lifecycle,
		private readonly settings: Settings,
	) {}

	/** Interface: Send text messages; `takesAnyId`: also an ID that was used before. Throws RequestError 400. */
	text(request: TextRequest, takesAnyId: boolean): SMSResponse {
		const { bulkId, messages } = this.accept('text', request, takesAnyId);
		const { tracking } = request;
		const trackingProcessKey = tracking?.track ? tracking.processKey || randomBytes(16).toString('hex') : undefined;
		return { bulkId, trackingProcessKey, messages };
	}

	/** Interface: Send binary messages, likewise. */
	binary(request: BinaryRequest, takesAnyId: boolean): SMSResponse {
		return this.accept('binary', request, takesAnyId);
	}

	private accept(kind: SandboxMessage['kind'], request: TextRequest | BinaryRequest, takesAnyId: boolean): SMSResponse {
		checkRules(request.messages, this.time.now());
		// Real services generate bulk ids that are long numbers; clients that read them as numbers lose digits.
		const bulkId = request.bulkId || `${Date.now()}${randomInt(100_000, 1_000_000)}`;
		const entries: SMSResponseDetails[] = [];
		// All or none: nothing is accepted before everything was checked
		const contents = request.messages.map((message) => contentOf(kind, message));
		request.messages.forEach((message, i) => {
			for (const destination of message.destinations) {
				const { to } = destination;
				const messageId = destination.messageId || randomUUID();
				const smsCount = this.settings.smsCountInResponse ? contents[i]!.smsCount : undefined;
				if (to === '') entries.push({ to, status: statusOf(51) });
				else if (!takesAnyId && this.isTaken(messageId)) {
					this.settings.logger(`${messageId} to ${to}: REJECTED_DUPLICATE_MESSAGE_ID`);
					entries.push({ to, status: statusOf(23), smsCount, messageId });
				} else {
					const status = this.acceptOne({ kind, bulkId, to, messageId }, message, contents[i]!);
					entries.push({ to, status, smsCount, messageId });
				}
			}
		});
		this.store.forgetOld(this.time.now());
		// Interface: received only when the message goes to more than one destination address.
		return entries.length > 1 ? { bulkId, messages: entries } : { messages: entries };
	}

	private isTaken(messageId: string): boolean {
		return this.settings.duplicateIds === 'reject' && this.store.acceptanceCount(messageId) > 0;
	}

	private acceptOne(
		address: Pick<SandboxMessage, 'kind' | 'bulkId' | 'to' | 'messageId'>,
		message: TextMessage | BinaryMessage,
		content: Content,
	): Readonly<Status> {
		const { to } = address;
		const fate: Fate = content.rejection ? { kind: 'rejected', status: content.rejection } : fateOf(to);
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
			flash: content.flash,
			encoding: content.encoding,
			mccMnc: mccMncOf(to),
			pricePerMessage: fate.kind === 'rejected' ? 0 : PRICE,
			currency: CURRENCY,
			callbackData: message.callbackData,
			entityId: message.entityId,
			applicationId: message.applicationId,
			notifyUrl: message.notifyUrl || undefined,
			notifyContentType: message.notifyContentType || undefined,
			intermediateReport: message.intermediateReport ?? false,
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

function scheduleOf({ sendAt, deliveryTimeWindow, validityPeriod }: TextMessage | BinaryMessage): Schedule | undefined {
	if (!sendAt && !deliveryTimeWindow && !validityPeriod) return undefined;
	return { sendAt: sendAt ? parseDateTime(sendAt) : undefined, deliveryTimeWindow, validityPeriod };
}
