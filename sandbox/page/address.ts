import type { Message } from './model';

/** Addresses of what the page can show. */
export const HOME = '#/';

export function addressOf(to: string, message?: Message): string {
	return [`#/${encodeURIComponent(to)}`, ...(message ? [message.key] : [])].join('/');
}

export function go(address: string): void {
	location.hash = address;
}

/** Whether an element is there and not hidden. */
export function isSeen(id: string): boolean {
	return document.getElementById(id)?.checkVisibility() ?? false;
}
