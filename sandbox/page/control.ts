import type { Catalogue, Conversation, Message, MessagePage } from './model';

export interface MessageQuery {
	to?: string;
	text?: string;
	status?: string;
	before?: string;
}

const PAGE = 500;

/** Calls the sandbox; rejects with what it says is wrong. */
async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
	const response = await fetch(`/_sandbox/${path}`, {
		method,
		...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(problemIn(text) ?? `The sandbox answered ${response.status}`);
	return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** What the error body of the interface says, with its reasons. */
function problemIn(text: string): string | undefined {
	try {
		const { text: said, validationErrors } = JSON.parse(text).requestError.serviceException;
		return [said, ...Object.values(validationErrors ?? {}).flat()].join(': ');
	} catch {
		return undefined;
	}
}

export async function conversations(): Promise<Conversation[]> {
	return (await call<{ conversations: Conversation[] }>('GET', 'conversations')).conversations;
}

export async function messages(query: MessageQuery): Promise<MessagePage> {
	const given = Object.entries({ ...query, limit: PAGE }).filter(([, value]) => value !== undefined && value !== '');
	return await call('GET', `messages?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`);
}

export async function catalogue(): Promise<Catalogue> {
	return await call('GET', 'catalogue');
}

export async function setOutcome({ messageId }: Message, status: number, error?: number): Promise<void> {
	await call('POST', `messages/${encodeURIComponent(messageId)}/outcome`, { status, error });
}

export async function pushAgain({ messageId }: Message): Promise<void> {
	await call('POST', `messages/${encodeURIComponent(messageId)}/push`);
}

export async function clear(): Promise<void> {
	await call('DELETE', 'messages');
}

export interface Listener {
	opened(): void;
	lost(): void;
	message(message: Message): void;
	cleared(): void;
}

/** Follows what happens; the browser connects again by itself. */
export function follow(listener: Listener): void {
	const events = new EventSource('/_sandbox/events');
	events.addEventListener('open', () => listener.opened());
	events.addEventListener('error', () => listener.lost());
	events.addEventListener('message', ({ data }) => listener.message(JSON.parse(data) as Message));
	events.addEventListener('cleared', () => listener.cleared());
}
