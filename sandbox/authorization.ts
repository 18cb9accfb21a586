import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { RequestError } from './requestErrors';

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Refuses a request whose Authorization header is none of the accepted values: 401 (public: Authorization, errors). */
export function requireAuthorization(accepted: string[]): (request: FastifyRequest) => Promise<void> {
	const digests = accepted.map(digest);
	return async (request) => {
		const value = request.headers.authorization;
		if (value === undefined || !digests.some((known) => timingSafeEqual(known, digest(value)))) {
			throw new RequestError(401, 'UNAUTHORIZED', 'Invalid login details');
		}
	};
}
