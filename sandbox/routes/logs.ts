import type { FastifyInstance } from 'fastify';
import { parseDateTime } from '../dates';
import { logOf } from '../entries';
import type { Settings } from '../options';
import { limitCalls } from '../rateLimit';
import { badRequest } from '../requestErrors';
import { LOGS_QUERY } from '../schemas';
import type { LogQuery, MessageStore } from '../store';
import type { Time } from '../time';

/** As many entries as one call of logs or reports gives. */
export const MOST_RESULTS = 1000;

type Query = Omit<LogQuery, 'sentSince' | 'sentUntil'> & { sentSince?: string; sentUntil?: string };

/** GET /sms/1/logs. */
export function logsRoute(server: FastifyInstance, store: MessageStore, time: Time, settings: Settings): void {
	const preValidation = limitCalls(settings.logsPerMinute, settings.retryAfter, () => time.now());
	server.get<{ Querystring: Query }>('/sms/1/logs', { preValidation, schema: { querystring: LOGS_QUERY } }, async ({ query }) => {
		if (query.mnc && !query.mcc) throw badRequest({ mcc: ['must be given together with mnc'] });
		const found = store.logs(
			{
				...query,
				sentSince: query.sentSince ? parseDateTime(query.sentSince) : undefined,
				sentUntil: query.sentUntil ? parseDateTime(query.sentUntil) : undefined,
				limit: Math.min(query.limit, MOST_RESULTS),
			},
			time.now(),
		);
		return { results: found.map(logOf) };
	});
}
