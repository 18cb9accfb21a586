import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';

import type { Message } from './process';

/** A request as n8n passes it to a webhook; its body arrives at once, when the sender's network delivers it. */
export type Request = ReturnType<typeof requestOf>;

export const requestOf = ({ body: { headers }, rawHeaders, address: ip }: Message) =>
	Object.assign(new PassThrough(), {
		...{ headers, rawHeaders, ip },
		/** n8n's end of it. */
		socket: { localAddress: '127.0.0.1', localPort: 5678 },
	});

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
