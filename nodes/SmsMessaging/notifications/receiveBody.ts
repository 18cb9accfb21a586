import { host, remembered } from '../n8n/host';
import { MAX_BODY_BYTES } from '../text/limits';

const DEADLINE_MS = 10_000;
/** A body that takes longer is slow. */
const PROMPT_MS = 500;
/** For all prompt bodies, and the same for all slow ones: slow senders must not block the others. */
const MAX_BYTES_AT_ONCE = 64 * 1024 * 1024;
/** The least that a slow body counts as: n8n holds an expression engine of about 10 MB for its request. */
const MIN_SLOW_BYTES = 2 * 1024 * 1024;
/** The most bytes that one byte of gzip or deflate expands to. */
const MAX_EXPANSION = 1032;

/** The parts of n8n's request that are used here. */
export interface BodyRequest {
	/** The body's bytes once read, by n8n itself or by the function below. n8n's parsed body has lost digits of long ids. */
	rawBody?: Uint8Array;
	/** Reads and decompresses the body. */
	readRawBody(): Promise<void>;
	/** Whether the complete request has arrived. */
	complete: boolean;
	destroyed: boolean;
	destroy(): unknown;
	once(event: 'close', listener: () => void): unknown;
	on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
	off(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
}

/** Why a body was not read, and the status to answer with. */
export interface BodyRefusal {
	ok: false;
	statusCode: 400 | 408 | 503;
	reason: string;
}

/**
 * Reads and decompresses a request's body. Gives up if it arrives too slowly, or if all bodies together need too much memory.
 * @param encoding the header Content-Encoding
 * @param afterAnswer does something once the request is answered
 */
export async function receiveBody(
	request: BodyRequest,
	encoding: string | undefined,
	afterAnswer: (act: () => void) => void,
): Promise<Uint8Array | BodyRefusal> {
	if (request.rawBody !== undefined) return request.rawBody;
	return await new Promise((resolve) => {
		const expansion = encoding === undefined || encoding === 'identity' ? 1 : MAX_EXPANSION;
		let bytes = 0;
		let room = new Room('prompt');
		let isOver = false;
		const onData = (chunk: Uint8Array): void => {
			bytes += chunk.length * expansion;
			if (!room.hold(bytes)) giveUp(TOO_MANY);
		};
		const end = (refusal?: BodyRefusal): void => {
			isOver = true;
			request.off('data', onData);
			room.leave();
			resolve(refusal ?? request.rawBody ?? new Uint8Array());
		};
		/** Closes the connection once the sender has its answer. */
		const giveUp = (refusal: BodyRefusal): void => {
			afterAnswer(() => request.destroy());
			end(refusal);
		};
		const after = (ms: number, act: () => void) =>
			host.deadline(ms).addEventListener('abort', () => (isOver ? undefined : act()));

		void read(request).then(end);
		request.on('data', onData);
		// n8n would wait for the rest of a compressed body forever
		const endIfCut = () => (request.complete ? undefined : end(CUT_OFF));
		if (request.destroyed) endIfCut();
		else request.once('close', endIfCut);
		after(PROMPT_MS, () => {
			room.leave();
			room = new Room('slow');
			if (!room.hold(Math.max(bytes, MIN_SLOW_BYTES))) giveUp(TOO_MANY);
		});
		after(DEADLINE_MS, () => giveUp(TOO_SLOW));
	});
}

/** The memory that a body takes up while it is read. */
class Room {
	private bytes = 0;
	private readonly all: { bytes: number };

	/** @param kind bodies of the same kind share their memory */
	constructor(kind: 'prompt' | 'slow') {
		this.all = remembered(`${kind} bodies`, () => ({ bytes: 0 }));
	}

	/** @returns whether there is memory for a body of this length */
	hold(length: number): boolean {
		const more = Math.max(0, Math.min(length, MAX_BODY_BYTES) - this.bytes);
		if (this.all.bytes + more > MAX_BYTES_AT_ONCE) return false;
		this.all.bytes += more;
		this.bytes += more;
		return true;
	}

	leave(): void {
		this.all.bytes -= this.bytes;
		this.bytes = 0;
	}
}

async function read(request: BodyRequest): Promise<BodyRefusal | undefined> {
	try {
		await request.readRawBody();
		return undefined;
	} catch (error) {
		return (error as { type?: unknown }).type === 'entity.too.large'
			? refuse(400, 'The body is too large for this n8n (environment variable N8N_PAYLOAD_SIZE_MAX)')
			: CUT_OFF;
	}
}

const TOO_MANY = refuse(503, 'Too many requests are arriving at once. Send it again later');
const TOO_SLOW = refuse(408, `The body did not arrive within ${DEADLINE_MS / 1000} seconds`);
const CUT_OFF = refuse(
	400,
	'The body cannot be read. It is incomplete, or not compressed as its Content-Encoding header says',
);

function refuse(statusCode: BodyRefusal['statusCode'], reason: string): BodyRefusal {
	return { ok: false, statusCode, reason };
}
