import type { Catalogue, ConversationPage, Message, MessagePage } from './model';

export interface MessageQuery {
	to?: string;
	text?: string;
	status?: string;
	before?: string;
	/** Whether to include samples. */
	samples?: boolean;
}

const PAGE = '500';

/** Calls the sandbox. Rejects with its error text. */
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
	const response = await fetch(`/_sandbox/${path}`, {
		method,
		...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(problemIn(text) ?? `The sandbox answered ${response.status}`);
	return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** The text and reasons of an error body. */
function problemIn(text: string): string | undefined {
	try {
		const { text: said, validationErrors } = JSON.parse(text).requestError.serviceException;
		return [said, ...Object.values(validationErrors ?? {}).flat()].join(': ');
	} catch {
		return undefined;
	}
}

function queryOf({ samples, ...fields }: MessageQuery): string {
	const given = { ...fields, samples: samples === false ? 'false' : undefined, limit: PAGE };
	return String(new URLSearchParams(Object.entries(given).filter((field): field is [string, string] => !!field[1])));
}

export async function conversations(query: Pick<MessageQuery, 'before' | 'samples'>): Promise<ConversationPage> {
	return await call('GET', `conversations?${queryOf(query)}`);
}

/** Number of messages, and of samples among them. */
export async function count(): Promise<{ messages: number; samples: number }> {
	return await call('GET', 'health');
}

export async function messages(query: MessageQuery): Promise<MessagePage> {
	return await call('GET', `messages?${queryOf(query)}`);
}

export async function catalogue(): Promise<Catalogue> {
	return await call('GET', 'catalogue');
}

export async function setOutcome({ messageId }: Message, status: number, error?: number): Promise<void> {
	await call('POST', `messages/${encodeURIComponent(messageId)}/outcome`, { status, error });
}

/** What can be done to the scheduled messages of a request. */
export interface BulkChanges {
	sendAt?: string;
	status?: 'PENDING' | 'PAUSED' | 'CANCELED';
}

export async function changeBulk({ bulkId }: Message, changes: BulkChanges): Promise<void> {
	await call('PUT', `bulks/${encodeURIComponent(bulkId)}`, changes);
}

export async function pushAgain({ messageId }: Message): Promise<void> {
	await call('POST', `messages/${encodeURIComponent(messageId)}/push`);
}

/** Sends a text from that phone. */
export async function reply(from: string, text: string): Promise<void> {
	await call('POST', 'received', { from, text });
}

/** Deletes all messages; samples only if asked. */
export async function clear(samples: boolean): Promise<void> {
	await call('DELETE', `messages?samples=${samples}`);
}

/** Where received messages are pushed; empty: they wait to be fetched. */
export async function forwarding(): Promise<string> {
	return (await call<{ url: string }>('GET', 'forwarding')).url;
}

export async function forwardTo(url: string): Promise<void> {
	await call('PUT', 'forwarding', { url });
}

interface Listener {
	opened(): void;
	lost(): void;
	message(message: Message): void;
	cleared(): void;
	/** More has changed than the events carry. */
	refresh(): void;
}

/** Listens to events; the browser reconnects by itself. */
export function follow(listener: Listener): void {
	const events = new EventSource('/_sandbox/events');
	events.addEventListener('open', () => listener.opened());
	events.addEventListener('error', () => listener.lost());
	events.addEventListener('message', ({ data }) => listener.message(JSON.parse(data) as Message));
	events.addEventListener('cleared', () => listener.cleared());
	events.addEventListener('refresh', () => listener.refresh());
}
