import type { FastifyInstance } from 'fastify';
import { reportOf, version3ReportOf } from '../entries';
import type { Settings } from '../options';
import { versionsSeen, type ReportQuery } from '../queries';
import { REPORTS_RESPONSES, VERSION_3 } from '../responseSchemas';
import { REPORTS_QUERY } from '../schemas';
import type { MessageStore } from '../store';
import type { Time } from '../time';

/** GET /sms/1/reports, and GET /sms/3/reports if version 3 is served. */
export function reportsRoutes(server: FastifyInstance, store: MessageStore, time: Time, settings: Settings): void {
	const summary = 'Delivery reports, each handed out once';
	const take = (query: ReportQuery, isVersion3: boolean) => {
		const limit = Math.min(query.limit, settings.mostResults);
		return store.takeReports({ ...query, ...versionsSeen(settings, isVersion3), limit }, time.now());
	};
	server.get<{ Querystring: ReportQuery }>(
		'/sms/1/reports',
		{ schema: { summary, querystring: REPORTS_QUERY, response: REPORTS_RESPONSES } },
		async ({ query }) => ({ results: take(query, false).map(reportOf) }),
	);
	if (!settings.sendVersions.includes('3')) return;
	server.get<{ Querystring: ReportQuery }>(
		'/sms/3/reports',
		{ schema: { summary, querystring: REPORTS_QUERY, response: VERSION_3.reports } },
		async ({ query }) => ({ results: take(query, true).map(version3ReportOf) }),
	);
}
