/** The gateway's process: an HTTP server that answers as the service does, and does nothing else. Started by gatewayProcess.ts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AUTHORIZATION } from './authorization';
import { LogEntries } from './logEntries';
import type { GatewayAnswer, GatewayCommand, GatewayTask } from './protocol';
import { SentMessages } from './sentMessages';

/** As many connections as one HTTP Request node opens at once. */
const BACKLOG = 16_384;

let latencyMs = 0;
let messages = new SentMessages({ count: 0, withFurther: false });
let entries = new LogEntries(0);
let entryCount = 0;
let requests = 0;
let atOnce = 0;
let mostAtOnce = 0;
let faults: string[] = [];
let logCalls: string[] = [];

function begin(task: GatewayTask): void {
	latencyMs = task.latencyMs ?? 0;
	messages = new SentMessages(task.messages ?? { count: 0, withFurther: false });
	if (task.logEntries !== undefined && task.logEntries !== entryCount) {
		entries = new LogEntries(task.logEntries);
		entryCount = task.logEntries;
	}
	[requests, mostAtOnce, faults, logCalls] = [0, atOnce, [], []];
}

function handle(request: IncomingMessage, response: ServerResponse): void {
	requests++;
	atOnce++;
	mostAtOnce = Math.max(mostAtOnce, atOnce);
	response.once('close', () => atOnce--);
	const chunks: Buffer[] = [];
	request.on('data', (chunk: Buffer) => chunks.push(chunk));
	request.on('end', () => {
		const answer = answerTo(request, chunks);
		const send = () => {
			response.writeHead(answer === undefined ? 404 : 200, { 'Content-Type': 'application/json' });
			response.end(answer ?? '{}');
		};
		if (latencyMs > 0) setTimeout(send, latencyMs);
		else send();
	});
}

function answerTo({ method, url = '', headers }: IncomingMessage, chunks: Buffer[]): string | Buffer | undefined {
	const [path, query] = url.split('?');
	if (headers.authorization !== AUTHORIZATION) faults.push('A request had no authorization');
	if (method === 'POST' && (path === '/sms/1/text/advanced' || path === '/sms/3/messages'))
		return messages.take(Buffer.concat(chunks).toString(), requests);
	if (method === 'GET' && path === '/sms/1/logs') {
		logCalls.push(url);
		return entries.answer(new URLSearchParams(query));
	}
	faults.push(`${method} ${path} is not a path of the service`);
	return undefined;
}

function say(answer: GatewayAnswer): void {
	process.send?.(answer);
}

process.on('message', (command: GatewayCommand) => {
	if (command.kind === 'task') {
		begin(command.task);
		return say({ kind: 'ready' });
	}
	say({
		kind: 'tally',
		tally: { requests, mostAtOnce, faults: [...faults.slice(0, 5), ...messages.report()], logCalls },
	});
});
// The bench has ended
process.on('disconnect', () => process.exit());

const server = createServer({ keepAliveTimeout: 120_000 }, handle);
server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, () =>
	say({ kind: 'listening', port: (server.address() as AddressInfo).port }),
);
