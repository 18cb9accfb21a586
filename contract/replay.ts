import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freePorts } from '../local-n8n/ports';

/** A call that record.cjs saw. */
export interface Call {
	method: string;
	/** With the query. */
	path: string;
	headers: Record<string, string>;
	/** Base64; undefined if there was none. */
	body?: string;
	answer: { status: number; headers: Record<string, string>; body: string };
}

/** What Prism has against a request or an answer. */
export interface Violation {
	call: Call;
	/** Where: request or response, then header, query, body and so on. */
	location: string[];
	code: string;
	message: string;
}

export const PRISM = join(__dirname, 'node_modules/@stoplight/prism-cli/dist/index.js');
/** Says to the service behind Prism which answer is to be given. */
const NUMBER = 'x-recorded-call';
const START_TIMEOUT_MS = 30_000;

/** Leads recorded calls through Prism, with the answers that were given to them, and returns what it finds. */
export async function replay(document: string, calls: Call[]): Promise<Violation[]> {
	const service = createServer((request, response) => {
		request.resume().once('end', () => {
			const { status, headers, body } = calls[Number(request.headers[NUMBER])]!.answer;
			response.writeHead(status, headers).end(body);
		});
	}).listen(0, '127.0.0.1');
	await once(service, 'listening');
	const { port } = service.address() as AddressInfo;
	const [own = 0] = await freePorts(1);
	const prism = spawn(
		process.execPath,
		[PRISM, 'proxy', document, `http://127.0.0.1:${port}`, '--port', String(own), '--verboseLevel', 'silent'],
		// Its answers name all violations in a header
		{ stdio: 'ignore', env: { ...process.env, NODE_OPTIONS: '--max-http-header-size=1000000' } },
	);
	const ended = once(prism, 'close');
	try {
		await untilItListens(`http://127.0.0.1:${own}`);
		const violations: Violation[] = [];
		for (const [number, call] of calls.entries()) violations.push(...(await violationsOf(call, number, own)));
		return violations;
	} finally {
		prism.kill();
		await ended;
		service.close();
	}
}

async function violationsOf(call: Call, number: number, port: number): Promise<Violation[]> {
	const { method, path, headers, body, answer } = call;
	const response = await fetch(`http://127.0.0.1:${port}${path}`, {
		method,
		headers: { ...headers, [NUMBER]: String(number) },
		...(body !== undefined && { body: Buffer.from(body, 'base64') }),
	});
	const text = await response.text();
	if (response.status !== answer.status) throw new Error(`${method} ${path}: ${response.status} from Prism: ${text}`);
	const header = response.headers.get('sl-violations') ?? '[]';
	// A sentence, when they are too many for a header
	if (!header.startsWith('[')) return [{ call, location: ['response'], code: 'many', message: header }];
	const found = JSON.parse(header) as Array<Omit<Violation, 'call'>>;
	return found.map((violation) => ({ ...violation, call }));
}

async function untilItListens(url: string): Promise<void> {
	const end = Date.now() + START_TIMEOUT_MS;
	while (!(await fetch(url, { headers: { [NUMBER]: '0' } }).then(Boolean, () => false))) {
		if (Date.now() > end) throw new Error('Prism did not start');
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
}
