import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { RequestError } from './requestErrors';

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Whether a value is accepted, in constant time. */
export function isAccepted(accepted: string[]): (value: string | undefined) => boolean {
	const digests = accepted.map(digest);
	return (value) => value !== undefined && digests.some((known) => timingSafeEqual(known, digest(value)));
}

/** Answers 401 unless the Authorization header has an accepted value (public: Authorization, errors). */
export function requireAuthorization(accepted: string[]): (request: FastifyRequest) => Promise<void> {
	const isValue = isAccepted(accepted);
	return async ({ headers: { authorization } }) => {
		if (!isValue(authorization)) throw new RequestError(401, 'UNAUTHORIZED', 'Invalid login details');
	};
}
