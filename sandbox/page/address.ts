import type { Message } from './model';

/** Addresses within the page. */
export const HOME = '#/';

export function addressOf(to: string, message?: Message): string {
	return [`#/${encodeURIComponent(to)}`, ...(message ? [message.key] : [])].join('/');
}

export function go(address: string): void {
	location.hash = address;
}

/** Whether an element exists and is visible. */
export function isSeen(id: string): boolean {
	return document.getElementById(id)?.checkVisibility() ?? false;
}
