import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { SmsMessagingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingTrigger.node.ts';
import type { Request, Response } from '../http/connection';
import { N8nProcess, NOT_STORED, type Connected, type Handling, type Message, type Sender } from '../http/process';
import type { WorldTime } from '../time';

/** What happens to a run that n8n is to store. */
export interface Storing {
	ms: number;
	/** Stored and answered 200; not stored and answered 500; stored, yet answered 500; or n8n never gets that far. */
	ends: 'stored' | 'failed' | 'storedAndFailed' | 'never';
	/** The process is killed at this point. */
	killed?: 'before' | 'after';
}

/** A trigger in a published workflow. */
export interface TriggerNode {
	parameters: IDataObject;
	/** The content of the credential; absent if the trigger has none. */
	credential?: IDataObject;
	/** How long n8n takes to read the credential. */
	credentialMs: number;
	/** An expression in this parameter cannot be resolved. */
	faultyParameter?: string;
}

/** A run that n8n has stored. */
export interface Run {
	trigger: number;
	/** The handling of the push that started it. */
	handling: TriggerHandling;
	storedAt: number;
	items: IDataObject[];
}

export interface TriggerHandling extends Handling {
	trigger: number;
	run?: Run;
}

interface Push extends Message {
	trigger: number;
	query: IDataObject;
	headers: Record<string, string | undefined>;
}

const node = new SmsMessagingTrigger();

/** What n8n does between the network and the trigger: it stores the run once the trigger has returned its items, then answers 200. */
export class N8n extends N8nProcess {
	readonly runs: Run[] = [];
	/** Whether each trigger's workflow is published. */
	readonly isActive: boolean[];
	private storedCount = 0;

	constructor(
		time: WorldTime,
		private readonly triggers: TriggerNode[],
		private readonly storings: Array<Storing | undefined>,
		restartMs: number,
	) {
		super(time, restartMs);
		this.isActive = triggers.map(() => true);
	}

	connect(push: Push, sender: Sender): Connected<TriggerHandling> | undefined {
		const handling: TriggerHandling = { ...this.newHandling(), trigger: push.trigger };
		return this.accept(
			push,
			sender,
			handling,
			async (request, response) => await this.handle(push, request, response, handling),
		);
	}

	private async handle(push: Push, request: Request, response: Response, handling: TriggerHandling): Promise<void> {
		const { trigger } = push;
		if (!this.isActive[trigger]) {
			handling.settledAt = this.time.elapsed;
			return response.status(404).json({ message: 'The requested webhook is not registered.' });
		}
		const result = await this.called(
			async () => await node.webhook.call(this.contextFor(push, request, response)),
			response,
			handling,
		);
		if (result === undefined) return;
		const { workflowData = [], webhookResponse } = result;
		const { ms, ends, killed } = this.storings[this.storedCount++] ?? { ms: 1, ends: 'stored' };
		this.time.inN8n(ms, () => {
			if (killed === 'before') return this.kill();
			if (ends === 'stored' || ends === 'storedAndFailed') {
				handling.run = {
					trigger,
					handling,
					storedAt: this.time.elapsed,
					items: workflowData.flat().map(({ json }) => json),
				};
				this.runs.push(handling.run);
			}
			if (killed === 'after') return this.kill();
			if (ends === 'stored') response.status(200).json(webhookResponse);
			else if (ends !== 'never') response.status(500).json(NOT_STORED);
		});
	}

	/** Only what the trigger calls. */
	private contextFor({ trigger, query, headers }: Push, request: Request, response: Response): IWebhookFunctions {
		const { parameters, credential, credentialMs, faultyParameter } = this.triggers[trigger]!;
		const log = (message: string) => this.logged.push(message);
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
				await this.time.sleep(credentialMs);
				if (credential === undefined) throw new Error('Node does not have any credentials set');
				return credential;
			},
			logger: { error: log, warn: log },
		};
		return context as unknown as IWebhookFunctions;
	}
}

const NODE = { id: 'trigger', name: 'SMS Messaging Trigger' };
export const workflowOf = (trigger: number) => ({ id: `workflow-${trigger}`, name: 'Workflow', active: true });
