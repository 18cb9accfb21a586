/** Whether the host name of a URL is that of this machine itself, so that nothing travels over a network. */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
