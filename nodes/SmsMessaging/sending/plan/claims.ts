import { withoutAnswerLink } from '../../service/answerLinks';
import type { Destination } from '../../service/types';

/** By contentNameOf, the bulkId of each message that was accepted with a user-supplied ID; undefined if it is not known. */
export type Claims = ReadonlyMap<string, ReadonlyArray<string | undefined>>;

/** What identifies a destination when matching logs. */
export function nameOf({ messageId, to }: Destination): string {
	return `${messageId} ${to}`;
}

/** A destination and its text: the user may give the same ID to several messages to one number. */
export function contentNameOf({
	destination,
	message,
}: {
	destination: Destination;
	message?: { text?: unknown; binary?: unknown };
}): string {
	return `${nameOf(destination)} ${withoutAnswerLink(String(message?.text))}`;
}
