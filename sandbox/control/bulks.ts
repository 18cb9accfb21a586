import type { FastifyInstance } from 'fastify';
import type { BulkStatus } from '../bulks';
import { formatDateTime } from '../dates';
import { readJson } from '../jsonBody';
import type { ControlParts } from './parts';
import { answers, BULK, BULK_CHANGE, BULK_ID } from './schemas';

/** PUT /_sandbox/bulks/ID: what the interface can do to scheduled messages. */
export function bulkRoute(server: FastifyInstance, { bulks }: ControlParts): void {
	server.put<{ Params: { bulkId: string }; Body: { sendAt?: string; status?: BulkStatus } }>(
		'/bulks/:bulkId',
		{
			preValidation: readJson,
			schema: {
				summary: 'Move, pause, resume or cancel the scheduled messages of a bulk',
				params: BULK_ID,
				body: BULK_CHANGE,
				response: answers(BULK, { missing: 'There is no such bulk, or it cannot be moved' }),
			},
		},
		async ({ params: { bulkId }, body: { sendAt, status } }) => {
			if (sendAt !== undefined) bulks.move(bulkId, sendAt);
			if (status !== undefined) bulks.change(bulkId, status);
			return { bulkId, sendAt: formatDateTime(bulks.sendAtOf(bulkId)), status: bulks.statusOf(bulkId) };
		},
	);
}
