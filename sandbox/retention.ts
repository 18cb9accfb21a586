import type { SandboxMessage } from './message';

/** Logs and reports are kept for the last 48 hours (interface: Limits). */
export const RETENTION_MS = 48 * 3_600_000;
/** How far ahead a sendAt may be (documents). */
export const LONGEST_SCHEDULE_MS = 180 * 86_400_000;

/** Limits of the store; the oldest messages are dropped first. */
export interface Bounds {
	messages: number;
	/** An estimate of the memory that messages take. */
	bytes: number;
}

/** Bytes of a message besides its texts: objects, history and index entries (measured at a million messages). */
const MESSAGE_BYTES = 1200;
/** Dropping goes through all messages, so it drops one in a hundred at a time. */
const DROPPED_SHARE = 0.01;

const lengthOf = (value: string | undefined): number => value?.length ?? 0;

export const bytesOf = (message: SandboxMessage): number =>
	MESSAGE_BYTES + 2 * (lengthOf(message.text) + lengthOf(message.callbackData) + lengthOf(message.notifyUrl));

/** Whether the report of a message, or a received message, is past 48 hours. */
export const isPast = ({ doneAt }: SandboxMessage, now: number): boolean => doneAt! < now - RETENTION_MS;

/** The oldest messages beyond the limits; `bytes` is what all of them take. */
export function beyond({ messages, bytes: most }: Bounds, all: SandboxMessage[], bytes: number): SandboxMessage[] {
	let excess = Math.max(all.length - messages, 0);
	for (let left = bytes, i = 0; left > most && i < all.length; excess = Math.max(excess, i)) left -= bytesOf(all[i++]!);
	return excess > 0 ? all.slice(0, Math.max(excess, Math.floor(all.length * DROPPED_SHARE))) : [];
}

/** The messages whose logs and reports are past 48 hours: `sent` ascends by sentAt, `all` by acceptedAt. */
export function past(sent: readonly SandboxMessage[], all: readonly SandboxMessage[], now: number): SandboxMessage[] {
	const found: SandboxMessage[] = [];
	for (const message of sent) {
		if (message.sentAt! >= now - RETENTION_MS) break;
		if (isPast(message, now)) found.push(message);
	}
	for (const message of all) {
		if (message.acceptedAt >= now - RETENTION_MS) break;
		if (message.isIncoming) found.push(message);
	}
	return found;
}
