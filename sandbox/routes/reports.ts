import type { FastifyInstance } from 'fastify';
import { reportOf } from '../entries';
import type { Settings } from '../options';
import { REPORTS_RESPONSES } from '../responseSchemas';
import { REPORTS_QUERY } from '../schemas';
import type { ReportQuery } from '../queries';
import type { MessageStore } from '../store';
import type { Time } from '../time';

/** GET /sms/1/reports. */
export function reportsRoute(
	server: FastifyInstance,
	store: MessageStore,
	time: Time,
	{ mostResults }: Settings,
): void {
	server.get<{ Querystring: ReportQuery }>(
		'/sms/1/reports',
		{
			schema: {
				summary: 'Delivery reports, each handed out once',
				querystring: REPORTS_QUERY,
				response: REPORTS_RESPONSES,
			},
		},
		async ({ query }) => {
			const taken = store.takeReports({ ...query, limit: Math.min(query.limit, mostResults) }, time.now());
			return { results: taken.map(reportOf) };
		},
	);
}
