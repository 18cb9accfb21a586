import { concernsAllRequests, isNotNow, type ServiceFailure } from '../../service/failure';
import { host } from '../../service/host';
import { backoffMs, pause } from '../../service/pace';
import type { JsonObject } from '../../service/types';
import type { Target } from '../plan/target';
import type { Sought } from './matchLogs';

/** What the logs say about unresolved targets. */
export interface LookUp<T extends Sought = Target> {
	/** The log entries (interface: SentSMSLog) found for targets with the same number and text. */
	found: Map<T, JsonObject>;
	/** The targets that the logs could not tell about, and why. A target in neither map is not in the logs. */
	unread: Unread<T>;
}

/** Which targets the logs could not tell about, and why. */
export type Unread<T extends Sought = Target> = Map<T, ServiceFailure>;

/** One answer may be lost by chance. */
const MOST_TIMEOUTS = 2;
/** After this time a look makes no more calls, even if logs answer each of them, but slowly; the next look goes on. */
const MOST_LOOK_MS = 50_000;
/** If lists of message IDs prove nothing, at most this many messages are asked for one by one per look-up. */
const MAX_SINGLE_MESSAGES = 20;

const unclear = (message: string, description: string): ServiceFailure => ({ kind: 'unclear', message, description });
export const NOT_PROVEN = unclear(
	'It is not certain that this message is missing from the logs: the service may not support lists of message IDs, or may return only part of its logs',
	'Check Get Logs for the message ID before sending again.',
);
export const NOT_NAMED = unclear(
	'The logs cannot be searched for this message: it has no message ID of its own, or one that is too long or has a comma',
	'Check Get Logs for its number before sending again.',
);
export const NOT_COMPARABLE = unclear(
	'The logs show a message with this ID, but it may be a different one: they do not show its text, number or time for certain',
	'Check Get Logs for the message ID before sending again. A unique ID for each message avoids this.',
);
export const UNDER_OTHER_ID = unclear(
	'The logs show a message to this number under an ID of the service, and it may be this one',
	'Check Get Logs for the number before sending again.',
);
export const OTHER_NUMBERS = unclear(
	'The logs show the request, but with other numbers: the service may write this number in another way',
	'Check Get Logs for the number as the service writes it before sending again.',
);
export const TOO_SLOW = unclear(
	'The logs answer too slowly for so many messages',
	'Check Get Logs for the message ID before sending again.',
);
export const STOPPED = unclear(
	'The execution was stopped before the logs were read',
	'Check Get Logs for the message ID before sending again.',
);

/** Asking again does not change these. */
const LASTING: ReadonlySet<ServiceFailure> = new Set([
	NOT_PROVEN,
	NOT_NAMED,
	NOT_COMPARABLE,
	UNDER_OTHER_ID,
	OTHER_NUMBERS,
]);

/** One look into the logs, and its results so far. */
export class Look<T extends Sought> implements LookUp<T> {
	readonly found: LookUp<T>['found'] = new Map();
	readonly unread: LookUp<T>['unread'] = new Map();
	singlesLeft = MAX_SINGLE_MESSAGES;
	/** Why nothing more is asked. */
	obstacle: ServiceFailure | undefined;
	private timeouts = 0;
	private readonly beganAt = host.elapsed();

	constructor(readonly isLast: boolean) {}

	get isOver(): boolean {
		return host.elapsed() - this.beganAt > MOST_LOOK_MS;
	}

	/** Whether the logs seem to answer nothing: with many messages, waiting for each answer would take hours. */
	isHanging({ code }: ServiceFailure): boolean {
		if (code === 'ETIMEDOUT') this.timeouts += 1;
		return this.timeouts >= MOST_TIMEOUTS;
	}
}

/**
 * Keeps asking until the logs have told about all targets, or the patience runs out.
 * @param unread what the first look could not read
 * @param askAgain asks once for what is still unread, and returns what remains unread
 */
export async function untilRead(
	unread: Unread,
	askAgain: (unread: Unread) => Promise<Unread>,
	patienceMs: number,
	signal: AbortSignal | undefined,
): Promise<Unread> {
	const patienceEnd = host.elapsed() + patienceMs;
	const lasting: Unread = new Map();
	for (let tries = 0; ; ) {
		const asked: Unread = new Map();
		for (const [target, failure] of unread) (isHopeless(failure) ? lasting : asked).set(target, failure);
		const delay = Math.max(backoffMs(tries), ...[...asked.values()].map(({ retryAfterMs = 0 }) => retryAfterMs));
		if (asked.size === 0 || signal?.aborted === true || host.elapsed() + delay > patienceEnd)
			return new Map([...lasting, ...asked]);
		await pause(delay, signal);
		unread = await askAgain(asked);
		tries = unread.size < asked.size ? 0 : tries + 1;
	}
}

/** Whether asking again would give the same result: the credential or address is wrong, or the logs cannot tell. */
export function isHopeless(failure: ServiceFailure): boolean {
	return LASTING.has(failure) || (concernsAllRequests(failure) && !isNotNow(failure));
}

/** For a message that was not sent because an earlier try may have sent it. */
export function notChecked(failure: ServiceFailure): ServiceFailure {
	return {
		...failure,
		message: `The logs could not show whether this message was sent before: ${failure.message}`,
		description: 'It was not sent this time. Try again later.',
	};
}
