import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { RequestError } from '../requestErrors';
import type { SandboxMessage } from '../message';
import type { MessageStore } from '../store';
import { presentMessage } from './message';
import { EVENTS } from './schemas';

/** How long changes are collected: a message that changes several times is sent once. */
const GATHERING_MS = 50;
/** More changes than this are sent as `refresh`: a reload is cheaper. */
const MOST_TOLD = 500;
const MOST_READERS = 50;
const HEARTBEAT_MS = 15_000;

/**
 * GET /_sandbox/events, server-sent: `message` with a new or changed message, `cleared` when all are deleted, and
 * `refresh` when more has changed than is sent.
 */
export function eventsRoute(server: FastifyInstance, store: MessageStore): void {
	const readers = new Readers(store);
	server.get(
		'/events',
		{ schema: { summary: 'What happens, as server-sent events', produces: ['text/event-stream'], response: EVENTS } },
		async (_request, reply) => {
			if (readers.count >= MOST_READERS)
				throw new RequestError(503, 'SERVICE_UNAVAILABLE', `${MOST_READERS} clients are already reading events`);
			reply.hijack();
			const stream = reply.raw;
			stream.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
			stream.write('retry: 1000\n\n');
			readers.add(stream);
		},
	);
}

/** The event readers. Each event is built once for all. */
class Readers {
	/** Slow readers that missed events get `refresh` once they have caught up. */
	private readonly missedSome = new Map<ServerResponse, boolean>();
	private readonly changed = new Set<SandboxMessage>();
	private stop?: () => void;

	constructor(private readonly store: MessageStore) {}

	get count(): number {
		return this.missedSome.size;
	}

	add(stream: ServerResponse): void {
		this.stop ??= this.start();
		this.missedSome.set(stream, false);
		stream.once('close', () => {
			this.missedSome.delete(stream);
			if (this.count > 0) return;
			this.stop?.();
			this.stop = undefined;
		});
	}

	private start(): () => void {
		const stopListening = this.store.listen((change) => {
			if (change.kind === 'cleared') {
				this.changed.clear();
				this.tell(eventOf('cleared', {}));
			} else if (this.changed.size <= MOST_TOLD) this.changed.add(change.message);
		});
		const gathering = setInterval(() => this.flush(), GATHERING_MS);
		const heartbeat = setInterval(() => this.tell(': still here\n\n'), HEARTBEAT_MS);
		return () => {
			stopListening();
			clearInterval(gathering);
			clearInterval(heartbeat);
			this.changed.clear();
		};
	}

	private flush(): void {
		const { changed } = this;
		const eventsOf = () => [...changed].map((message) => eventOf('message', presentMessage(message))).join('');
		this.tell(changed.size > MOST_TOLD ? eventOf('refresh', {}) : eventsOf());
		changed.clear();
	}

	private tell(events: string): void {
		const bytes = Buffer.from(events);
		for (const [stream, missed] of this.missedSome) {
			if (stream.writableNeedDrain) this.missedSome.set(stream, missed || bytes.length > 0);
			else if (missed) {
				this.missedSome.set(stream, false);
				stream.write(eventOf('refresh', {}));
			} else if (bytes.length > 0) stream.write(bytes);
		}
	}
}

function eventOf(event: string, data: unknown): string {
	return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
