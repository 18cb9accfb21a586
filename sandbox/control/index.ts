import type { FastifyInstance } from 'fastify';
import { ERRORS, STATUSES } from '../catalogue';
import { formatDateTime } from '../dates';
import { parseDuration } from '../durations';
import { requireOwnOrigin } from '../hosts';
import { readJson } from '../jsonBody';
import { isFinal } from '../lifecycle';
import { isLoopback } from '../loopback';
import { badRequest } from '../requestErrors';
import { bulkRoute } from './bulks';
import { eventsRoute } from './events';
import { faultRoutes } from './faults';
import { requireKey } from './key';
import { messageRoutes } from './messages';
import type { ControlParts } from './parts';
import { receivingRoutes } from './receiving';
import { answers, CATALOGUE, CLOCK, CLOCK_CHANGE, HEALTH } from './schemas';

const LONGEST_ADVANCE_MS = 365 * 86_400_000;

/** The control endpoints, below /_sandbox/. They are not part of the interface. */
export function controlRoutes(server: FastifyInstance, parts: ControlParts): void {
	const { settings, time, store, faults, advance } = parts;
	server.addHook('onRequest', requireOwnOrigin);
	if (!isLoopback(settings.host)) server.addHook('onRequest', requireKey(settings.authorizations));
	messageRoutes(server, parts);
	bulkRoute(server, parts);
	receivingRoutes(server, parts);
	eventsRoute(server, store);
	faultRoutes(server, faults);

	const now = () => ({ now: formatDateTime(time.now()) });
	server.get('/clock', { schema: { summary: 'The time of the sandbox', response: { 200: CLOCK } } }, async () => now());
	server.post<{ Body: { advance: string } }>(
		'/clock',
		{
			preValidation: readJson,
			schema: {
				summary:
					'Move the time forward; everything that becomes due in that time, pushes included, happens before the answer',
				body: CLOCK_CHANGE,
				response: answers(CLOCK),
			},
		},
		async ({ body }) => {
			const ms = parseDuration(body.advance)!;
			if (ms > LONGEST_ADVANCE_MS) throw badRequest({ advance: ['must be at most 365d'] });
			await advance(ms);
			return now();
		},
	);
	server.get('/health', { schema: { summary: 'Whether it runs', response: { 200: HEALTH } } }, async () => ({
		status: 'ok',
		...now(),
		messages: store.all.length,
		samples: store.all.filter(({ isSample }) => isSample).length,
	}));
	server.get(
		'/catalogue',
		{ schema: { summary: 'All statuses and errors', response: { 200: CATALOGUE } } },
		async () => ({
			statuses: [...STATUSES.values()].map(({ groupName, id, name, description }) => ({
				...{ groupName, id, name, description },
				isFinal: isFinal({ groupName }),
			})),
			errors: [...ERRORS.values()].map(({ groupName, id, name, description, permanent }) => ({
				...{ groupName, id, name, description, permanent },
			})),
		}),
	);
}
