import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ownAddress } from '../support/ownAddress';

export interface Received {
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface Receiver {
	url: string;
	received: Received[];
	stop(): Promise<void>;
}

/** Receives pushes; `statuses` are the answers in turn, the last one for all that follow. */
export async function startReceiver(...statuses: number[]): Promise<Receiver> {
	const received: Received[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
		received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() });
		response.writeHead(status).end();
	});
	const address = ownAddress();
	await new Promise<void>((resolve) => server.listen(0, address, resolve));
	return {
		url: `http://${address}:${(server.address() as AddressInfo).port}`,
		received,
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
