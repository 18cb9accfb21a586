import { EventEmitter } from 'node:events';
import { gunzipSync, inflateSync } from 'node:zlib';

import type { WorldTime } from '../time';
import type { Body } from './bodies';

/** A request as n8n passes it to a webhook; its body arrives when the sender's network delivers it. */
export class Request extends EventEmitter {
	rawBody?: Buffer;
	complete = false;
	destroyed = false;
	private settle?: { resolve: () => void; reject: (error: Error) => void };

	constructor(
		private readonly time: WorldTime,
		private readonly body: Body,
		readonly rawHeaders: string[],
		readonly ip: string,
	) {
		super();
	}

	private get isCompressed(): boolean {
		return ['gzip', 'deflate'].includes(this.body.headers['content-encoding'] ?? '');
	}

	async readRawBody(): Promise<void> {
		if (this.rawBody !== undefined) return;
		if (this.destroyed) throw new Error('Request body stream was aborted or is not readable');
		const read = new Promise<void>((resolve, reject) => (this.settle = { resolve, reject }));
		if (this.complete) this.hand();
		await read;
	}

	/** The last byte has arrived. */
	arrive(): void {
		if (this.destroyed) return;
		this.complete = true;
		if (this.settle !== undefined) this.hand();
	}

	/** The connection is gone. n8n then waits forever for a body to be decompressed. */
	cut(): void {
		if (this.destroyed) return;
		this.destroyed = true;
		if (!this.complete && !this.isCompressed)
			this.settle?.reject(Object.assign(new Error('request aborted'), { type: 'request.aborted' }));
		this.emit('close');
	}

	/** The receiver takes no more. */
	destroy(): void {
		this.cut();
	}

	/** Decompression continues after the request itself counts as closed. */
	private hand(): void {
		const settle = this.settle!;
		this.destroyed = true;
		this.emit('close');
		this.time.at(
			this.isCompressed ? 2 : 0,
			() => {
				if (this.body.isTooLarge)
					return settle.reject(Object.assign(new Error('request entity too large'), { type: 'entity.too.large' }));
				try {
					this.rawBody = uncompressed(this.body);
					settle.resolve();
				} catch (error) {
					settle.reject(error as Error);
				}
			},
			true,
		);
	}
}

function uncompressed({ bytes, headers }: Body): Buffer {
	switch (headers['content-encoding']) {
		case 'gzip':
			return gunzipSync(bytes);
		case 'deflate':
			return inflateSync(bytes);
		default:
			return bytes;
	}
}

/** Node's response: `prefinish` fires at the end of every answer, `finish` only if the sender is still there. */
export class Response extends EventEmitter {
	statusCode = 200;
	closed = false;
	ended = false;

	constructor(private readonly onAnswer: (status: number, answer: unknown) => void) {
		super();
	}

	status(code: number): this {
		this.statusCode = code;
		return this;
	}

	setHeader(): void {}

	/** Answers with a page or text. */
	send(answer: string): void {
		this.json(answer);
	}

	json(answer: unknown): void {
		if (this.ended) throw new Error('Cannot set headers after they are sent to the client');
		this.ended = true;
		this.emit('prefinish');
		this.onAnswer(this.statusCode, answer);
		if (this.closed) return;
		this.emit('finish');
		this.closed = true;
		this.emit('close');
	}

	/** The sender is gone. */
	cut(): void {
		if (this.closed) return;
		this.closed = true;
		this.emit('close');
	}
}
