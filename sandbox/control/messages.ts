import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { ERRORS, STATUSES } from '../catalogue';
import { errorWith } from '../destinations';
import { parseDuration } from '../durations';
import { readJson } from '../jsonBody';
import { badRequest, RequestError } from '../requestErrors';
import { partnerOf, plainNumber, type SandboxMessage } from '../message';
import type { MessageStore } from '../store';
import { presentMessage } from './message';
import type { ControlParts } from './parts';
import {
	answers,
	CLEAR_QUERY,
	CONVERSATIONS,
	CONVERSATIONS_QUERY,
	DONE,
	MESSAGE,
	MESSAGE_ID,
	MESSAGES,
	MESSAGES_QUERY,
	OUTCOME,
} from './schemas';

interface MessagesQuery {
	to?: string;
	text?: string;
	status?: string;
	limit: number;
	before?: string;
	samples: boolean;
	wait?: string;
}

const LONGEST_WAIT_MS = 600_000;
/** Messages searched before other requests get a turn. */
const LOOKED_AT_ONCE = 20_000;
const MOST_CHANGES = 100;

/** GET /_sandbox/messages and /_sandbox/conversations, and the actions on messages. */
export function messageRoutes(server: FastifyInstance, { store, lifecycle, notifications }: ControlParts): void {
	const closing = new AbortController();
	server.addHook('preClose', async () => closing.abort());

	server.get<{ Querystring: MessagesQuery }>(
		'/messages',
		{ schema: { summary: 'Messages, newest first', querystring: MESSAGES_QUERY, response: answers(MESSAGES) } },
		async ({ query }, reply) => {
			const waitMs = query.wait ? parseDuration(query.wait)! : 0;
			if (waitMs > LONGEST_WAIT_MS) throw badRequest({ wait: ['must be at most 10m'] });
			const gone = new AbortController();
			reply.raw.once('close', () => gone.abort());
			const found = await search(store, query);
			if (found.messages.length > 0 || waitMs === 0) return found;
			await someMatch(store, query, AbortSignal.any([closing.signal, gone.signal, AbortSignal.timeout(waitMs)]));
			return await search(store, query);
		},
	);

	server.get<{ Querystring: { limit: number; before?: string; samples: boolean } }>(
		'/conversations',
		{
			schema: {
				summary: 'The latest message to each number, newest first',
				querystring: CONVERSATIONS_QUERY,
				response: answers(CONVERSATIONS),
			},
		},
		async ({ query }) => conversations(store, query),
	);

	server.delete<{ Querystring: { samples: boolean } }>(
		'/messages',
		{ schema: { summary: 'Forget all messages', querystring: CLEAR_QUERY, response: DONE } },
		async ({ query }, reply) => {
			store.clear({ keepSamples: !query.samples });
			return reply.code(204).send();
		},
	);

	server.post<{ Params: { messageId: string }; Body: { status: string; error?: string } }>(
		'/messages/:messageId/outcome',
		{
			preValidation: readJson,
			schema: {
				summary: 'Give a message a status and an error',
				params: MESSAGE_ID,
				body: OUTCOME,
				response: answers(MESSAGE, { conflict: true }),
			},
		},
		async ({ params, body }) => {
			const message = existing(store, params.messageId);
			const status = named(STATUSES, body.status, 'status');
			const error = body.error === undefined ? errorWith(status) : named(ERRORS, body.error, 'error');
			if (!lifecycle.mayEnter(message, status) || message.history.length >= MOST_CHANGES)
				throw new RequestError(409, 'CONFLICT', `The message already has its final status: ${message.status.name}`);
			lifecycle.enterNow(message, status, error);
			return presentMessage(message);
		},
	);

	server.post<{ Params: { messageId: string } }>(
		'/messages/:messageId/push',
		{
			schema: {
				summary: 'Push the report of a message again, as it is now, or a received message itself',
				params: MESSAGE_ID,
				response: answers(MESSAGE, { status: 202, conflict: true }),
			},
		},
		async ({ params }, reply) => {
			const message = existing(store, params.messageId);
			if (!message.notifyUrl) throw new RequestError(409, 'CONFLICT', 'The message has no notifyUrl');
			if (!message.isIncoming && message.sentAt === undefined)
				throw new RequestError(409, 'CONFLICT', 'The message has not been sent yet');
			notifications.add(message);
			return reply.code(202).send(presentMessage(message));
		},
	);
}

