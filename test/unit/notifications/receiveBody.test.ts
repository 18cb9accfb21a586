import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { deflateSync, gzipSync } from 'node:zlib';
import type { IWebhookFunctions } from 'n8n-workflow';
import fc from 'fast-check';

import { receiveBody, MAX_BODY_BYTES, type BodyRefusal } from '../../../nodes/SmsMessaging/notifications/receiveBody';
import { host } from '../../../nodes/SmsMessaging/n8n/host';

type Outcome = Uint8Array | BodyRefusal;

/** What becomes of each body, in order. */
let outcomes: Outcome[] = [];
let server: Server;
beforeAll(async () => {
	server = createServer((request: IncomingMessage, response: ServerResponse) => {
		const context = { getRequestObject: () => request, getResponseObject: () => response };
		void receiveBody(context as unknown as IWebhookFunctions).then((outcome) => {
			outcomes.push(outcome);
			response.writeHead(outcome instanceof Uint8Array ? 200 : outcome.statusCode).end();
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});
beforeEach(() => void (outcomes = []));
afterEach(() => jest.restoreAllMocks());

/** By the names that HTTP has for them, in any case. */
const PACKED = {
	identity: (bytes: Buffer) => bytes,
	gzip: gzipSync,
	'X-GZip': gzipSync,
	deflate: deflateSync,
};
type Encoding = keyof typeof PACKED;

/** Sends parts of a body over a connection of its own. @returns it, and the status of the answer; undefined if the connection ends first */
function send(headers: string[], parts: Buffer[], { isCut = false } = {}) {
	const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
	socket.write(['POST / HTTP/1.1', 'Host: n8n', ...headers, '', ''].join('\r\n'));
	for (const part of parts) socket.write(part);
	if (isCut) socket.end();
	socket.on('error', () => {});
	const status = new Promise<number | undefined>((resolve) => {
		socket.once('data', (answer) => resolve(Number(String(answer).split(' ')[1])));
		socket.once('close', () => resolve(undefined));
	});
	return { socket, status };
}

const chunked = (bytes: Buffer) => [Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')];

/** Packing the large ones takes long. */
const known = new Map<string, Buffer>();
function packedAs(encoding: Encoding, length: number): Buffer {
	const name = `${encoding} ${length}`;
	const packed = known.get(name) ?? PACKED[encoding](Buffer.alloc(length, 'x'));
	known.set(name, packed);
	return packed;
}

function sendBody(packed: Buffer, encoding: Encoding, isTold: boolean, lost: number) {
	const sent = packed.subarray(0, packed.length - lost);
	const parts = isTold || sent.length === 0 ? [sent] : chunked(sent);
	if (!isTold && lost === 0) parts.push(Buffer.from('0\r\n\r\n'));
	return send(
		[
			...(encoding === 'identity' ? [] : [`Content-Encoding: ${encoding}`]),
			isTold ? `Content-Length: ${packed.length}` : 'Transfer-Encoding: chunked',
		],
		parts,
		{ isCut: lost > 0 },
	);
}

test.each([
	['not compressed, though it says so', Buffer.from('{}')],
	['with a broken checksum', Buffer.concat([gzipSync('{}').subarray(0, -8), Buffer.alloc(8)])],
])('a body that is %s is 400', async (_, bytes) => {
	const { socket, status } = send(['Content-Encoding: gzip', `Content-Length: ${bytes.length}`], [bytes]);
	expect(await status).toBe(400);
	socket.destroy();
});

test('bytes come out as they were sent, up to 4 MiB uncompressed; more is 413, and what was cut off is 400', async () => {
	const size = fc.oneof(
		fc.nat(100),
		fc.integer({ min: MAX_BODY_BYTES - 2, max: MAX_BODY_BYTES + 2 }),
		fc.constant(16 * MAX_BODY_BYTES),
	);
	const encoding = fc.constantFrom(...(Object.keys(PACKED) as Encoding[]));
	await fc.assert(
		fc.asyncProperty(size, encoding, fc.boolean(), fc.boolean(), async (length, packing, isTold, isCut) => {
			outcomes = [];
			const lost = isCut && length > 0 ? 1 : 0;
			const { socket, status } = sendBody(packedAs(packing, length), packing, isTold, lost);
			const heard = await status;
			socket.destroy();
			const right = length > MAX_BODY_BYTES ? 413 : lost > 0 ? 400 : 200;
			if (lost === 0) expect(heard).toBe(right);
			while (outcomes.length === 0) await host.sleep(1);
			const [outcome] = outcomes;
			if (outcome instanceof Uint8Array) expect(Buffer.alloc(length, 'x').equals(outcome)).toBe(true);
			// Of a body that is cut off, nobody knows whether it is too large
			const known = outcome instanceof Uint8Array ? 200 : outcome!.statusCode;
			expect(lost > 0 && right === 413 ? [400, 413] : [right]).toContain(known);
		}),
		{ numRuns: 60 },
	);
}, 60_000);

test('a body that is too large by its own word is refused before it arrives', async () => {
	const { socket, status } = send([`Content-Length: ${MAX_BODY_BYTES + 1}`], []);
	expect(await status).toBe(413);
	socket.destroy();
});

test('a body that trickles is 408 after ten seconds, and its connection is closed', async () => {
	const over = new AbortController();
	const deadline = jest.spyOn(host, 'deadline').mockReturnValue(over.signal);
	const { socket, status } = send(['Content-Length: 100'], [Buffer.from('{')]);
	while (deadline.mock.calls.length === 0) await host.sleep(1);
	expect(deadline).toHaveBeenCalledWith(10_000);
	over.abort();
	expect(await status).toBe(408);
	await once(socket, 'close');
});

test('n8n does other things between the bodies that arrive at once', async () => {
	const order: string[] = [];
	const sleep = jest.spyOn(host, 'sleep');
	const request = { rawBody: Buffer.from('{}'), headers: {} };
	const context = { getRequestObject: () => request } as unknown as IWebhookFunctions;
	await Promise.all(
		Array.from({ length: 20 }, async () => {
			await receiveBody(context);
			order.push('body');
			setImmediate(() => order.push('other'));
		}),
	);
	expect(order.join(' ')).not.toContain('body body');
	expect(sleep).toHaveBeenCalledTimes(20);
});
