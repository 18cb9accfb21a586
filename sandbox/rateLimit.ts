import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from './requestErrors';

const MINUTE_MS = 60_000;

/**
 * Answers 429 once the allowed number of calls was reached in the last minute, counted per Authorization value
 * (interface: logs endpoint called too many times in a short period).
 */
export function limitCalls(
	perMinute: number,
	retryAfter: boolean,
	now: () => number,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
	const calls = new Map<string, number[]>();
	return async (request, reply) => {
		const time = now();
		const client = request.headers.authorization ?? '';
		const recent = (calls.get(client) ?? []).filter((call) => call > time - MINUTE_MS);
		calls.set(client, recent);
		if (recent.length >= perMinute) {
			if (retryAfter) reply.header('Retry-After', Math.ceil(((recent[0] ?? time) + MINUTE_MS - time) / 1000));
			throw new RequestError(429, 'TOO_MANY_REQUESTS', 'Too many requests');
		}
		recent.push(time);
	};
}
