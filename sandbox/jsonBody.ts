import type { IncomingHttpHeaders } from 'node:http';
import { promisify, TextDecoder } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { RequestError } from './requestErrors';

/** Maximum bytes of a body, compressed or decompressed. */
export const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

const DECODERS: Readonly<Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>> = {
	identity: async (body) => body,
	gzip: promisify(gunzip),
	'x-gzip': promisify(gunzip),
	deflate: promisify(inflate),
	br: promisify(brotliDecompress),
};

const refuse = (text: string): RequestError => new RequestError(400, 'BAD_REQUEST', text);

async function decompressed(body: Buffer, encoding: string): Promise<Buffer> {
	const decode = DECODERS[encoding.trim().toLowerCase()];
	if (!decode) throw refuse('Content-Encoding must be gzip, deflate, br, or absent');
	try {
		return await decode(body, { maxOutputLength: BODY_LIMIT_BYTES });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw refuse('The body is too large');
		throw refuse(`The body is not ${encoding.trim().toLowerCase()}, as Content-Encoding says`);
	}
}

/** What a body's first bytes say, else what Content-Type says, else UTF-8. */
function charsetOf(body: Buffer, contentType: string): string {
	const [first, second] = body;
	if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
	if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return 'utf-16le';
	if (first === 0xef && second === 0xbb) return 'utf-8';
	return /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
}

/** The text of a body, from the compression and the character set that its headers name. Throws RequestError 400. */
export async function textOfBody(body: Buffer, headers: IncomingHttpHeaders): Promise<string> {
	const bytes = await decompressed(body, headers['content-encoding'] ?? 'identity');
	const charset = charsetOf(bytes, headers['content-type'] ?? '');
	let decoder: TextDecoder;
	try {
		decoder = new TextDecoder(charset, { fatal: true });
	} catch {
		throw refuse('The charset of Content-Type is unknown; send UTF-8');
	}
	try {
		return decoder.decode(bytes);
	} catch {
		throw refuse(`The body is not ${charset.toUpperCase()}; send UTF-8, or name its charset in Content-Type`);
	}
}

/**
 * Reads JSON as clients mean it: a field that is null counts as absent, and a number with more digits than JavaScript can hold keeps
 * them, as a string.
 */
function parseRequest(text: string): unknown {
	if (!/null|\d{16}/.test(text)) return JSON.parse(text);
	return JSON.parse(text, function (this: unknown, _key, value: unknown, context?: { source?: string }) {
		if (value === null && !Array.isArray(this)) return undefined;
		const isInexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
		return isInexact && /^-?\d+$/.test(context?.source ?? '') ? context!.source : value;
	});
}

/** Reads the body, which was kept as text so far: authorization is checked before the content of a request. */
export async function readJson(request: FastifyRequest): Promise<void> {
	const type = request.headers['content-type'] ?? '';
	if (!/^application\/json\s*(;|$)/i.test(type)) throw refuse('Content-Type must be application/json');
	try {
		request.body = parseRequest(request.body as string);
	} catch {
		throw refuse('The body is not JSON');
	}
}
