import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { parseDateTime } from '../dates';
import { logOf, version3LogOf } from '../entries';
import type { Faulty } from '../faults';
import type { Settings } from '../options';
import { versionsSeen, type LogQuery } from '../queries';
import { limitCalls } from '../rateLimit';
import { badRequest } from '../requestErrors';
import { LOGS_RESPONSES, VERSION_3 } from '../responseSchemas';
import { LOGS_QUERY } from '../schemas';
import type { MessageStore } from '../store';
import type { Time } from '../time';
import { VERSION_3_LOGS_QUERY } from '../version3Schemas';

type Query = Omit<LogQuery, 'sentSince' | 'sentUntil' | 'order'> & { sentSince?: string; sentUntil?: string };
type Version3Query = Omit<Query, 'from' | 'to'> & {
	sender?: string;
	destination?: string;
	useCursor?: boolean;
	cursor?: string;
};

/** A search, and how many entries earlier pages had. */
interface Page {
	query: LogQuery;
	skip: number;
}

/** Cursors that are remembered. */
const MOST_CURSORS = 10_000;

/** GET /sms/1/logs, and GET /sms/3/logs if version 3 is served. */
export function logsRoutes(server: FastifyInstance, store: MessageStore, time: Time, settings: Settings): void {
	// Times are whole milliseconds: an exclusive bound is the next one, inclusive
	const inward = settings.logBounds === 'exclusive' ? 1 : 0;
	const limited = () => limitCalls(settings.logsPerMinute, settings.retryAfter, () => time.now());
	const read = (query: Query, faulty: Faulty | undefined, isVersion3: boolean): LogQuery => {
		if (query.mnc && !query.mcc) throw badRequest({ mcc: ['must be given together with mnc'] });
		const lag = faulty?.['logs-lag'];
		const newest = lag ? time.now() - (lag.ms ?? 10_000) : Infinity;
		const sentUntil = query.sentUntil ? parseDateTime(query.sentUntil)! - inward : Infinity;
		return {
			...{ ...query, ...versionsSeen(settings, isVersion3) },
			sentSince: query.sentSince ? parseDateTime(query.sentSince)! + inward : undefined,
			sentUntil: Math.min(sentUntil, newest),
			order: settings.logOrder,
			limit: Math.min(query.limit, settings.mostResults),
		};
	};
	server.get<{ Querystring: Query }>(
		'/sms/1/logs',
		{
			preValidation: limited(),
			schema: { summary: 'Logs of sent messages', querystring: LOGS_QUERY, response: LOGS_RESPONSES },
		},
		async ({ query, faulty }) => ({ results: store.logs(read(query, faulty, false), time.now()).map(logOf) }),
	);
	if (!settings.sendVersions.includes('3')) return;

	const pages = new Map<string, Page>();
	const remember = (page: Page): string => {
		const cursor = randomUUID();
		pages.set(cursor, page);
		if (pages.size > MOST_CURSORS) pages.delete(pages.keys().next().value!);
		return cursor;
	};
	const firstPage = ({ sender, destination, useCursor, ...query }: Version3Query, faulty: Faulty | undefined): Page => {
		const first = read({ ...query, from: sender, to: destination }, faulty, true);
		// Messages sent after the first page would move the others
		if (useCursor) first.sentUntil = Math.min(first.sentUntil!, time.now());
		return { query: first, skip: 0 };
	};
	server.get<{ Querystring: Version3Query }>(
		'/sms/3/logs',
		{
			preValidation: limited(),
			schema: { summary: 'Logs of sent messages', querystring: VERSION_3_LOGS_QUERY, response: VERSION_3.logs },
		},
		async ({ query: asked, faulty }) => {
			const page = asked.cursor === undefined ? firstPage(asked, faulty) : pages.get(asked.cursor);
			if (!page) throw badRequest({ cursor: ['must be the nextCursor of an earlier answer'] });
			const { query, skip } = page;
			const end = skip + query.limit;
			const found = store.logs({ ...query, limit: end + 1 }, time.now());
			const results = found.slice(skip, end).map(version3LogOf);
			if (!asked.useCursor && asked.cursor === undefined) return { results };
			const nextCursor = found.length > end ? remember({ query, skip: end }) : undefined;
			return { results, cursor: { limit: query.limit, nextCursor } };
		},
	);
}
