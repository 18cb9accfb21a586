import { setTimeout as wait } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ENDPOINTS, type FaultRule, type Faults, type Faulty } from './faults';
import { errorBody, RequestError } from './requestErrors';

declare module 'fastify' {
	interface FastifyRequest {
		/** The faults of this request. */
		faulty?: Faulty;
	}
}

const CODES: Readonly<Record<number, string>> = { 401: 'UNAUTHORIZED', 404: 'NOT_FOUND', 429: 'TOO_MANY_REQUESTS' };

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function numbersOf({ body, query }: FastifyRequest): string[] {
	const { messages } = (body ?? {}) as { messages?: Array<{ destinations: Array<{ to: string }> }> };
	const { to, destination = to } = query as { to?: string; destination?: string };
	return (
		messages?.flatMap(({ destinations }) => destinations.map((one) => one.to)) ?? (destination ? [destination] : [])
	);
}

function refusal({ status = 500 }: FaultRule): RequestError {
	const code = CODES[status] ?? (status < 500 ? 'BAD_REQUEST' : 'GENERAL_ERROR');
	return new RequestError(status, code, `HTTP ${status}, because of a fault rule of the sandbox`);
}

/** Applies the fault rules to these routes. A refused request does not count towards a rule. */
export function failByRules(routes: FastifyInstance, faults: Faults): void {
	routes.decorateRequest('faulty', undefined);
	routes.addHook('preHandler', async (request, reply) => {
		const endpoint = ENDPOINTS.find((name) => request.routeOptions.url?.split('/').includes(name));
		const faulty = faults.take(endpoint, () => numbersOf(request));
		request.faulty = faulty;
		if (faulty['lost-before']) {
			reply.hijack();
			request.raw.socket.destroy();
			return;
		}
		const { status: rule } = faulty;
		if (!rule || isSuccess(rule.status!) || rule.carriedOut) return;
		// The answer is final here
		delete faulty.status;
		if (rule.retryAfter !== undefined) reply.header('Retry-After', rule.retryAfter);
		throw refusal(rule);
	});
	routes.addHook('onSend', async (request, reply, payload) => answerFaultily(request, reply, payload));
}

async function answerFaultily(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
	const { latency, status: rule, trickle, cut, ...lost } = request.faulty ?? {};
	if (typeof payload !== 'string') return payload;
	if (latency) await wait(latency.ms ?? 1000, undefined, { ref: false });
	if (lost['lost-after']) request.raw.socket.destroy();
	let answer = payload;
	if (rule) {
		reply.code(rule.status!);
		if (rule.retryAfter !== undefined) reply.header('Retry-After', rule.retryAfter);
		if (!isSuccess(rule.status!)) answer = JSON.stringify(errorBody(request, refusal(rule)));
		if (rule.status === 204 || rule.status === 205) answer = '';
	}
	const bytes = Buffer.from(answer);
	reply.header('Content-Length', bytes.length);
	if (cut) return Readable.from(pieces(bytes.subarray(0, cut.bytes ?? bytes.length >> 1), bytes.length, 0, true));
	if (trickle) return Readable.from(pieces(bytes, trickle.bytes ?? 1, trickle.ms ?? 100, false));
	return answer;
}

/** Bytes in chunks; if some are missing, an error breaks the connection at the end. */
async function* pieces(bytes: Buffer, size: number, pauseMs: number, isCut: boolean): AsyncGenerator<Buffer> {
	for (let at = 0; at < bytes.length; at += size) {
		if (at > 0) await wait(pauseMs, undefined, { ref: false });
		yield bytes.subarray(at, at + size);
	}
	if (!isCut) return;
	await wait(20, undefined, { ref: false });
	throw new Error('cut off because of a fault rule of the sandbox');
}
