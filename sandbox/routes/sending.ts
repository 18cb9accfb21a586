import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Acceptance } from '../acceptance';
import { readJson } from '../jsonBody';
import type { SendVersion } from '../options';
import type { BinaryRequest, TextRequest } from '../requests';
import { SEND_RESPONSES } from '../responseSchemas';
import { BINARY_REQUEST, TEXT_REQUEST } from '../schemas';

/** Uses the numbers in `to` if a message has no destinations, as older clients send them. */
async function readOlderForm({ body }: FastifyRequest): Promise<void> {
	const messages = (body as { messages?: unknown } | undefined)?.messages;
	if (!Array.isArray(messages)) return;
	for (const message of messages as Array<{ to?: unknown; destinations?: unknown } | null>)
		if (message?.destinations === undefined && message?.to !== undefined)
			message.destinations = [message.to].flat().map((to) => ({ to }));
}

const preValidation = [readJson, readOlderForm];

/** POST /sms/1/text/advanced and POST /sms/1/binary/advanced, in each of these versions. */
export function sendingRoutes(server: FastifyInstance, acceptance: Acceptance, versions: readonly SendVersion[]): void {
	for (const version of versions) {
		server.post<{ Body: TextRequest }>(
			`/sms/${version}/text/advanced`,
			{ preValidation, schema: { summary: 'Send text messages', body: TEXT_REQUEST, response: SEND_RESPONSES } },
			async ({ body, faulty }) => acceptance.text(body, faulty?.['ids-unchecked'] !== undefined),
		);
		server.post<{ Body: BinaryRequest }>(
			`/sms/${version}/binary/advanced`,
			{ preValidation, schema: { summary: 'Send binary messages', body: BINARY_REQUEST, response: SEND_RESPONSES } },
			async ({ body, faulty }) => acceptance.binary(body, faulty?.['ids-unchecked'] !== undefined),
		);
	}
}
