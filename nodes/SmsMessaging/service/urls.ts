/**
 * Whether a URL's host name is this machine itself, so that nothing travels over a network. Names below localhost are not:
 * a resolver may send them anywhere.
 */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
