import type { FastifyRequest } from 'fastify';
import { RequestError } from './requestErrors';

/** Reads the body, which was kept as text so far: authorization is looked at before what a request says. */
export async function readJson(request: FastifyRequest): Promise<void> {
	const type = request.headers['content-type'] ?? '';
	if (!/^application\/json\s*(;|$)/i.test(type))
		throw new RequestError(400, 'BAD_REQUEST', 'Content-Type must be application/json');
	try {
		request.body = JSON.parse(request.body as string);
	} catch {
		throw new RequestError(400, 'BAD_REQUEST', 'The body is not JSON');
	}
}