function existing(store: MessageStore, messageId: string): SandboxMessage {
	const message = store.find(messageId);
	if (!message) throw new RequestError(404, 'NOT_FOUND', 'No message has this messageId');
	return message;
}

/** The entry with that id or name. Throws 400. */
function named<T extends { id: number; name: string }>(
	catalogue: ReadonlyMap<number, T>,
	wanted: string,
	field: string,
): T {
	const entry = /^\d+$/.test(wanted)
		? catalogue.get(Number(wanted))
		: [...catalogue.values()].find(({ name }) => name === wanted.toUpperCase());
	if (!entry) throw badRequest({ [field]: ['must be an id or a name from GET /_sandbox/catalogue'] });
	return entry;
}

/** Whether a message matches a query. */
function matcher({ to, text, status, samples }: MessagesQuery): (message: SandboxMessage) => boolean {
	const number = to === undefined ? undefined : plainNumber(to);
	const part = text?.toLowerCase();
	const isIn = (value: string | undefined) => value?.toLowerCase().includes(part!) === true;
	const state = status?.toUpperCase();
	return (message) =>
		(samples || !message.isSample) &&
		(number === undefined || partnerOf(message) === number) &&
		(state === undefined ||
			message.status.groupName === state ||
			message.status.name === state ||
			String(message.status.id) === state) &&
		(part === undefined ||
			isIn(message.text) ||
			isIn(message.from) ||
			isIn(message.messageId) ||
			isIn(message.callbackData));
}

/** Number of messages before a sequence number; messages ascend by it. */
function countBefore(messages: readonly SandboxMessage[], before: number): number {
	let [low, high] = [0, messages.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (messages[middle]!.sequence! < before) low = middle + 1;
		else high = middle;
	}
	return low;
}

async function search(store: MessageStore, query: MessagesQuery) {
	const fits = matcher(query);
	const found: SandboxMessage[] = [];
	const all = query.to === undefined ? store.all : store.to(query.to);
	let next = Number(query.before ?? Infinity);
	for (let looked = 1; ; looked++) {
		// Messages may be added and dropped meanwhile: each step finds its position by the sequence number
		const message = all[countBefore(all, next) - 1];
		if (!message) return { messages: found.map(presentMessage) };
		if (found.length === query.limit) return { messages: found.map(presentMessage), next: String(next) };
		next = message.sequence!;
		if (fits(message)) found.push(message);
		if (looked % LOOKED_AT_ONCE === 0) await setImmediate();
	}
}

/** Resolves when a message that matches changes, or when the signal aborts. */
async function someMatch(store: MessageStore, query: MessagesQuery, signal: AbortSignal): Promise<void> {
	const fits = matcher(query);
	let stop = (): void => {};
	await new Promise<void>((resolve) => {
		stop = store.listen((change) => {
			if (change.kind === 'message' && fits(change.message)) resolve();
		});
		signal.addEventListener('abort', () => resolve());
		if (signal.aborted) resolve();
	});
	stop();
}

function conversations(store: MessageStore, query: Pick<MessagesQuery, 'limit' | 'before' | 'samples'>) {
	const before = Number(query.before ?? Infinity);
	const found: Array<{ to: string; count: number; latest: SandboxMessage }> = [];
	const seen = new Set<string>();
	let place = store.all.length;
	for (; place > 0 && seen.size < store.numbers && found.length < query.limit; place--) {
		const latest = store.all[place - 1]!;
		const to = partnerOf(latest);
		if (seen.has(to) || (latest.isSample && !query.samples)) continue;
		seen.add(to);
		if (latest.sequence! < before) found.push({ to, count: store.to(to).length, latest });
	}
	return {
		conversations: found.map((conversation) => ({ ...conversation, latest: presentMessage(conversation.latest) })),
		...(place > 0 && seen.size < store.numbers && { next: String(found.at(-1)!.latest.sequence) }),
	};
}
