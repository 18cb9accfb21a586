import type { FastifyInstance } from 'fastify';
import { receivedOf } from '../entries';
import type { Settings } from '../options';
import { INBOX_RESPONSES } from '../responseSchemas';
import { INBOX_QUERY } from '../schemas';
import type { MessageStore } from '../store';
import type { Time } from '../time';

/** GET /sms/1/inbox/reports. */
export function inboxRoute(server: FastifyInstance, store: MessageStore, time: Time, { mostResults }: Settings): void {
	server.get<{ Querystring: { limit: number } }>(
		'/sms/1/inbox/reports',
		{
			schema: {
				summary: 'Received messages, each handed out once',
				querystring: INBOX_QUERY,
				response: INBOX_RESPONSES,
			},
		},
		async ({ query }) => {
			const { taken, pending } = store.takeReceived(Math.min(query.limit, mostResults), time.now());
			return { results: taken.map(receivedOf), messageCount: taken.length, pendingMessageCount: pending };
		},
	);
}
