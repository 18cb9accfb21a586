import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAccepted } from '../authorization';
import { RequestError } from '../requestErrors';

/** The password of a Basic value. */
function passwordOf(authorization: string | undefined): string | undefined {
	const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '')?.[1];
	return encoded && /:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString())?.[1];
}

/**
 * Refuses a request without the key. The key is an accepted Authorization value, or Basic with that value (or the part after its
 * scheme) as the password, for browsers.
 */
export function requireKey(accepted: string[]): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
	const keys = [...accepted, ...accepted.map((value) => value.replace(/^\S+ +/, ''))];
	const isKey = isAccepted(keys);
	const isValue = isAccepted(accepted);
	return async ({ headers: { authorization } }, reply) => {
		if (isValue(authorization) || isKey(passwordOf(authorization))) return;
		reply.header('WWW-Authenticate', 'Basic realm="SMS sandbox"');
		throw new RequestError(401, 'UNAUTHORIZED', 'Invalid login details');
	};
}
