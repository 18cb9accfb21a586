import type { FastifyInstance } from 'fastify';
import { readJson } from '../jsonBody';
import type { PhoneMessage } from '../received';
import { presentMessage } from './message';
import type { ControlParts } from './parts';
import { answers, FORWARDING, FORWARDING_CHANGE, MESSAGE, PHONE_MESSAGE } from './schemas';

/** POST /_sandbox/received, and where received messages go: /_sandbox/forwarding. */
export function receivingRoutes(server: FastifyInstance, { reception }: ControlParts): void {
	server.post<{ Body: PhoneMessage }>(
		'/received',
		{
			preValidation: readJson,
			schema: {
				summary: 'Send a message from a phone to a number of the account',
				body: PHONE_MESSAGE,
				response: answers(MESSAGE, { status: 201 }),
			},
		},
		async ({ body }, reply) => reply.code(201).send(presentMessage(reception.receive(body))),
	);

	const forwarding = () => ({ url: reception.forwardUrl ?? '' });
	server.get(
		'/forwarding',
		{ schema: { summary: 'Where received messages are pushed', response: { 200: FORWARDING } } },
		async () => forwarding(),
	);
	server.put<{ Body: { url: string } }>(
		'/forwarding',
		{
			preValidation: readJson,
			schema: {
				summary: 'Push messages that are received from now on to a URL; with an empty one they wait to be fetched',
				body: FORWARDING_CHANGE,
				response: answers(FORWARDING),
			},
		},
		async ({ body }) => {
			reception.forwardUrl = body.url || undefined;
			return forwarding();
		},
	);
}
