import type { IWebhookFunctions } from 'n8n-workflow';

import { inTurn } from '../kept/turns';
import { host, remembered } from '../n8n/host';
import type { Caller } from './authenticate';

/** Uncompressed: 100 reports, which a push has by default, come to 60 KB, and to 460 KB with the longest callback data. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;
const DEADLINE_MS = 10_000;

/** With the decompressed body, if n8n has read it. n8n's parsed body has lost digits of long ids. */
type BodyRequest = NodeJS.ReadableStream & {
	rawBody?: Uint8Array;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	destroyed: boolean;
	destroy(): unknown;
};

export interface BodyRefusal {
	ok: false;
	statusCode: 400 | 408 | 413;
	reason: string;
}

export interface NotificationRequest extends Caller {
	/** The decompressed body, or why it was not read. */
	readBody: () => Promise<Uint8Array | BodyRefusal>;
	contentType?: string;
}

export function readRequest(context: IWebhookFunctions): NotificationRequest {
	const { rawHeaders, ip } = context.getRequestObject();
	return {
		query: context.getQueryData() as Record<string, unknown>,
		rawHeaders,
		address: ip,
		readBody: async () => await receiveBody(context),
		contentType: context.getHeaderData()['content-type'],
	};
}

/** Reads and decompresses the body of a request. Bodies come out one after the other, so that n8n does other things between two of them. */
export async function receiveBody(context: IWebhookFunctions): Promise<Uint8Array | BodyRefusal> {
	const request = context.getRequestObject() as unknown as BodyRequest;
	const { rawBody, headers } = request;
	const received = rawBody ?? (await receive(request, context));
	if (!(received instanceof Uint8Array)) return received;
	return await inTurn(
		remembered('bodies', () => ({})),
		async () => {
			await host.sleep(0);
			const encoding = rawBody === undefined ? encodingOf(headers['content-encoding']) : undefined;
			if (encoding === 'gzip' || encoding === 'deflate') return await decompress(received, encoding);
			return received.length > MAX_BODY_BYTES ? TOO_LARGE : received;
		},
	);
}

const encodingOf = (header: string | string[] = ''): string =>
	String(header).trim().toLowerCase().replace('x-gzip', 'gzip');

/** The bytes as sent. */
async function receive(request: BodyRequest, context: IWebhookFunctions): Promise<Uint8Array | BodyRefusal> {
	if (Number(request.headers['content-length']) > MAX_BODY_BYTES) return TOO_LARGE;
	if (request.destroyed) return CUT_OFF;
	return await new Promise((resolve) => {
		const chunks: Uint8Array[] = [];
		let length = 0;
		let isOver = false;
		const end = (outcome: Uint8Array | BodyRefusal): void => {
			if (isOver) return;
			isOver = true;
			request.off('data', onData);
			// It would keep the body in memory until then
			deadline.removeEventListener('abort', onDeadline);
			// The rest of a body that is too large is dropped as it arrives, or its sender would not hear the answer
			if (outcome === TOO_SLOW) context.getResponseObject().once('finish', () => request.destroy());
			resolve(outcome);
		};
		const onData = (chunk: Uint8Array): void => {
			chunks.push(chunk);
			length += chunk.length;
			if (length > MAX_BODY_BYTES) end(TOO_LARGE);
		};
		const deadline = host.deadline(DEADLINE_MS);
		const onDeadline = () => end(TOO_SLOW);
		deadline.addEventListener('abort', onDeadline);
		request.on('data', onData);
		request.once('end', () => end(Buffer.concat(chunks)));
		request.once('close', () => end(CUT_OFF));
	});
}

/** The header may not be true. */
async function decompress(bytes: Uint8Array, format: 'gzip' | 'deflate'): Promise<Uint8Array | BodyRefusal> {
	try {
		return (await host.decompress(bytes, format, MAX_BODY_BYTES)) ?? TOO_LARGE;
	} catch {
		return CUT_OFF;
	}
}

const TOO_LARGE = refuse(
	413,
	`The body has more than ${MAX_BODY_BYTES / 1024 / 1024} MiB. Ask your provider to push fewer reports at once, or shorten the callback data of your messages`,
);
const TOO_SLOW = refuse(408, `The body did not arrive within ${DEADLINE_MS / 1000} seconds`);
const CUT_OFF = refuse(
	400,
	'The body cannot be read. It is incomplete, or not compressed as its Content-Encoding header says',
);

function refuse(statusCode: BodyRefusal['statusCode'], reason: string): BodyRefusal {
	return { ok: false, statusCode, reason };
}
