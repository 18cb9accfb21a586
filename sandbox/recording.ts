import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { parameters } from './query';

/** One HTTP request as the sandbox saw it, and its answer. */
export interface RecordedRequest {
	/** Milliseconds since the epoch. */
	at: number;
	method: string;
	/** Without the query. */
	path: string;
	/** The query as it stood in the URL, without the question mark. */
	rawQuery: string;
	/** The query decoded; a key that occurs more than once has an array. */
	query: Record<string, string | string[]>;
	headers: IncomingHttpHeaders;
	rawBody: string;
	/** The JSON body; undefined when there was none or it was not JSON. */
	body: any;
	/** Set with the answer. */
	status?: number;
	responseBody?: any;
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Not of requests to the control endpoints. */
		record?: RecordedRequest;
	}
}

/** What is below this path is about the sandbox, and no part of the interface. */
export const CONTROL_PATH = '/_sandbox';

/** Appends to a list and drops its oldest entries beyond a number. */
export function keepLatest<T>(list: T[], entry: T, kept: number): void {
	list.push(entry);
	if (list.length > kept) list.splice(0, list.length - kept);
}

function jsonOf(text: unknown): unknown {
	try {
		return typeof text === 'string' ? JSON.parse(text) : undefined;
	} catch {
		return undefined;
	}
}

/** Records every request in `requests`, in the order of arrival, as the client sent it (before validation changes anything). */
export function recordRequests(
	server: FastifyInstance,
	requests: RecordedRequest[],
	kept: number,
	now: () => number,
): void {
	server.decorateRequest('record', undefined);
	server.addHook('onRequest', async (request) => {
		const [path = '', rawQuery = ''] = request.url.split(/\?(.*)/s);
		if (path.startsWith(CONTROL_PATH)) return;
		const { method, headers } = request;
		request.record = {
			at: now(),
			method,
			path,
			rawQuery,
			query: parameters(rawQuery),
			headers,
			rawBody: '',
			body: undefined,
		};
		keepLatest(requests, request.record, kept);
	});
	server.addHook('preValidation', async (request) => {
		if (!request.record || typeof request.body !== 'string') return;
		request.record.rawBody = request.body;
		request.record.body = jsonOf(request.body);
	});
	server.addHook('onSend', async (request, reply, payload) => {
		if (!request.record) return payload;
		request.record.status = reply.statusCode;
		request.record.responseBody = jsonOf(payload);
		return payload;
	});
}
