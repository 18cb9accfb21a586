import type { FastifyInstance } from 'fastify';
import { ERRORS, STATUSES } from '../catalogue';
import { formatDateTime } from '../dates';
import { parseDuration } from '../durations';
import type { Faults } from '../faults';
import { isLoopback, requireOwnOrigin } from '../hosts';
import { readJson } from '../jsonBody';
import { isFinal, type Lifecycle } from '../lifecycle';
import type { Notifications } from '../notifications';
import type { Settings } from '../options';
import type { Reception } from '../received';
import { badRequest } from '../requestErrors';
import type { MessageStore } from '../store';
import type { Time } from '../time';
import { eventsRoute } from './events';
import { faultRoutes } from './faults';
import { requireKey } from './key';
import { messageRoutes } from './messages';
import { receivingRoutes } from './receiving';
import { answers, CATALOGUE, CLOCK, CLOCK_CHANGE, HEALTH } from './schemas';

/** The parts of a sandbox that the control endpoints read and change. */
export interface ControlParts {
	settings: Settings;
	time: Time;
	store: MessageStore;
	lifecycle: Lifecycle;
	notifications: Notifications;
	reception: Reception;
	faults: Faults;
	/** Moves the time forward. */
	advance: (ms: number) => Promise<void>;
}

const LONGEST_ADVANCE_MS = 365 * 86_400_000;

/** The control endpoints, below /_sandbox/. They are not part of the interface. */
export function controlRoutes(server: FastifyInstance, parts: ControlParts): void {
	const { settings, time, store, faults, advance } = parts;
	server.addHook('onRequest', requireOwnOrigin);
	if (!isLoopback(settings.host)) server.addHook('onRequest', requireKey(settings.authorizations));
	messageRoutes(server, parts);
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
