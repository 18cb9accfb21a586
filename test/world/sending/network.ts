import type { WorldTime } from '../time';
import { contentOf, SECRET, type Answer, type SendBody } from './service';
import { answerIn3, isVersion3, queryOf, sendBodyOf } from '../version3';

export { SECRET };

/** What happens to a request's answer on its way. */
export type Body = 'right' | 'cut' | 'html' | 'empty' | 'missing' | 'shuffled';

/** What goes wrong with one request; nothing if omitted. */
export interface Fault {
	/** How much of a send request the service acts on: all, nothing, or its first destinations; or it rejects each of them. */
	acts: 'all' | 'none' | 'rejects' | number;
	/** How long after a send request has arrived the service accepts its messages. */
	lateMs?: number;
	answer:
		| { kind: 'status'; status: number; body: Body; retryAfter?: string }
		| { kind: 'lost' | 'refused' | 'never' }
		/** Byte by byte, with this pause between bytes. */
		| { kind: 'trickle'; pauseMs: number; bytes: number };
	/** How long the answer takes. */
	delayMs: number;
}

/** Whether a status proves that nothing of the request was accepted. */
export const provesNothingAccepted = (status: number) =>
	(status >= 300 && status < 400) || [400, 401, 403, 404, 405, 410, 413, 415, 422, 429].includes(status);

export interface Request {
	method: string;
	url: string;
	body?: SendBody;
	timeout?: number;
	abortSignal?: AbortSignal;
}

interface Response {
	statusCode: number;
	headers: Record<string, string>;
	/** In the pieces in which it arrives. */
	body: Buffer[] | AsyncIterable<Buffer>;
}

/** One destination of a message in a request. */
interface Carried {
	to: string;
	from: string;
	content: string;
}

/** One request and its answer, for the story and the rules. */
export interface Exchange {
	at: number;
	isSend: boolean;
	what: string;
	/** What a send request carried. */
	carried: Carried[];
	bulkId?: string;
	fault?: Fault;
	/** Which of the service's answers it contains, if these are counted. */
	answer?: number;
	endedAt?: number;
	ended?: string;
	/** Of the answer, as it arrived. */
	text?: string;
}

/** A service: what it does with the requests that come in its world. */
export interface Answering {
	/** What requests are authorized with, if it is not SECRET. */
	key?: string;
	/** Takes a send request, or its first `most` destinations. */
	send?(body: SendBody, now: number, most?: number, version?: string): Answer;
	/** Rejects every destination. */
	reject?(body: SendBody, now: number, version?: string): Answer;
	/** @param query the query of a read request */
	read?(query: URLSearchParams, now: number, version?: string): Answer;
	/** Takes every request in place of the three above. */
	handle?(request: Request, now: number): Answer;
}

/** The time a request takes to arrive, and also its answer. */
export const TRAVEL_MS = 10;

/** The way from n8n to the service and back. */
export class Network {
	readonly exchanges: Exchange[] = [];
	private sends = 0;
	private looks = 0;
	/** Called with every send request before it leaves. */
	onSend = (): void => {};

	constructor(
		private readonly time: WorldTime,
		private readonly service: Answering,
		private readonly faults: { sends: Array<Fault | undefined>; looks: Array<Fault | undefined> },
	) {}

	/** Like n8n's helper: resolves when the answer begins, rejects with a code. */
	async request(asIs: Request): Promise<Response> {
		const { method, url, body: written, timeout = 300_000, abortSignal } = asIs;
		const isSend = method === 'POST';
		const is3 = isVersion3(url);
		const body = is3 && written ? sendBodyOf(written) : written;
		const fault = isSend ? this.faults.sends[this.sends++] : this.faults.looks[this.looks++];
		const exchange: Exchange = {
			at: this.time.elapsed,
			isSend,
			what: nameOf({ method, url, body }),
			carried: carriedBy(body),
			...(body !== undefined && { bulkId: body.bulkId }),
			fault,
		};
		this.exchanges.push(exchange);
		if (isSend) this.onSend();
		return await new Promise<Response>((resolve, reject) => {
			const cancels: Array<() => void> = [];
			const end = (how: string, act: () => void) => {
				if (exchange.endedAt !== undefined) return;
				exchange.endedAt = this.time.elapsed;
				exchange.ended = how;
				for (const cancel of cancels) cancel();
				act();
			};
			const take = (response: Response & { body: Buffer[] }) => {
				exchange.text = Buffer.concat(response.body).toString();
				return response;
			};
			const pieces = Promise.withResolvers<Response['body']>();
			pieces.promise.catch(() => {});
			const fail = (code: string, message: string) =>
				end(code, () => {
					const error = Object.assign(new Error(message), { httpCode: code });
					reject(error);
					pieces.reject(error);
				});
			const idle = () => fail('ECONNABORTED', `timeout of ${timeout}ms exceeded`);
			const abort = () => fail('ERR_CANCELED', 'canceled');
			abortSignal?.addEventListener('abort', abort);
			// A combined signal stays in memory for as long as it has a listener
			cancels.push(() => abortSignal?.removeEventListener('abort', abort));
			let cancelIdle = this.time.inN8n(timeout, idle);
			cancels.push(() => cancelIdle());
			if (fault?.answer.kind === 'refused') {
				this.time.inN8n(1, () => fail('ECONNREFUSED', 'connect ECONNREFUSED'));
				return;
			}
			this.time.at(TRAVEL_MS, () => {
				const query = new URL(url).searchParams;
				const asked = isSend ? body! : is3 ? queryOf(query) : query;
				const said =
					fault?.acts !== 'none' && this.service.handle !== undefined
						? this.service.handle(asIs, this.time.elapsed)
						: actOn(this.service, asked, fault, this.time.elapsed, is3 ? '3' : '1');
				// The world of reports writes them itself
				const answer = is3 && !url.includes('/reports') ? answerIn3(said) : said;
				const way = wayOf(answer, fault);
				exchange.answer = answer.number;
				// Some gateways show the whole request on their pages
				const addresses = body?.messages?.flatMap(({ notifyUrl = [] }) => notifyUrl) ?? [];
				const shown = [this.service.key ?? SECRET, ...addresses].join(' ');
				const delay = TRAVEL_MS + (fault?.delayMs ?? 0);
				if (way.kind === 'lost') this.time.inN8n(delay, () => fail('ECONNRESET', 'socket hang up'));
				if (way.kind === 'status') {
					this.time.inN8n(delay, () => end(String(way.status), () => resolve(take(responseOf(way, answer, shown)))));
				}
				if (way.kind === 'trickle') {
					const response = responseOf({ status: 200, body: 'right' }, answer);
					const byte = (left: number) => {
						cancelIdle();
						if (left < way.bytes || left <= 0) resolve({ ...response, body: arriving(pieces.promise) });
						if (left <= 0) return end('200', () => pieces.resolve(take(response).body));
						cancelIdle = this.time.inN8n(timeout, idle);
						cancels.push(this.time.inN8n(way.pauseMs, () => byte(left - 1)));
					};
					cancels.push(this.time.inN8n(delay, () => byte(way.bytes)));
				}
			});
		});
	}
}

