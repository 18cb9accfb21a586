import type { FastifyInstance } from 'fastify';
import { parseDateTime } from '../dates';
import { logOf } from '../entries';
import type { Settings } from '../options';
import { limitCalls } from '../rateLimit';
import { badRequest } from '../requestErrors';
import { LOGS_RESPONSES } from '../responseSchemas';
import { LOGS_QUERY } from '../schemas';
import type { LogQuery } from '../queries';
import type { MessageStore } from '../store';
import type { Time } from '../time';

type Query = Omit<LogQuery, 'sentSince' | 'sentUntil' | 'order'> & { sentSince?: string; sentUntil?: string };

/** GET /sms/1/logs. */
export function logsRoute(server: FastifyInstance, store: MessageStore, time: Time, settings: Settings): void {
	// Times are whole milliseconds: an exclusive bound is the next one, inclusive
	const inward = settings.logBounds === 'exclusive' ? 1 : 0;
	const preValidation = limitCalls(settings.logsPerMinute, settings.retryAfter, () => time.now());
	server.get<{ Querystring: Query }>(
		'/sms/1/logs',
		{ preValidation, schema: { summary: 'Logs of sent messages', querystring: LOGS_QUERY, response: LOGS_RESPONSES } },
		async ({ query, faulty }) => {
			if (query.mnc && !query.mcc) throw badRequest({ mcc: ['must be given together with mnc'] });
			const lag = faulty?.['logs-lag'];
			const newest = lag ? time.now() - (lag.ms ?? 10_000) : Infinity;
			const sentUntil = query.sentUntil ? parseDateTime(query.sentUntil)! - inward : Infinity;
			const found = store.logs(
				{
					...query,
					sentSince: query.sentSince ? parseDateTime(query.sentSince)! + inward : undefined,
					sentUntil: Math.min(sentUntil, newest),
					order: settings.logOrder,
					limit: Math.min(query.limit, settings.mostResults),
				},
				time.now(),
			);
			return { results: found.map(logOf) };
		},
	);
}
