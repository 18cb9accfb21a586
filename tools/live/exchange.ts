import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { dialectOf } from '../../nodes/SmsMessaging/api/dialect';
import type { Message } from '../../nodes/SmsMessaging/api/message';
import type { LiveSettings } from './settings';

/** One call, and the answer to it. */
export interface Exchange {
	method: string;
	/** Without a query. */
	path: string;
	/** Undefined if there was no answer; `failure` says why. */
	status?: number;
	failure?: string;
	contentType?: string;
	/** Undefined if it is not JSON. */
	body?: unknown;
	/** Since the message was sent. */
	afterMs: number;
	/** How many calls there were up to this one. */
	calls: number;
}

/** The answer to the request, and the last answers of logs and reports. */
export interface Run {
	sent: Exchange;
	/** Undefined if the message was refused. */
	log?: Exchange;
	report?: Exchange;
	/** Those of the message: the one it was sent with, and the one in the answer if that is another. */
	messageIds: string[];
}

export type Entry = Record<string, unknown>;

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
const ANSWER_TIMEOUT_MS = 60_000;
const FINAL_GROUPS: readonly unknown[] = ['DELIVERED', 'UNDELIVERABLE', 'EXPIRED', 'REJECTED'];

/** Sends one message, and asks for its log and report until both are final or the time is over. */
export async function sendAndLook(settings: LiveSettings): Promise<Run> {
	const start = Date.now();
	const messageId = randomUUID();
	const message: Message = {
		...(settings.from !== undefined && { sender: settings.from }),
		content: { text: 'Test of n8n-nodes-sms-messaging' },
		callbackData: 'live',
	};
	const messages = [{ message, destinations: [{ to: settings.to, messageId }] }];
	const { sendPath, logsPath, reportsPath, body } = dialectOf({ apiVersion: settings.apiVersion });
	const request = body({ settings: {}, bulkId: randomUUID(), messages });
	const sent = await call(settings, start, 'POST', sendPath(message.content), request);
	const answered = listIn(sent, 'messages')[0]?.messageId;
	const run: Run = { sent, messageIds: [...new Set([messageId, answered].filter((id) => typeof id === 'string'))] };
	if (sent.status !== 200) return run;
	for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
		await sleep(Math.min(pause, Math.max(0, start + settings.waitMs - Date.now())));
		if (!isFinal(run.log, run)) run.log = await look(settings, start, logsPath, run, run.log);
		if (ownIn(run.report, run).length === 0) run.report = await look(settings, start, reportsPath, run, run.report);
		const isComplete = isFinal(run.log, run) && ownIn(run.report, run).length > 0;
		if (isComplete || Date.now() >= start + settings.waitMs) return run;
	}
}

async function look(
	settings: LiveSettings,
	start: number,
	path: string,
	{ messageIds }: Run,
	before: Exchange | undefined,
): Promise<Exchange> {
	const query = `?messageId=${encodeURIComponent(messageIds.at(-1)!)}`;
	const found = await call(settings, start, 'GET', path + query);
	return { ...found, path, calls: (before?.calls ?? 0) + 1 };
}

async function call(
	{ baseUrl, authorization }: LiveSettings,
	start: number,
	method: string,
	path: string,
	body?: object,
): Promise<Exchange> {
	const made = { method, path, calls: 1 };
	try {
		const response = await fetch(baseUrl + path, {
			method,
			headers: { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
			// Another address must not get the key
			redirect: 'manual',
			signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
		});
		const text = await response.text();
		const contentType = response.headers.get('content-type') ?? undefined;
		return { ...made, status: response.status, contentType, body: jsonOf(text), afterMs: Date.now() - start };
	} catch (error) {
		const { message, cause } = error as Error;
		const failure = `${message} ${(cause as { code?: string } | undefined)?.code ?? ''}`.trim();
		return { ...made, failure, afterMs: Date.now() - start };
	}
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** The objects in a list of an answer. */
export function listIn(exchange: Exchange | undefined, name: string): Entry[] {
	const list = (exchange?.body as Record<string, unknown> | null | undefined)?.[name];
	return Array.isArray(list) ? list.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}

/** The entries of the message among those of logs or reports. */
export function ownIn(exchange: Exchange | undefined, { messageIds }: Run): Entry[] {
	return listIn(exchange, 'results').filter(({ messageId }) => messageIds.includes(String(messageId)));
}

function isFinal(log: Exchange | undefined, run: Run): boolean {
	const status = ownIn(log, run)[0]?.status as { groupName?: unknown } | undefined;
	return FINAL_GROUPS.includes(status?.groupName);
}
