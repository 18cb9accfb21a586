import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';

import { listen, type Listening } from '../support/listen';
import { ownAddress } from '../support/ownAddress';

export interface Received {
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface Receiver extends Listening {
	received: Received[];
}

/** Receives pushes; `statuses` are the answers in turn, the last one for all that follow. */
export async function startReceiver(...statuses: number[]): Promise<Receiver> {
	const received: Received[] = [];
	const server = createServer(async (request, response) => {
		const body = await text(request);
		const status = statuses[Math.min(received.length, statuses.length - 1)] ?? 200;
		received.push({ path: request.url!, headers: request.headers, body });
		response.writeHead(status).end();
	});
	return { ...(await listen(server, ownAddress())), received };
}
