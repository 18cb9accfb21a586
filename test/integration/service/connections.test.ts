import { createServer as createPlainServer, type Server, type Socket } from 'node:net';
import {
	createServer as createTlsServer,
	getCACertificates,
	setDefaultCACertificates,
	type TlsOptions,
} from 'node:tls';
import type { INodeParameters } from 'n8n-workflow';
import { generate } from 'selfsigned';

import { listen, type Listening } from '../../support/listen';
import { CONTINUE, runSms } from '../smsNode';

/*
 * Failing connections: `notSent` if certainly nothing was sent, otherwise `unknown`. The error codes come from Node, the HTTP client
 * and n8n, with servers that behave as the case says.
 */

interface Signed {
	cert: string;
	key: string;
}

const DAY_MS = 86_400_000;
const before = getCACertificates('default');
let root: Signed;
let leaf: Signed;
let server: Listening | undefined;
/** Bytes of requests that a server has read. */
let read: number;

const make = async (
	name: string,
	signer?: Signed,
	{ isCa = false, altName = '127.0.0.1', fromDays = -1 } = {},
): Promise<Signed> => {
	const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
		keyType: 'ec',
		algorithm: 'sha256',
		notBeforeDate: new Date(Date.now() + fromDays * DAY_MS),
		notAfterDate: new Date(Date.now() + (fromDays + 2) * DAY_MS),
		extensions: [
			{ name: 'basicConstraints', cA: isCa, critical: true },
			{ name: 'keyUsage', digitalSignature: true, keyCertSign: isCa },
			{ name: 'subjectAltName', altNames: [{ type: 7, ip: altName }] },
		],
		...(signer && { ca: signer }),
	});
	return { cert, key };
};

beforeAll(async () => {
	root = await make('Root', undefined, { isCa: true });
	leaf = await make('Leaf', root);
});
beforeEach(() => void (read = 0));
afterEach(async () => {
	setDefaultCACertificates(before);
	await server?.stop();
	server = undefined;
});

const startAt = async (listening: Server) => {
	server = await listen(listening);
	return server.url.replace('http:', 'https:');
};
const trustRoot = () => setDefaultCACertificates([root.cert]);
/** @param onRead what is done to the connection below TLS when a request comes in */
const startTls = async (options: TlsOptions, onRead: (raw: Socket) => void = () => {}) => {
	let raw: Socket;
	const listening = createTlsServer({ ...leaf, ...options }, (secured) => {
		secured.on('error', () => {});
		secured.on('data', (bytes: Buffer) => {
			read += bytes.length;
			onRead(raw);
		});
	});
	listening.on('connection', (socket: Socket) => {
		raw = socket.on('error', () => {});
	});
	return await startAt(listening);
};
const startPlain = async (onConnection: (socket: Socket) => void) =>
	await startAt(createPlainServer((socket) => onConnection(socket.on('error', () => {}))));
const send = async (baseUrl: string, more: INodeParameters = {}, mode: 'manual' | 'trigger' = 'trigger') => {
	const { json } = await runSms({
		parameters: { operation: 'sendText', to: '436600000000', text: 'Hello', ...more },
		credential: { baseUrl, apiKey: 'key-1' },
		settings: CONTINUE,
		start: { mode },
	});
	const [{ error, details }] = json as [{ error: string; details: { code: string; state: string } }];
	return { error, code: details.code, state: details.state };
};

test.each<[string, () => Promise<string>, string, RegExp]>([
	[
		'a port that speaks plain http',
		async () => await startPlain((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
		'EPROTO',
		/that port does not speak TLS/,
	],
	[
		'a missing certificate of the client, TLS 1.2',
		async () => (trustRoot(), await startTls({ requestCert: true, ca: root.cert, maxVersion: 'TLSv1.2' })),
		'EPROTO',
		/requires a client certificate/,
	],
	[
		'a port that closes the connection before TLS is there',
		async () => await startPlain((socket) => socket.resume().end()),
		'ECONNRESET',
		/it closed the connection \(ECONNRESET\), even after 0\.3 seconds$/,
	],
	[
		'a port that resets the connection before TLS is there',
		async () => await startPlain((socket) => socket.once('data', () => socket.resetAndDestroy())),
		'ECONNRESET',
		/it closed the connection \(ECONNRESET\), even after 0\.3 seconds$/,
	],
	[
		'an issuer that is not known',
		async () => await startTls({}),
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
		/its certificate is not trusted/,
	],
	[
		'a certificate of last week',
		async () => (trustRoot(), await startTls(await make('Old', root, { fromDays: -7 }))),
		'CERT_HAS_EXPIRED',
		/its certificate has expired/,
	],
	[
		'a certificate for another address',
		async () => (trustRoot(), await startTls(await make('Other', root, { altName: '192.0.2.1' }))),
		'ERR_TLS_CERT_ALTNAME_INVALID',
		/for another host name/,
	],
])('%s: not sent', async (_, start, code, words) => {
	expect(await send(await start())).toEqual({ error: expect.stringMatching(words), code, state: 'notSent' });
	expect(read).toBe(0);
});

test.each<[string, () => Promise<string>, string, boolean]>([
	// The client has sent when it hears of it; what the service made of that, it cannot tell
	[
		'a missing certificate of the client, TLS 1.3',
		async () => await startTls({ requestCert: true, ca: root.cert, minVersion: 'TLSv1.3' }),
		'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
		false,
	],
	[
		'no TLS any more after the request',
		async () => await startTls({}, (raw) => raw.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
		'ERR_SSL_BAD_RECORD_TYPE',
		true,
	],
	[
		'a connection that is reset after the request',
		async () => await startTls({}, (raw) => raw.resetAndDestroy()),
		'ECONNRESET',
		true,
	],
])('%s: unknown', async (_, start, code, isRead) => {
	trustRoot();
	expect(await send(await start())).toMatchObject({
		error: expect.stringContaining('The connection to the service was lost'),
		code,
		state: 'unknown',
	});
	expect(read > 0).toBe(isRead);
});

test.each<[string, number, 'manual' | 'trigger', number, number]>([
	['a run by hand does not wait for a server that is not there', 0, 'manual', 4, 30],
	['a run that nobody watches waits for it', 0, 'trigger', 25, 61],
	['any run waits for a service that has answered, and is restarted', 1, 'manual', 25, 61],
])('Keep Retrying For of a minute: %s', async (_, answers, mode, least, most) => {
	let left = answers;
	const busy = createPlainServer((socket) => {
		socket.on('error', () => {});
		socket.once('data', () => {
			socket.end('HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
			if (--left === 0) busy.close();
		});
	});
	server = await listen(busy);
	if (answers === 0) await server.stop();
	const began = Date.now();
	expect(await send(server.url, { options: { patience: 60 } }, mode)).toMatchObject({ state: 'notSent' });
	const seconds = (Date.now() - began) / 1000;
	expect(seconds).toBeGreaterThan(least);
	expect(seconds).toBeLessThan(most);
});
