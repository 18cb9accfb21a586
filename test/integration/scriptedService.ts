import { createServer, type IncomingHttpHeaders } from 'node:http';

import { listen, type Listening } from '../support/listen';
import { credentialFor, runSms, type SmsResult, type SmsRun } from './smsNode';

interface ReceivedRequest {
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
	/** Closes the connection instead of answering. */
	hangUp?: boolean;
	/** Closes the connection after this many bytes of the body. */
	cutAt?: number;
}

export interface ScriptedService extends Listening {
	/** Every request, in the order of arrival. */
	requests: ReceivedRequest[];
}

/**
 * A service on 127.0.0.1 with scripted answers, for answers outside the interface, which the sandbox never gives.
 * @param answer of a list, each in its turn, and the last one from then on
 */
export async function startScriptedService(
	answer: ScriptedAnswer | ScriptedAnswer[] | ((request: ReceivedRequest, index: number) => ScriptedAnswer),
): Promise<ScriptedService> {
	const answerTo = (request: ReceivedRequest, index: number) => {
		if (typeof answer === 'function') return answer(request, index);
		return Array.isArray(answer) ? answer[Math.min(index, answer.length - 1)]! : answer;
	};
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
			const { status = 200, headers, body = '', hangUp, cutAt } = answerTo(received, requests.length - 1);
			if (hangUp) return void request.socket.destroy();
			response.writeHead(status, { 'Content-Type': 'application/json;charset=UTF-8', ...headers });
			const bytes = body instanceof Buffer ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
			if (cutAt === undefined) response.end(bytes);
			else response.write(bytes.subarray(0, cutAt), () => response.destroy());
		});
	});
	return { ...(await listen(server)), requests };
}

/** Runs the node against a service with this answer. */
export async function runAnswered(
	answer: Parameters<typeof startScriptedService>[0],
	run: Omit<SmsRun, 'credential'> & Partial<SmsRun>,
): Promise<SmsResult & Pick<ScriptedService, 'requests'>> {
	const service = await startScriptedService(answer);
	const result = await runSms({ ...run, credential: { ...credentialFor(service), ...run.credential } });
	await service.stop();
	return { ...result, requests: service.requests };
}
