import { parseArgs } from 'node:util';
import { DEFAULT_PORT, UsageError } from './commandLine';
import type { Message } from './control/message';
import { printable } from './printable';

/** A call that a running sandbox refused, or that did not reach it; the message is for the user. */
export class CallError extends Error {}

/** Something to be done with a running sandbox. */
export interface Call {
	name: 'messages' | 'clear' | 'push' | 'advance';
	/** A number, a messageId or a time. */
	argument?: string;
	url: string;
	authorization?: string;
}

const isName = (word: string | undefined): word is Call['name'] =>
	['messages', 'clear', 'push', 'advance'].includes(word ?? '');

/** Reads a command line that begins with a command; undefined for any other. Throws UsageError. */
export function readCall(args: string[]): Call | undefined {
	const [name, ...rest] = args;
	if (!isName(name)) return undefined;
	const { values, positionals } = parse(rest);
	if (positionals.length > 1 || (name === 'clear' && positionals.length > 0))
		throw new UsageError(`Too much: ${args.join(' ')}`);
	if ((name === 'push' || name === 'advance') && positionals.length === 0)
		throw new UsageError(name === 'push' ? 'push needs a messageId' : 'advance needs a time, such as 48h');
	const url = values.url ?? `http://127.0.0.1:${values.port ?? DEFAULT_PORT}`;
	if (!URL.canParse(url)) throw new UsageError(`'${url}' is not a URL`);
	return { name, argument: positionals[0], url: url.replace(/\/$/, ''), authorization: values.authorization };
}

function parse(args: string[]) {
	const text = { type: 'string' } as const;
	try {
		return parseArgs({ args, allowPositionals: true, options: { port: text, url: text, authorization: text } });
	} catch (error) {
		throw new UsageError((error as Error).message);
	}
}

/** Has a running sandbox do it, and prints what it says. Throws CallError. */
export async function runCall(call: Call, print: (line: string) => void): Promise<void> {
	const { name, argument = '' } = call;
	if (name === 'messages') {
		const query = argument && `&to=${encodeURIComponent(argument)}`;
		const { messages } = (await ask(call, 'GET', `/messages?limit=20${query}`)) as { messages: Message[] };
		for (const { acceptedAt, messageId, to, status, text, binary } of messages.reverse())
			print(printable(`${acceptedAt} ${messageId} to ${to}: ${status.name} ${JSON.stringify(text ?? binary?.hex)}`));
		if (messages.length === 0) print('No messages.');
	} else if (name === 'clear') {
		await ask(call, 'DELETE', '/messages');
		print('All messages are forgotten.');
	} else if (name === 'push') {
		await ask(call, 'POST', `/messages/${encodeURIComponent(argument)}/push`);
		print('The report is being pushed.');
	} else {
		const { now } = (await ask(call, 'POST', '/clock', { advance: argument })) as { now: string };
		print(`It is ${now} now.`);
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
