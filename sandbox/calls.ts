import { parseArgs } from 'node:util';
import { DEFAULT_PORT, UsageError } from './commandLine';
import type { Message } from './control/shown';
import { printable } from './printable';

/** A running sandbox refused the call, or did not answer; the message is for the user. */
export class CallError extends Error {}

const NAMES = ['messages', 'clear', 'push', 'receive', 'forward', 'advance'] as const;

/** A command for a running sandbox. */
export interface Call {
	name: (typeof NAMES)[number];
	/** A number, a messageId or a time. */
	argument?: string;
	/** The text that a phone sends. */
	text?: string;
	url: string;
	authorization?: string;
}

const isName = (word: string | undefined): word is Call['name'] => NAMES.some((name) => name === word);

/** Missing arguments, as named in an error. */
const NEEDED: Partial<Record<Call['name'], string>> = {
	push: 'a messageId',
	advance: 'a time, such as 48h',
	receive: "a number and a text, as in: receive 436601234567 'Yes, please'",
	forward: "a URL, or 'off'",
};
const MOST_ARGUMENTS: Partial<Record<Call['name'], number>> = { clear: 0, receive: 2 };

/** Reads a command line that begins with a command; undefined for any other. Throws UsageError. */
export function readCall(args: string[]): Call | undefined {
	const [name, ...rest] = args;
	if (!isName(name)) return undefined;
	const { values, positionals } = parse(rest);
	const most = MOST_ARGUMENTS[name] ?? 1;
	if (positionals.length > most) throw new UsageError(`Too many arguments: ${args.join(' ')}`);
	const needed = NEEDED[name];
	if (needed !== undefined && positionals.length < most) throw new UsageError(`${name} needs ${needed}`);
	const url = values.url ?? `http://127.0.0.1:${values.port ?? DEFAULT_PORT}`;
	if (!URL.canParse(url)) throw new UsageError(`'${url}' is not a URL`);
	return {
		name,
		argument: positionals[0],
		text: positionals[1],
		url: url.replace(/\/$/, ''),
		authorization: values.authorization,
	};
}

function parse(args: string[]) {
	const text = { type: 'string' } as const;
	try {
		return parseArgs({ args, allowPositionals: true, options: { port: text, url: text, authorization: text } });
	} catch (error) {
		throw new UsageError((error as Error).message);
	}
}

/** Calls a running sandbox and prints the result. Throws CallError. */
export async function runCall(call: Call, print: (line: string) => void): Promise<void> {
	const { name, argument = '' } = call;
	if (name === 'messages') {
		const query = argument && `&to=${encodeURIComponent(argument)}`;
		const { messages } = (await ask(call, 'GET', `/messages?limit=20${query}`)) as { messages: Message[] };
		for (const { acceptedAt, messageId, direction, from, to, status, text, binary } of messages.reverse()) {
			const who = direction === 'incoming' ? `from ${from}` : `to ${to}`;
			print(printable(`${acceptedAt} ${messageId} ${who}: ${status.name} ${JSON.stringify(text ?? binary?.hex)}`));
		}
		if (messages.length === 0) print('No messages.');
	} else if (name === 'clear') {
		await ask(call, 'DELETE', '/messages');
		print('All messages deleted.');
	} else if (name === 'push') {
		await ask(call, 'POST', `/messages/${encodeURIComponent(argument)}/push`);
		print('Push started.');
	} else if (name === 'receive') {
		const { to } = (await ask(call, 'POST', '/received', { from: argument, text: call.text })) as Message;
		print(`Received by ${to}.`);
	} else if (name === 'forward') {
		const { url } = (await ask(call, 'PUT', '/forwarding', { url: argument === 'off' ? '' : argument })) as {
			url: string;
		};
		print(url ? `Received messages are pushed to ${url}` : 'Received messages wait to be fetched.');
	} else {
		const { now } = (await ask(call, 'POST', '/clock', { advance: argument })) as { now: string };
		print(`The time is now ${now}.`);
	}
}

async function ask({ url, authorization }: Call, method: string, path: string, body?: object): Promise<unknown> {
	let response: Response;
	try {
		response = await fetch(`${url}/_sandbox${path}`, {
			method,
			headers: { ...(authorization && { authorization }), ...(body && { 'content-type': 'application/json' }) },
			...(body && { body: JSON.stringify(body) }),
		});
	} catch {
		throw new CallError(`No sandbox answers at ${url}. Name another with --port or --url.`);
	}
	const text = await response.text();
	if (response.ok) return text === '' ? undefined : JSON.parse(text);
	const { requestError } = (tryParse(text) ?? {}) as {
		requestError?: { serviceException: { text: string; validationErrors?: object } };
	};
	const { text: reason = `HTTP ${response.status}`, validationErrors } = requestError?.serviceException ?? {};
	throw new CallError(printable(validationErrors ? `${reason}: ${JSON.stringify(validationErrors)}` : reason));
}

function tryParse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
