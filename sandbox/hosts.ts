import type { FastifyRequest } from 'fastify';
import { isLoopback } from './loopback';
import { RequestError } from './requestErrors';

/** The name in a Host header, without the port; undefined if it is not valid. */
function hostnameOf(host: string): string | undefined {
	return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : undefined;
}

/**
 * Refuses requests with the Host of another machine: a foreign web page could make its name resolve to this machine, and use the
 * public key (DNS rebinding). Programs that omit Host (HTTP/1.0) are not browsers.
 */
export function requireOwnHost(allowed: readonly string[]): (request: FastifyRequest) => Promise<void> {
	return async ({ headers: { host } }) => {
		if (host === undefined) return;
		const name = hostnameOf(host);
		if (name !== undefined && (isLoopback(name) || allowed.includes(name))) return;
		throw new RequestError(403, 'FORBIDDEN', 'The Host header must name this machine, such as 127.0.0.1 or localhost');
	};
}

/** Refuses requests from other web pages: Origin must be the sandbox's own address. */
export async function requireOwnOrigin({ headers, protocol }: FastifyRequest): Promise<void> {
	const { origin, host } = headers;
	const site = headers['sec-fetch-site'];
	const isOwn = origin === undefined || origin === `${protocol}://${host}`;
	if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return;
	throw new RequestError(
		403,
		'FORBIDDEN',
		'Only the page of the sandbox itself may do this, not one of another origin',
	);
}
