import { isIPv4 } from 'node:net';

/** Whether a host name from a URL belongs to this machine. */
export function isLoopback(hostname: string): boolean {
	const name = hostname.toLowerCase();
	if (name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || name === '::1') return true;
	return isIPv4(name) && name.startsWith('127.');
}
