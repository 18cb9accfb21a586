/** Whether a URL's host name is this machine itself, so that nothing travels over a network. */
export function isLoopback(hostname: string): boolean {
	return (
		hostname === 'localhost' ||
		hostname.endsWith('.localhost') ||
		hostname === '[::1]' ||
		/^127(\.\d+){3}$/.test(hostname)
	);
}
