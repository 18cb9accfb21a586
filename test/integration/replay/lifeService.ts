import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { listen, type Listening } from '../../support/listen';
import { virtualTime } from '../../support/virtualTime';
import type { Life } from '../../world/sending/life';
import { pause } from '../bulk/proxiedSandbox';
import { actOn, nameOf, responseOf, TRAVEL_MS, wayOf, type Fault } from '../../world/sending/network';
import { WorldService, type Answer, type SendBody } from '../../world/sending/service';

/** The service of a life over real HTTP, with its faults. */
export class LifeService {
	/** Every request, in the order of arrival. */
	readonly requests: string[] = [];
	readonly service: WorldService;
	private sends = 0;
	private looks = 0;

	constructor(private readonly life: Life) {
		this.service = new WorldService(life.nature);
	}

	async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const text = await textOf(request);
		const isSend = request.method === 'POST';
		const { sends, looks } = this.life.faults;
		const fault = isSend ? sends[this.sends++] : looks[this.looks++];
		const url = `http://service${request.url}`;
		const body = isSend ? (JSON.parse(text) as SendBody) : undefined;
		this.requests.push(nameOf({ method: request.method!, url, body }));
		const release = virtualTime.hold(response);
		await pause(TRAVEL_MS);
		const answer = actOn(this.service, body ?? new URL(url).searchParams, fault, host.elapsed());
		await pause(TRAVEL_MS + (fault?.delayMs ?? 0));
		await this.send(wayOf(answer, fault), answer, response, release);
	}

	/** @param release says that nobody has to wait any more for the time to go on */
	private async send(
		way: Fault['answer'],
		answer: Answer,
		response: ServerResponse,
		release: () => void,
	): Promise<void> {
		if (way.kind === 'never') return;
		if (way.kind === 'lost') {
			release();
			response.socket?.destroy();
			return;
		}
		const {
			statusCode,
			headers,
			body: pieces,
		} = responseOf(way.kind === 'status' ? way : { status: 200, body: 'right' }, answer, this.life.nature.key);
		const body = Buffer.concat(pieces as Buffer[]);
		response.writeHead(statusCode, { 'content-type': 'application/json', ...headers });
		let sent = 0;
		for (let left = way.kind === 'trickle' ? way.bytes : 0; left > 0 && !response.closed; left--) {
			if (way.kind === 'trickle') await pause(way.pauseMs);
			if (sent < body.length - 1) response.write(body.subarray(sent, ++sent));
		}
		release();
		response.end(body.subarray(sent));
	}
}

/** A server for lives that follow each other. */
export interface LifeServer extends Listening {
	/** Puts a life's service there. */
	put: (service: LifeService) => void;
}

export async function startLifeServer(): Promise<LifeServer> {
	let present: LifeService | undefined;
	const server = createServer((request, response) => void present?.answer(request, response));
	return { ...(await listen(server)), put: (service) => void (present = service) };
}

async function textOf(request: IncomingMessage): Promise<string> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	return Buffer.concat(parts).toString();
}