async function* arriving(pieces: Promise<Response['body']>): AsyncIterable<Buffer> {
	yield* await pieces;
}

/** A request as named in the story and the rules. */
export function nameOf({ method, url, body }: Pick<Request, 'method' | 'url' | 'body'>): string {
	const { pathname, searchParams } = new URL(url);
	const targets = body?.messages?.flatMap(({ destinations }) => destinations) ?? [];
	return method === 'POST'
		? `POST ${targets.map(({ to, messageId }) => `${to}/${messageId ?? '-'}`).join(' ')}`
		: `${method} ${pathname}?${searchParams}`;
}

function carriedBy(body: SendBody | undefined): Carried[] {
	return (body?.messages ?? []).flatMap((message) =>
		message.destinations.map(({ to }) => ({ to, from: message.from ?? '', content: contentOf(message) })),
	);
}

/** What the service does with a request that arrives. @param now in milliseconds since the start of the life */
export function actOn(
	service: Answering,
	request: SendBody | URLSearchParams,
	fault: Fault | undefined,
	now: number,
	version?: string,
): Answer {
	if (fault?.acts === 'none') return { status: 200, body: {} };
	if (request instanceof URLSearchParams) return service.read!(request, now, version);
	if (fault?.acts === 'rejects') return service.reject!(request, now, version);
	const most = typeof fault?.acts === 'number' ? fault.acts : Infinity;
	return service.send!(request, now + (fault?.lateMs ?? 0), most, version);
}

/** What happens to the answer on its way. */
export function wayOf(answer: Answer, fault: Fault | undefined): Fault['answer'] {
	return fault?.answer ?? (answer.hangs ? { kind: 'never' } : { kind: 'status', status: answer.status, body: 'right' });
}

/** Statuses with which HTTP has no body. */
const WITHOUT_BODY = [204, 304];

/** @param shown the secrets of the request, which a page repeats */
export function responseOf(
	{ status, body, retryAfter }: { status: number; body: Body; retryAfter?: string },
	answer: Answer,
	shown?: string,
): Response & { body: Buffer[] } {
	// The service itself refused the request, whatever the fault of the answer
	const isRefusal = answer.status >= 400 && status < 300;
	const statusCode = isRefusal ? answer.status : status;
	return {
		statusCode,
		headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
		body: [bytesOf(WITHOUT_BODY.includes(statusCode) ? 'empty' : isRefusal ? 'right' : body, answer.body, shown)],
	};
}

function bytesOf(body: Body, answer: unknown, shown = SECRET): Buffer {
	const text = JSON.stringify(answer);
	switch (body) {
		case 'right':
			return Buffer.from(text);
		case 'cut':
			return Buffer.from(text.slice(0, Math.floor(text.length / 2)));
		case 'html':
			return Buffer.from(`<html><body><h1>It works!</h1><pre>Authorization: App ${shown}</pre></body></html>`);
		case 'empty':
			return Buffer.from('');
		case 'missing':
			return Buffer.from(JSON.stringify(withEntries(answer, (entries) => entries.slice(1))));
		case 'shuffled':
			return Buffer.from(JSON.stringify(withEntries(answer, (entries) => entries.toReversed())));
	}
}

function withEntries(answer: unknown, change: (entries: unknown[]) => unknown[]): unknown {
	const key = 'results' in (answer as object) ? 'results' : 'messages';
	return { ...(answer as object), [key]: change((answer as Record<string, unknown[]>)[key] ?? []) };
}
