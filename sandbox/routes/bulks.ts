import type { FastifyInstance } from 'fastify';
import type { Bulks, BulkStatus } from '../bulks';
import { formatDateTime } from '../dates';
import { readJson } from '../jsonBody';
import { BULK_STATUS_RESPONSES, BULK_TIME_RESPONSES } from '../responseSchemas';
import { BULK_QUERY, BULK_STATUS, BULK_TIME } from '../schemas';

/** The first is the whole ID, which may have commas. */
interface Query {
	bulkId: [string];
}

/** GET and PUT /sms/1/bulks and /sms/1/bulks/status: for the messages of all versions. */
export function bulksRoutes(server: FastifyInstance, bulks: Bulks): void {
	const time = (bulkId: string) => ({ bulkId, sendAt: formatDateTime(bulks.sendAtOf(bulkId)) });
	const status = (bulkId: string) => ({ bulkId, status: bulks.statusOf(bulkId) });
	const reading = (summary: string, response: object) => ({ schema: { summary, querystring: BULK_QUERY, response } });
	const changing = (summary: string, body: object, response: object) => ({
		preValidation: readJson,
		schema: { summary, querystring: BULK_QUERY, body, response },
	});

	server.get<{ Querystring: Query }>(
		'/sms/1/bulks',
		reading('When the scheduled messages of a bulk are due', BULK_TIME_RESPONSES),
		async ({ query }) => time(query.bulkId[0]),
	);
	server.put<{ Querystring: Query; Body: { sendAt: string } }>(
		'/sms/1/bulks',
		changing('Give the scheduled messages of a bulk another time', BULK_TIME, BULK_TIME_RESPONSES),
		async ({ query, body }) => {
			bulks.move(query.bulkId[0], body.sendAt);
			return time(query.bulkId[0]);
		},
	);
	server.get<{ Querystring: Query }>(
		'/sms/1/bulks/status',
		reading('The status of a bulk', BULK_STATUS_RESPONSES),
		async ({ query }) => status(query.bulkId[0]),
	);
	server.put<{ Querystring: Query; Body: { status: BulkStatus } }>(
		'/sms/1/bulks/status',
		changing('Pause, resume or cancel the scheduled messages of a bulk', BULK_STATUS, BULK_STATUS_RESPONSES),
		async ({ query, body }) => {
			bulks.change(query.bulkId[0], body.status);
			return status(query.bulkId[0]);
		},
	);
}
