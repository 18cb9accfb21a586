import type { FastifyInstance } from 'fastify';
import type { MessageStore, SandboxMessage } from '../store';
import { presentMessage } from './message';
import { EVENTS } from './schemas';

/** How long changes are gathered: a message that changes several times meanwhile is sent once. */
const GATHERING_MS = 50;
/** More changes than this at once are sent as `refresh`: reading the list again is less work. */
const MOST_TOLD = 500;
const HEARTBEAT_MS = 15_000;

/**
 * GET /_sandbox/events, server-sent: `message` with a message that is new or changed, `cleared` when all are forgotten, and
 * `refresh` when more has changed than is sent.
 */
export function eventsRoute(server: FastifyInstance, store: MessageStore): void {
	server.get(
		'/events',
		{ schema: { summary: 'What happens, as server-sent events', produces: ['text/event-stream'], response: EVENTS } },
		async (_request, reply) => {
			reply.hijack();
			const stream = reply.raw;
			stream.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
			stream.write('retry: 1000\n\n');
			const tell = (event: string, data: unknown) => stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
			const changed = new Set<SandboxMessage>();
			const flush = (): void => {
				// A reader that is behind gets no more until it has caught up
				if (stream.writableNeedDrain) return;
				if (changed.size > MOST_TOLD) tell('refresh', {});
				else for (const message of changed) tell('message', presentMessage(message));
				changed.clear();
			};
			const stop = store.listen((change) => {
				if (change.kind === 'cleared') {
					changed.clear();
					tell('cleared', {});
				} else if (changed.size <= MOST_TOLD) changed.add(change.message);
			});
			const gathering = setInterval(flush, GATHERING_MS);
			const heartbeat = setInterval(() => stream.write(': still here\n\n'), HEARTBEAT_MS);
			stream.once('close', () => {
				stop();
				clearInterval(gathering);
				clearInterval(heartbeat);
			});
		},
	);
}
