import { createServer, type IncomingHttpHeaders } from 'node:http';

import { listen, type Listening } from '../support/listen';

export interface ReceivedRequest {
	method: string;
	/** With the query. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface ScriptedAnswer {
	status?: number;
	headers?: Record<string, string>;
	/** Text and bytes are sent as they are, anything else as JSON. */
	body?: unknown;
	/** Answers only after this. */
	after?: Promise<unknown>;
	/** Closes the connection instead of answering. */
	hangUp?: boolean;
	/** Closes the connection after this many bytes of the body. */
	cutAt?: number;
}

export interface ScriptedService extends Listening {
	/** Every request, in the order of arrival. */
	requests: ReceivedRequest[];
}

/** A service on 127.0.0.1 with scripted answers, for answers outside the interface, which the sandbox never gives. */
export async function startScriptedService(
	answer: ScriptedAnswer | ((request: ReceivedRequest, index: number) => ScriptedAnswer),
): Promise<ScriptedService> {
	const requests: ReceivedRequest[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const received = {
				method: request.method!,
				url: request.url!,
				headers: request.headers,
				body: Buffer.concat(chunks).toString(),
			};
			requests.push(received);
			const {
				status = 200,
				headers,
				body = '',
				after,
				hangUp,
				cutAt,
			} = typeof answer === 'function' ? answer(received, requests.length - 1) : answer;
			if (hangUp) return void request.socket.destroy();
			void Promise.resolve(after).then(() => {
				response.writeHead(status, { 'Content-Type': 'application/json;charset=UTF-8', ...headers });
				const bytes =
					body instanceof Buffer ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
				if (cutAt === undefined) response.end(bytes);
				else response.write(bytes.subarray(0, cutAt), () => response.destroy());
			});
		});
	});
	return { ...(await listen(server)), requests };
}
