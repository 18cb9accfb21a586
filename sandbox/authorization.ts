import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { RequestError } from './requestErrors';

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Tells whether a value is one of those accepted, in constant time. */
export function isAccepted(accepted: string[]): (value: string | undefined) => boolean {
	const digests = accepted.map(digest);
	return (value) => value !== undefined && digests.some((known) => timingSafeEqual(known, digest(value)));
}

/** Refuses a request whose Authorization header is none of the accepted values: 401 (public: Authorization, errors). */
export function requireAuthorization(accepted: string[]): (request: FastifyRequest) => Promise<void> {
	const isValue = isAccepted(accepted);
	return async ({ headers: { authorization } }) => {
		if (!isValue(authorization)) throw new RequestError(401, 'UNAUTHORIZED', 'Invalid login details');
	};
}
