import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Acceptance } from '../acceptance';
import { version1Answer, version3Answer } from '../answers';
import { readJson } from '../jsonBody';
import type { Settings } from '../options';
import { badRequest, type ValidationErrors } from '../requestErrors';
import { fromVersion1, fromVersion3, type Version1Request, type Version3Request } from '../requests';
import { SEND_RESPONSES, VERSION_3 } from '../responseSchemas';
import { BINARY_REQUEST, TEXT_REQUEST } from '../schemas';
import { MESSAGES_REQUEST } from '../version3Schemas';

/** Uses the numbers in `to` if a message has no destinations, as older clients send them. */
async function readOlderForm({ body }: FastifyRequest): Promise<void> {
	const messages = (body as { messages?: unknown } | undefined)?.messages;
	if (!Array.isArray(messages)) return;
	for (const message of messages as Array<{ to?: unknown; destinations?: unknown } | null>)
		if (message?.destinations === undefined && message?.to !== undefined)
			message.destinations = [message.to].flat().map((to) => ({ to }));
}

/** Throws 400 for messages whose content is neither a text nor bytes, or both. */
function checkContents({ messages }: Version3Request): void {
	const reasons: ValidationErrors = {};
	messages.forEach(({ content: { text, hex } }, i) => {
		if ((text === undefined) === (hex === undefined))
			reasons[`messages[${i}].content`] = ['must have either text or hex'];
	});
	if (Object.keys(reasons).length > 0) throw badRequest(reasons);
}

/** The send endpoints of the served versions. */
export function sendingRoutes(server: FastifyInstance, acceptance: Acceptance, settings: Settings): void {
	const { smsCountInResponse: counts, validityUnit } = settings;
	const takesAnyId = ({ faulty }: FastifyRequest) => faulty?.['ids-unchecked'] !== undefined;
	const sending = (summary: string, body: object, response: object = SEND_RESPONSES) => ({
		preValidation: [readJson, readOlderForm],
		schema: { summary, body, response },
	});
	for (const version of settings.sendVersions) {
		if (version === '3') {
			server.post<{ Body: Version3Request }>(
				'/sms/3/messages',
				{ ...sending('Send texts and binary messages', MESSAGES_REQUEST, VERSION_3.send), preValidation: readJson },
				async (request) => {
					checkContents(request.body);
					const accepted = acceptance.accept(fromVersion3(request.body), takesAnyId(request));
					return version3Answer(accepted, request.body, counts);
				},
			);
			continue;
		}
		server.post<{ Body: Version1Request }>(
			`/sms/${version}/text/advanced`,
			sending('Send text messages', TEXT_REQUEST),
			async (request) => {
				const sent = fromVersion1(version, false, request.body, validityUnit);
				return version1Answer(acceptance.accept(sent, takesAnyId(request)), request.body, counts);
			},
		);
		server.post<{ Body: Version1Request }>(
			`/sms/${version}/binary/advanced`,
			sending('Send binary messages', BINARY_REQUEST),
			async (request) => {
				const sent = fromVersion1(version, true, request.body, validityUnit);
				return version1Answer(acceptance.accept(sent, takesAnyId(request)), {}, counts);
			},
		);
	}
}
