import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Acceptance } from '../acceptance';
import type { SendVersion } from '../options';
import { RequestError } from '../requestErrors';
import type { BinaryRequest, TextRequest } from '../requests';
import { BINARY_REQUEST, TEXT_REQUEST } from '../schemas';

/** Reads the body, which was kept as text so far: authorization is looked at before what a request says. */
async function readJson(request: FastifyRequest): Promise<void> {
	const type = request.headers['content-type'] ?? '';
	if (!/^application\/json\s*(;|$)/i.test(type))
		throw new RequestError(400, 'BAD_REQUEST', 'Content-Type must be application/json');
	try {
		request.body = JSON.parse(request.body as string);
	} catch {
		throw new RequestError(400, 'BAD_REQUEST', 'The body is not JSON');
	}
}

/** POST /sms/1/text/advanced and POST /sms/1/binary/advanced, in each of these versions. */
export function sendingRoutes(server: FastifyInstance, acceptance: Acceptance, versions: readonly SendVersion[]): void {
	for (const version of versions) {
		server.post<{ Body: TextRequest }>(
			`/sms/${version}/text/advanced`,
			{ preValidation: readJson, schema: { body: TEXT_REQUEST } },
			async (request) => acceptance.text(request.body),
		);
		server.post<{ Body: BinaryRequest }>(
			`/sms/${version}/binary/advanced`,
			{ preValidation: readJson, schema: { body: BINARY_REQUEST } },
			async (request) => acceptance.binary(request.body),
		);
	}
}
