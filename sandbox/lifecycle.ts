import { errorOf, statusOf, type MessageError, type Status } from './catalogue';
import { nextOpening } from './deliveryWindow';
import type { Fate } from './destinations';
import { pushedReportOf, type Report } from './entries';
import type { Settings } from './options';
import { isWaiting, type SandboxMessage } from './message';
import { RETENTION_MS } from './retention';
import type { MessageStore } from './store';
import type { Time } from './time';

const NO_ERROR = errorOf(0);
const TIME_VIOLATION = statusOf(1);
const ENROUTE = statusOf(7);
const EXPIRED = statusOf(15);
const VALIDITY_EXPIRED = errorOf(4101);

/** Whether the status is final. */
export const isFinal = ({ groupName }: Pick<Status, 'groupName'>): boolean =>
	groupName !== 'PENDING' && groupName !== 'ACCEPTED';

/** Whether a message is done: it has its final status, or was dropped. */
const isOver = ({ doneAt, isForgotten }: SandboxMessage): boolean => doneAt !== undefined || isForgotten === true;

/**
 * Moves accepted messages through their statuses: accepted → (sendAt) → sent → (delivery window) → enroute → final, or expired
 * if the validity ends first. Final reports go to the notifyUrl if there is one, else to a call of the reports.
 */
export class Lifecycle {
	constructor(
		private readonly time: Time,
		private readonly store: MessageStore,
		private readonly settings: Settings,
		private readonly notify: (message: SandboxMessage, report: Report) => void,
	) {}

	/** Starts a stored message, or resumes it after a restart or a change of its schedule. */
	start(message: SandboxMessage, fate: Fate): void {
		const sendAt = message.schedule?.sendAt ?? 0;
		if (message.sentAt !== undefined) this.plan(message, fate, message.sentAt);
		else if (sendAt > this.time.now()) this.time.at(sendAt, () => this.sendIfDue(message, fate));
		else this.sendIfDue(message, fate);
	}

	/**
	 * Whether a status may be set out of turn: not after a final one, except that version 3 tells of a final status that changes again
	 * (documents: GET /sms/3/reports). A message that was refused stays refused.
	 */
	mayEnter({ version, doneAt, history }: SandboxMessage, status: Readonly<Status>): boolean {
		return doneAt === undefined || (version === '3' && history.length > 1 && isFinal(status));
	}

	/** Sets a status out of turn, if it may be. */
	enterNow(message: SandboxMessage, status: Readonly<Status>, error: Readonly<MessageError>): void {
		if (message.sentAt === undefined) this.store.markSent(message, this.time.now());
		if (isFinal(status)) this.end(message, status, error);
		else this.change(message, status, error);
	}

	/** A message may have been sent, paused, moved or cancelled before the time that it was to be sent at. */
	private sendIfDue(message: SandboxMessage, fate: Fate): void {
		const now = this.time.now();
		if (message.isForgotten || !isWaiting(message) || message.isPaused) return;
		if ((message.schedule?.sendAt ?? 0) > now) return;
		this.store.markSent(message, now);
		this.plan(message, fate, now);
	}

	private plan(message: SandboxMessage, fate: Fate, sentAt: number): void {
		const { deliveryTimeWindow: window, validityMs } = message.schedule ?? {};
		const had = (status: Readonly<Status>) => message.history.some((step) => step.status === status);
		const opening = window ? nextOpening(window, sentAt) : sentAt;
		if (opening > sentAt && !had(TIME_VIOLATION)) this.change(message, TIME_VIOLATION);

		const validity = Math.min(validityMs || Infinity, RETENTION_MS);
		const { enrouteMs, finalMs, slowMs } = this.settings.delays;
		// Counted from the opening of the window: a message must not expire before its window opens.
		const enrouteAt = opening + enrouteMs;
		const finalAt = fate.kind === 'final' ? enrouteAt + (fate.slow ? slowMs : finalMs) : Infinity;
		const expiresAt = opening + validity;

		if (enrouteAt < expiresAt && !had(ENROUTE))
			this.time.at(enrouteAt, () => isOver(message) || this.change(message, ENROUTE));
		if (fate.kind === 'final' && finalAt <= expiresAt)
			this.time.at(finalAt, () => isOver(message) || this.end(message, fate.status, fate.error));
		else this.time.at(expiresAt, () => isOver(message) || this.end(message, EXPIRED, VALIDITY_EXPIRED));
	}

	private change(message: SandboxMessage, status: Readonly<Status>, error = NO_ERROR): void {
		this.enter(message, status, error);
		if (message.intermediateReport && message.notifyUrl) this.notify(message, pushedReportOf(message));
	}

	private end(message: SandboxMessage, status: Readonly<Status>, error: Readonly<MessageError>): void {
		message.doneAt = this.time.now();
		this.enter(message, status, error);
		if (message.notifyUrl) this.notify(message, pushedReportOf(message));
		else if (!message.isUnreported) this.store.queueReport(message);
	}

	private enter(message: SandboxMessage, status: Readonly<Status>, error: Readonly<MessageError>): void {
		this.store.changeStatus(message, { status, error, at: this.time.now() });
		this.settings.logger(
			`${message.messageId} to ${message.to}: ${status.name}${error === NO_ERROR ? '' : ` (${error.id} ${error.name})`}`,
		);
	}
}
