import type { FastifyInstance } from 'fastify';
import { reportOf } from '../entries';
import { REPORTS_QUERY } from '../schemas';
import type { MessageStore, ReportQuery } from '../store';
import type { Time } from '../time';
import { MOST_RESULTS } from './logs';

/** GET /sms/1/reports. */
export function reportsRoute(server: FastifyInstance, store: MessageStore, time: Time): void {
	server.get<{ Querystring: ReportQuery }>('/sms/1/reports', { schema: { querystring: REPORTS_QUERY } }, async ({ query }) => {
		const taken = store.takeReports({ ...query, limit: Math.min(query.limit, MOST_RESULTS) }, time.now());
		return { results: taken.map(reportOf) };
	});
}
