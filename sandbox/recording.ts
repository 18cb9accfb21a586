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
	/** The query as it was in the URL, without the question mark. */
	rawQuery: string;
	/** The query decoded; a key that occurs more than once has an array. */
	query: Record<string, string | string[]>;
	headers: IncomingHttpHeaders;
	/** Empty if the request was not authorized, or if later bodies replaced it. */
	rawBody: string;
	/** The JSON body; undefined when there was none or it was not JSON. */
	readonly body: any;
	/** Set with the answer. */
	status?: number;
	readonly responseBody?: any;
}

interface OwnRecord extends RecordedRequest {
	rawResponse: string;
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Absent for requests to the control endpoints. */
		record?: OwnRecord;
	}
}

/** Paths of the sandbox itself, not of the interface. */
export const CONTROL_PATH = '/_sandbox';

/** Appends to a list, and drops the oldest entries above a limit. */
export function keepLatest<T>(list: T[], entry: T, kept: number): void {
	list.push(entry);
	if (list.length > kept) list.splice(0, list.length - kept);
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Limits of the records. */
interface RecordBounds {
	records: number;
	/** Characters of bodies and answers. */
	characters: number;
}

/** Records requests in the order of arrival, before validation changes them. */
export class Recorder {
	/** Records with bodies, oldest first. */
	private readonly holding: OwnRecord[] = [];
	private characters = 0;

	constructor(
		private readonly requests: RecordedRequest[],
		private readonly bounds: RecordBounds,
	) {}

	/** Records every request to the interface; bodies only where `recordBodies` is called. */
	record(server: FastifyInstance, now: () => number): void {
		server.decorateRequest('record', undefined);
		server.addHook('onRequest', async (request) => {
			const [path = '', rawQuery = ''] = request.url.split(/\?(.*)/s);
			if (path.startsWith(CONTROL_PATH)) return;
			const { method, headers } = request;
			request.record = {
				...{ at: now(), method, path, rawQuery, query: parameters(rawQuery), headers, rawBody: '', rawResponse: '' },
				get body() {
					return jsonOf(this.rawBody);
				},
				get responseBody() {
					return jsonOf(this.rawResponse);
				},
			};
			keepLatest(this.requests, request.record, this.bounds.records);
		});
		server.addHook('onSend', async ({ record }, reply, payload) => {
			if (!record) return payload;
			record.status = reply.statusCode;
			if (typeof payload === 'string') this.hold(record, { rawResponse: payload });
			return payload;
		});
	}

	/** Records the bodies of routes: to be called once authorization has been checked. */
	recordBodies(routes: FastifyInstance): void {
		routes.addHook('preValidation', async ({ record, body }) => {
			if (record && typeof body === 'string') this.hold(record, { rawBody: body });
		});
	}

	private hold(record: OwnRecord, texts: Partial<Pick<OwnRecord, 'rawBody' | 'rawResponse'>>): void {
		if (this.bounds.records === 0) return;
		Object.assign(record, texts);
		this.characters += (texts.rawBody ?? texts.rawResponse)!.length;
		this.holding.push(record);
		let dropped = 0;
		while (this.characters > this.bounds.characters || this.holding.length - dropped > 2 * this.bounds.records) {
			const oldest = this.holding[dropped++]!;
			this.characters -= oldest.rawBody.length + oldest.rawResponse.length;
			oldest.rawBody = oldest.rawResponse = '';
		}
		this.holding.splice(0, dropped);
	}
}
