import type { FastifyInstance } from 'fastify';
import type { Acceptance } from '../acceptance';
import { readJson } from '../jsonBody';
import type { BinaryRequest, TextRequest } from '../requests';
import { BINARY_REQUEST, TEXT_REQUEST } from '../schemas';

/** POST /sms/1/text/advanced and POST /sms/1/binary/advanced. */
export function sendingRoutes(server: FastifyInstance, acceptance: Acceptance): void {
	server.post<{ Body: TextRequest }>(
		'/sms/1/text/advanced',
		{ preValidation: readJson, schema: { body: TEXT_REQUEST } },
		async (request) => acceptance.text(request.body),
	);
	server.post<{ Body: BinaryRequest }>(
		'/sms/1/binary/advanced',
		{ preValidation: readJson, schema: { body: BINARY_REQUEST } },
		async (request) => acceptance.binary(request.body),
	);
}
