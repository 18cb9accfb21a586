import type { IDataObject, INodeExecutionData, IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { SmsMessagingPollingTrigger } from '../../../nodes/SmsMessaging/SmsMessagingPollingTrigger.node.ts';
import { bareNode } from '../../support/bareNode';
import { copied } from '../execution';
import { serviceFor } from '../sending/n8n';
import type { Network } from '../sending/network';
import type { WorldTime } from '../time';

/** One call of the trigger's code, and what n8n did with the result. */
export interface Poll {
	at: number;
	endedAt?: number;
	/** json of the items that start an execution. */
	started?: IDataObject[];
	/** An error that was thrown and shown: as a failed execution, or as the reason for not publishing the workflow. */
	error?: Error & { context?: unknown };
	/** n8n discarded the result, since the publication or n8n itself had ended. */
	isDiscarded: boolean;
	ended: 'under way' | 'gave nothing' | 'started' | 'failed';
}

/** What n8n knows about a published workflow. */
interface Publication {
	isCurrent: boolean;
	/** With durable schedules n8n creates a new one for each poll. */
	context?: IPollFunctions;
	activation: WorkflowActivateMode;
}

export interface N8nSettings {
	parameters: IDataObject;
	/** Of the interface, in the credential. */
	version: string;
	intervalMs: number;
	/** n8n polls with durable schedules, and allows this much time per poll. */
	budgetMs?: number;
}

const node = new SmsMessagingPollingTrigger();
const NODE = bareNode('Reports', 'n8n-nodes-sms-messaging.smsMessagingPollingTrigger');

/** n8n with one workflow that starts with the trigger: publishes it, polls on schedule, and starts executions. */
export class PollingN8n {
	readonly polls: Poll[] = [];
	readonly logged: string[] = [];
	/** From when to when the workflow was published and n8n was running. */
	readonly timesOn: Array<{ from: number; until: number }> = [];
	private publication: Publication | undefined;
	private cancelSchedule = () => {};
	/** Static data in n8n's memory, and as last stored. */
	private staticData: IDataObject = {};
	private storedData: IDataObject = {};

	constructor(
		private readonly settings: N8nSettings,
		private readonly time: WorldTime,
		private readonly network: Network,
	) {}

	get isOn(): boolean {
		return this.publication !== undefined;
	}

	/** Publishes the workflow, or publishes it again. n8n polls at once; if that fails, the workflow stays off. */
	async publish(activation: WorkflowActivateMode): Promise<void> {
		this.unpublish();
		this.staticData = copied(this.storedData);
		const publication: Publication = { isCurrent: true, activation };
		this.publication = publication;
		this.timesOn.push({ from: this.time.elapsed, until: Infinity });
		const polled = await this.poll(publication, true);
		if (this.publication !== publication) return;
		if (polled.ended === 'failed') return this.unpublish();
		this.schedule(publication);
	}

	unpublish(): void {
		this.cancelSchedule();
		if (this.publication === undefined) return;
		this.timesOn.at(-1)!.until = this.time.elapsed;
		this.publication.isCurrent = false;
		this.publication = undefined;
	}

	/** The n8n process is gone. */
	end(): void {
		this.unpublish();
		for (const poll of this.polls)
			if (poll.endedAt === undefined) Object.assign(poll, { isDiscarded: true, endedAt: this.time.elapsed });
		this.staticData = copied(this.storedData);
	}

	private schedule(publication: Publication): void {
		this.cancelSchedule = this.time.inN8n(this.settings.intervalMs, () => {
			void this.poll(publication, false);
			this.schedule(publication);
		});
	}

	private async poll(publication: Publication, isFirst: boolean): Promise<Poll> {
		const poll: Poll = { at: this.time.elapsed, isDiscarded: false, ended: 'under way' };
		this.polls.push(poll);
		const isDurable = this.settings.budgetMs !== undefined && !isFirst;
		const data = isDurable ? copied(this.storedData) : this.staticData;
		const context = isDurable
			? this.pollFunctions('update', () => data)
			: (publication.context ??= this.pollFunctions(publication.activation, () => this.staticData));
		const finish = (ended: Poll['ended']) => {
			if (poll.isDiscarded) return false;
			poll.endedAt = this.time.elapsed;
			poll.ended = ended;
			poll.isDiscarded = !publication.isCurrent;
			return !poll.isDiscarded;
		};
		try {
			const outputs = await node.poll.call(context);
			if (outputs === null) {
				// With durable schedules, changes made by a poll are stored if it found nothing; otherwise only with an execution
				if (finish('gave nothing') && isDurable) this.storedData = copied(data);
			} else if (finish('started')) {
				poll.started = outputs.flat().map(({ json }: INodeExecutionData) => json);
				this.storedData = copied(data);
			}
		} catch (error) {
			if (finish('failed')) poll.error = error as Error;
		}
		return poll;
	}

	/** Only what the trigger calls. */
	private pollFunctions(activation: WorkflowActivateMode, staticData: () => IDataObject): IPollFunctions {
		const { parameters, version, budgetMs } = this.settings;
		const log = (level: string) => (message: string) =>
			void this.logged.push(`${Math.round(this.time.elapsed)} ms ${level}: ${message}`);
		const context: Record<string, unknown> = {
			getNode: () => NODE,
			getNodeParameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
			getMode: () => 'trigger',
			getActivationMode: () => activation,
			getWorkflow: () => ({ id: 'workflow', name: 'Workflow', active: true }),
			getWorkflowStaticData: staticData,
			...serviceFor(this.network, version),
			...(budgetMs !== undefined && { getPollBudgetMs: () => budgetMs }),
			logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
		};
		return context as unknown as IPollFunctions;
	}
}
