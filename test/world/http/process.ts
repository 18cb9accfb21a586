import type { IDataObject, IWebhookResponseData } from 'n8n-workflow';

import type { WorldTime } from '../time';
import type { Body } from './bodies';
import { requestOf, Response, type Request } from './connection';

/** What one n8n process did with one request. */
export interface Handling {
	process: number;
	beganAt: number;
	/** n8n was still starting. */
	isEarly: boolean;
	/** When webhook() settled. */
	settledAt?: number;
	/** What n8n answered, even if the sender was gone. */
	answered?: { at: number; status: number; answer: IDataObject; isSenderThere: boolean };
	/** What webhook() threw; it must not throw. */
	thrown?: unknown;
}

/** The sender's end of a connection. */
export interface Sender {
	onAnswer: (status: number) => void;
	onGone: () => void;
}

/** A connection as its sender sees it. */
export interface Connection {
	arrive: () => void;
	cut: () => void;
}

export interface Connected<H> {
	connection: Connection;
	handling: H;
}

export interface Message {
	body: Body;
	rawHeaders: string[];
	address: string;
	/** POST if absent. */
	method?: 'GET' | 'POST';
}

/** How n8n ends a request whose run it cannot store. */
export const NOT_STORED = { code: 0, message: 'There was a problem executing the workflow' };

/** n8n as a process that takes requests, and is killed and restarted. */
export abstract class N8nProcess {
	process = 1;
	isUp = true;
	startedAt = 0;
	/** When its processes were killed, in order. */
	readonly killedAt: number[] = [];
	readonly logged: string[] = [];
	private readonly open = new Map<Connection, Sender>();

	constructor(
		protected readonly time: WorldTime,
		private readonly restartMs: number,
	) {}

	kill(): void {
		if (!this.isUp) return;
		this.isUp = false;
		this.killedAt.push(this.time.elapsed);
		this.time.kill();
		const senders = [...this.open.values()];
		this.open.clear();
		for (const sender of senders) sender.onGone();
		this.time.at(this.restartMs, () => {
			this.isUp = true;
			this.process += 1;
			this.startedAt = this.time.elapsed;
			this.time.revive();
			this.started();
		});
	}

	/** What n8n does after a restart. */
	protected started(): void {}

	/** A request comes in; undefined if nothing is listening. */
	protected accept<T extends Handling>(
		message: Message,
		sender: Sender,
		handling: T,
		handle: (request: Request, response: Response) => Promise<void>,
	): Connected<T> | undefined {
		if (!this.isUp) return undefined;
		const response = new Response((status, answer) => {
			handling.answered = {
				at: this.time.elapsed,
				status,
				answer: answer as IDataObject,
				isSenderThere: this.open.has(connection),
			};
			if (this.open.delete(connection)) sender.onAnswer(status);
		});
		const request = requestOf(message);
		const connection: Connection = {
			// A dead process receives nothing more
			arrive: () => void (this.open.has(connection) && request.end(message.body.bytes)),
			cut: () => {
				if (!this.open.delete(connection)) return;
				request.destroy();
				response.cut();
			},
		};
		this.open.set(connection, sender);
		void handle(request, response);
		return { connection, handling };
	}

	/** Calls webhook(), and answers unless n8n is to go on with what it returns. */
	protected async called(
		webhook: () => Promise<IWebhookResponseData>,
		response: Response,
		handling: Handling,
	): Promise<IWebhookResponseData | undefined> {
		let result: IWebhookResponseData;
		try {
			result = await webhook();
		} catch (thrown) {
			handling.thrown = thrown;
			response.status(500).json({ message: 'Error in workflow' });
			return undefined;
		}
		handling.settledAt = this.time.elapsed;
		if (result.noWebhookResponse === true) return undefined;
		if (result.workflowData !== undefined) return result;
		response.status(200).json(result.webhookResponse);
		return undefined;
	}

	protected newHandling(): Handling {
		return { process: this.process, beganAt: this.time.elapsed, isEarly: this.time.isStarting };
	}
}
