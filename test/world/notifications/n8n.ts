import type { IDataObject, IHookFunctions, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { SmsMessagingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingTrigger.node.ts';
import type { WorldTime } from '../time';
import type { Body } from './bodies';
import { Request, Response } from './connection';

/** What becomes of a run that n8n is to store. */
export interface Storing {
	ms: number;
	/** Stored and answered 200; not stored and answered 500; stored, and yet answered 500; or n8n never gets so far. */
	ends: 'stored' | 'failed' | 'storedAndFailed' | 'never';
	/** The process is killed then. */
	killed?: 'before' | 'after';
}

/** A trigger in a published workflow. */
export interface TriggerNode {
	parameters: IDataObject;
	/** What the credential holds; without it the trigger has none. */
	credential?: IDataObject;
	/** How long n8n takes to read the credential. */
	credentialMs: number;
	/** An expression in this parameter cannot be resolved. */
	faultyParameter?: string;
}

/** A run that n8n has stored. */
export interface Run {
	trigger: number;
	/** Of the push that started it. */
	handling: Handling;
	storedAt: number;
	items: IDataObject[];
}

/** What one n8n process did with one request. */
export interface Handling {
	trigger: number;
	process: number;
	beganAt: number;
	/** When webhook() had ended. */
	settledAt?: number;
	/** What n8n answered, whether or not the sender was still there. */
	answered?: { at: number; status: number; answer: IDataObject; isSenderThere: boolean };
	run?: Run;
	thrown?: unknown;
}

/** The sender's end of a connection. */
export interface Sender {
	onAnswer: (status: number) => void;
	onGone: () => void;
}

/** A connection as its sender has it. */
export interface Connection {
	arrive: () => void;
	cut: () => void;
	handling: Handling;
}

interface Push {
	trigger: number;
	body: Body;
	query: IDataObject;
	headers: Record<string, string | undefined>;
	rawHeaders: string[];
	address: string;
}

const node = new SmsMessagingTrigger();

/** What n8n does between the network and the trigger: it stores the run after the trigger gave its items, and answers 200 after that. */
export class N8n {
	readonly runs: Run[] = [];
	readonly logged: string[] = [];
	process = 1;
	isUp = true;
	/** Whether each trigger's workflow is published. */
	readonly isActive: boolean[];
	private readonly open = new Map<Connection, Sender>();
	private storedCount = 0;
	onKill: () => void = () => {};

	constructor(
		private readonly time: WorldTime,
		private readonly triggers: TriggerNode[],
		private readonly storings: Array<Storing | undefined>,
		private readonly restartMs: number,
	) {
		this.isActive = triggers.map(() => true);
	}

	kill(downMs: number): void {
		if (!this.isUp) return;
		this.isUp = false;
		this.onKill();
		this.time.kill();
		for (const sender of this.open.values()) sender.onGone();
		this.open.clear();
		this.time.at(downMs, () => this.start());
	}

	private start(): void {
		this.isUp = true;
		this.process += 1;
		this.time.revive();
		this.triggers.forEach((_, trigger) => this.isActive[trigger] && this.callHook(trigger, 'checkExists'));
	}

	/** The workflow is unpublished, or n8n takes its triggers away for the moment of an update. */
	takeAway(trigger: number): void {
		this.isActive[trigger] = false;
		this.callHook(trigger, 'delete');
	}

	bringBack(trigger: number): void {
		this.isActive[trigger] = true;
		this.callHook(trigger, 'checkExists');
	}

	private callHook(trigger: number, method: 'checkExists' | 'delete'): void {
		if (!this.isUp) return;
		void node.webhookMethods!.default![method].call({ getWorkflow: () => workflowOf(trigger), getNode: () => NODE } as unknown as IHookFunctions);
	}

	/** A request comes in; undefined where nothing listens. */
	connect(push: Push, sender: Sender): Connection | undefined {
		if (!this.isUp) return undefined;
		const { trigger } = push;
		const handling: Handling = { trigger, process: this.process, beganAt: this.time.elapsed };
		const response = new Response((status, answer) => {
			handling.answered = { at: this.time.elapsed, status, answer: answer as IDataObject, isSenderThere: this.open.has(connection) };
			if (this.open.delete(connection)) sender.onAnswer(status);
		});
		const request = new Request(this.time, push.body, push.rawHeaders, push.address);
		const connection: Connection = {
			handling,
			// A process that is gone hears nothing more
			arrive: () => void (this.open.has(connection) && request.arrive()),
			cut: () => {
				if (!this.open.delete(connection)) return;
				request.cut();
				response.cut();
			},
		};
		this.open.set(connection, sender);
		void this.handle(push, request, response, handling);
		return connection;
	}

	private async handle(push: Push, request: Request, response: Response, handling: Handling): Promise<void> {
		const { trigger } = push;
		if (!this.isActive[trigger]) {
			handling.settledAt = this.time.elapsed;
			return response.status(404).json({ message: 'The requested webhook is not registered.' });
		}
		let result: IWebhookResponseData;
		try {
			result = await node.webhook.call(this.contextFor(push, request, response));
		} catch (error) {
			handling.thrown = error;
			return response.status(500).json({ message: 'Error in workflow' });
		}
		handling.settledAt = this.time.elapsed;
		const { noWebhookResponse, workflowData, webhookResponse } = result;
		if (noWebhookResponse === true) return;
		if (workflowData === undefined) return response.status(200).json(webhookResponse);
		const { ms, ends, killed } = this.storings[this.storedCount++] ?? { ms: 1, ends: 'stored' };
		this.time.at(
			ms,
			() => {
				if (killed === 'before') return this.kill(this.restartMs);
				if (ends === 'stored' || ends === 'storedAndFailed') {
					handling.run = { trigger, handling, storedAt: this.time.elapsed, items: workflowData.flat().map(({ json }) => json) };
					this.runs.push(handling.run);
				}
				if (killed === 'after') return this.kill(this.restartMs);
				if (ends === 'stored') response.status(200).json(webhookResponse);
				else if (ends !== 'never') response.status(500).json({ code: 0, message: 'There was a problem executing the workflow' });
			},
			true,
		);
	}

	/** What the trigger calls, and no more. */
	private contextFor({ trigger, query, headers }: Push, request: Request, response: Response): IWebhookFunctions {
		const { parameters, credential, credentialMs, faultyParameter } = this.triggers[trigger]!;
		const context: Record<string, unknown> = {
			getNode: () => NODE,
			getWorkflow: () => workflowOf(trigger),
			getMode: () => 'webhook',
			getRequestObject: () => request,
			getResponseObject: () => response,
			getHeaderData: () => headers,
			getQueryData: () => query,
			getNodeParameter: (name: string, fallback?: unknown) => {
				if (name === faultyParameter) throw new Error("Referenced node doesn't exist");
				return parameters[name] ?? fallback;
			},
			getCredentials: async () => {
				await new Promise<void>((resolve) => this.time.at(credentialMs, resolve, true));
				if (credential === undefined) throw new Error('Node does not have any credentials set');
				return credential;
			},
			logger: { error: (message: string) => this.logged.push(message) },
		};
		return context as unknown as IWebhookFunctions;
	}
}

const NODE = { id: 'trigger', name: 'SMS Messaging Trigger' };
export const workflowOf = (trigger: number) => ({ id: `workflow-${trigger}`, name: 'Workflow', active: true });
