import { EventEmitter } from 'node:events';

import type { WorldTime } from '../time';
import type { Body } from './bodies';

/** A request as n8n passes it to a webhook; its body arrives at once, when the sender's network delivers it. */
export class Request extends EventEmitter {
	destroyed = false;
	/** n8n's end of it. */
	readonly socket = { localAddress: '127.0.0.1', localPort: 5678 };
	readonly headers: Record<string, string>;
	private isComplete = false;
	private isHandedOver = false;

	constructor(
		private readonly time: WorldTime,
		private readonly body: Body,
		readonly rawHeaders: string[],
		readonly ip: string,
	) {
		super();
		this.headers = body.headers;
		this.on('newListener', (event) => {
			if (event === 'data') queueMicrotask(() => this.hand());
		});
	}

	/** The last byte has arrived. */
	arrive(): void {
		if (this.destroyed) return;
		this.isComplete = true;
		this.hand();
	}

	/** The connection is gone. */
	cut(): void {
		if (this.destroyed) return;
		this.destroyed = true;
		this.emit('close');
	}

	/** The receiver takes no more. */
	destroy(): void {
		this.cut();
	}

	private hand(): void {
		if (!this.isComplete || this.destroyed || this.isHandedOver || this.listenerCount('data') === 0) return;
		this.isHandedOver = true;
		this.emit('data', this.body.bytes);
		this.time.at(0, () => void (this.emit('end'), this.cut()), true);
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
