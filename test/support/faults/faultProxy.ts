import {
	Agent,
	createServer as createHttpServer,
	request as httpRequest,
	type IncomingHttpHeaders,
	type ServerResponse,
} from 'node:http';
import { createServer as createListener, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { ownAddress } from '../ownAddress';
import { virtualTime } from '../virtualTime';

/** A request as the client sent it. */
export interface ProxiedRequest {
	method: string;
	/** With the query. */
	url: string;
	headers: IncomingHttpHeaders;
	body: string;
	/** Whether it is a send request, as opposed to a look-up. */
	isSend: boolean;
}

export interface HttpAnswer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/** What goes wrong with one request. */
export interface Fault {
	name: string;
	/** Whether the service still gets the request. */
	reachesService: boolean;
	/** What the client gets; `reset` closes the connection, `silence` never answers. If absent, the service's own answer. */
	answer?: 'reset' | 'silence' | HttpAnswer | ((fromService: HttpAnswer | undefined) => HttpAnswer);
	/** How long the client waits for all that. */
	delayMs?: number;
	/** The pause between any two bytes of the answer. */
	trickleMs?: number;
}

/** The result of one request. */
interface ProxyRecord {
	at: number;
	request: ProxiedRequest;
	/** Name of the fault; undefined if the request went through unchanged. */
	fault?: string;
	/** HTTP status that the client got, or how its connection ended. */
	ended?: number | 'reset' | 'silence' | 'abandoned';
}

export interface FaultProxy {
	readonly url: string;
	/** Every request, in the order of arrival. Connections that were refused leave no trace. */
	readonly records: ProxyRecord[];
	/** The most send requests at one time that have arrived, and whose client is still waiting. */
	readonly mostSendsAtOnce: number;
	/** Closes the port: new connections are refused. */
	refuse(): void;
	/** Opens the same port again. */
	accept(): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Decides the fault of a request.
 * @param index how many requests came before
 */
export type FaultScript = (request: ProxiedRequest, index: number) => Fault | undefined;

/** A proxy on this machine in front of a service; the script decides the fault of each request. */
export async function startFaultProxy(
	service: { url: string },
	script: FaultScript = () => undefined,
): Promise<FaultProxy> {
	const records: ProxyRecord[] = [];
	const sockets = new Set<Socket>();
	const timers = new Set<NodeJS.Timeout>();
	const agent = new Agent({ keepAlive: true });
	const sends = { underWay: 0, most: 0 };
	// While connections are refused, no other server may accept them
	const address = ownAddress();
	let listener: Server | undefined;
	let port = 0;
	let stopped = false;

	const later = (ms: number, act: () => void) => {
		const timer = setTimeout(() => {
			timers.delete(timer);
			act();
		}, ms);
		timers.add(timer);
	};
	const pause = async (ms: number) => await new Promise<void>((resolve) => later(ms, resolve));

	const refuse = () => {
		listener?.close();
		listener = undefined;
	};
	const accept = async (): Promise<void> => {
		for (let attempts = 0; listener === undefined && !stopped; attempts++) {
			const opened = await listen(address, port, (socket) => {
				sockets.add(socket);
				socket.on('close', () => sockets.delete(socket));
				http.emit('connection', socket);
			}).catch((error: NodeJS.ErrnoException) => {
				// Another socket of this machine may have taken the port for a moment
				if (error.code !== 'EADDRINUSE' || attempts > 100) throw error;
			});
			if (opened === undefined) await pause(20);
			else if (listener !== undefined || stopped) opened.close();
			else listener = opened;
		}
	};

	const carryOut = async (record: ProxyRecord, fault: Fault | undefined, response: ServerResponse, socket: Socket) => {
		const { request } = record;
		const fromService =
			fault === undefined || fault.reachesService ? await forward(service.url, request, agent) : undefined;
		if (fault?.delayMs !== undefined) {
			const release = virtualTime.hold(response);
			await pause(fault.delayMs);
			release();
		}
		const wanted = fault?.answer ?? fromService;
		if (wanted === 'silence' || wanted === undefined) {
			virtualTime.hold(response);
			record.ended = 'silence';
			return;
		}
		if (socket.destroyed) {
			record.ended = 'abandoned';
			return;
		}
		if (wanted === 'reset') {
			record.ended = 'reset';
			socket.resetAndDestroy();
			return;
		}
		const { status, headers, body } = typeof wanted === 'function' ? wanted(fromService) : wanted;
		record.ended = status;
		response.writeHead(status, headers);
		if (fault?.trickleMs === undefined) return void response.end(body);
		virtualTime.hold(response);
		for (const byte of Buffer.from(body)) {
			response.write(Buffer.of(byte));
			await pause(fault.trickleMs);
			if (response.closed) return;
		}
		response.end();
	};

	const http = createHttpServer((incoming, response) => {
		void text(incoming).then(async (body) => {
			const { method = '', url = '', headers } = incoming;
			const request: ProxiedRequest = { method, url, headers, body, isSend: method === 'POST' };
			const fault = script(request, records.length);
			const record: ProxyRecord = { at: Date.now(), request, ...(fault && { fault: fault.name }) };
			records.push(record);
			if (request.isSend) {
				sends.most = Math.max(sends.most, ++sends.underWay);
				response.on('close', () => sends.underWay--);
			}
			await carryOut(record, fault, response, incoming.socket);
		});
	});

	await accept();
	port = (listener!.address() as AddressInfo).port;
	return {
		url: `http://${address}:${port}`,
		records,
		get mostSendsAtOnce() {
			return sends.most;
		},
		refuse,
		accept,
		async stop() {
			stopped = true;
			refuse();
			for (const timer of timers) clearTimeout(timer);
			for (const socket of sockets) socket.destroy();
			agent.destroy();
		},
	};
}

async function listen(address: string, port: number, onConnection: (socket: Socket) => void): Promise<Server> {
	return await new Promise((resolve, reject) => {
		const server = createListener(onConnection);
		server.once('error', reject);
		server.listen(port, address, () => {
			// A test that fails before it stops the proxy must not keep the test run alive
			server.unref();
			resolve(server);
		});
	});
}

async function forward(
	base: string,
	{ method, url, headers, body }: ProxiedRequest,
	agent: Agent,
): Promise<HttpAnswer | undefined> {
	return await new Promise((resolve) => {
		const outgoing = httpRequest(
			`${base}${url}`,
			{ method, headers: { ...headers, connection: 'keep-alive' }, agent },
			(answer) => {
				void text(answer).then((body) => {
					const type = answer.headers['content-type'];
					const retryAfter = answer.headers['retry-after'];
					resolve({
						status: answer.statusCode!,
						headers: {
							...(type !== undefined && { 'Content-Type': type }),
							...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
						},
						body,
					});
				});
			},
		);
		// The service has ended: the client gets no answer either
		outgoing.on('error', () => resolve(undefined));
		outgoing.end(body);
	});
}
