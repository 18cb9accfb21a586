import { numberOf, type Message } from './model';

/** Addresses within the page. */
export const HOME = '#/';

export function addressOf(to: string, message?: Message): string {
	return [`#/${encodeURIComponent(to)}`, ...(message ? [message.key] : [])].join('/');
}

export function go(address: string): void {
	location.hash = address;
}

/** Back to the conversation. */
export function closeMessage(message: Message): void {
	go(addressOf(numberOf(message)));
	document.getElementById('messages')?.focus();
}

/** Whether an element exists and is visible. */
export function isSeen(id: string): boolean {
	return document.getElementById(id)?.checkVisibility() ?? false;
}
