import { EventEmitter } from 'node:events';
import type { INodeParameters, IRunExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { SmsMessaging } from '../../../nodes/SmsMessaging/SmsMessaging.node';
import type { Sandbox } from '../../../sandbox';
import { runWorkflow, type Execution } from '../engine';
import { credentialFor, SMS, smsWorkflow, type SmsRun } from '../smsNode';

/** What the phone gets. */
export interface Page {
	status: number;
	html: string;
	headers: Record<string, string>;
}

class Response extends EventEmitter {
	readonly page: Page = { status: 200, html: '', headers: {} };
	get statusCode(): number {
		return this.page.status;
	}
	setHeader(name: string, value: string): void {
		this.page.headers[name] = value;
	}
	status(code: number): this {
		this.page.status = code;
		return this;
	}
	send(html: string): void {
		this.page.html = html;
		this.emit('prefinish');
	}
}

/** Where n8n would answer without the node. */
const OF_N8N: Page = { status: 409, html: '', headers: {} };

/**
 * One execution of Input → SMS Messaging that asks, in n8n's engine: how n8n stores it, and wakes it by a request or in time
 * (platform: waiting-webhooks.js, webhook-helpers.js). n8n's signature of links is not checked here, so that only
 * the node stands between a forged link and an answer.
 */
export class AskedExecution {
	private constructor(
		private readonly sandbox: Sandbox,
		private readonly run: SmsRun,
		public execution: Execution,
	) {}

	static async start(
		sandbox: Sandbox,
		parameters: INodeParameters,
		more: Partial<SmsRun> = {},
	): Promise<AskedExecution> {
		const run: SmsRun = {
			credential: credentialFor(sandbox),
			...more,
			parameters: {
				operation: 'sendAndWait',
				to: '43660000001',
				from: 'Watch',
				message: 'Restart db1?',
				...parameters,
				options: { messageIds: 'node', ...(parameters.options as INodeParameters) },
			},
		};
		return new AskedExecution(sandbox, run, await runWorkflow(smsWorkflow(run)));
	}

	get isWaiting(): boolean {
		return this.execution.run.waitTill instanceof Date;
	}

	/** The items of each output: answers, and what has none. */
	get came(): [answers: Array<Record<string, any>>, others: Array<Record<string, any>>] {
		const json = (output: number) => this.execution.output(SMS, output).map((item) => item.json);
		return [json(0), json(1)];
	}

	/** The link that a number got, the latest. */
	link(to = '43660000001'): URL {
		const { text = '' } = this.sandbox.messages.findLast((message) => message.to === to) ?? {};
		return new URL(/https?:\S+/.exec(text)![0]);
	}

	async get(link = this.link()): Promise<Page> {
		return await this.request('GET', link);
	}

	async post(form: Record<string, string>, link = this.link()): Promise<Page> {
		return await this.request('POST', link, new URLSearchParams(form).toString());
	}

	/** The service pushes delivery reports. */
	async push(...reports: object[]): Promise<void> {
		const { status } = await this.request('POST', new URL('http://n8n.example/delivery'), JSON.stringify(reports));
		if (status !== 200) throw new Error(`The reports were answered ${status}`);
	}

	private async request(method: string, link: URL, body = ''): Promise<Page> {
		const isReport = link.pathname.endsWith('/delivery');
		if (!this.isWaiting) return OF_N8N;
		const before = this.execution;
		const data = stored(before);
		const [waiting] = data.executionData!.nodeExecutionStack;
		const response = new Response();
		const request = Object.assign(new EventEmitter(), {
			method,
			rawHeaders: [],
			headers: {},
			rawBody: Buffer.from(body),
		});
		const context = {
			runExecutionData: data,
			getNode: () => structuredClone(waiting!.node),
			getWorkflow: () => ({ id: 'asking' }),
			getWebhookName: () => (isReport ? 'default' : 'setup'),
			getRequestObject: () => request,
			getResponseObject: () => response,
			getHeaderData: () => ({ 'content-type': isReport ? 'application/json' : 'application/x-www-form-urlencoded' }),
			getQueryData: () => Object.fromEntries(link.searchParams),
			logger: {
				error: (message: string) => {
					throw new Error(message);
				},
			},
		} as unknown as IWebhookFunctions;
		const { noWebhookResponse, workflowData, webhookResponse } = await new SmsMessaging().webhook.call(context);
		if (noWebhookResponse === true || workflowData === undefined) return response.page;
		// n8n goes on only if the execution is still waiting
		if (this.execution !== before) {
			response.status(500).send('');
			return response.page;
		}
		waiting!.node.disabled = true;
		waiting!.data.main = workflowData;
		waiting!.metadata = { ...waiting!.metadata, forwardAllOutputs: true };
		data.waitTill = undefined;
		data.resultData.runData[data.resultData.lastNodeExecuted!]!.pop();
		response.send(String(webhookResponse));
		this.execution = await runWorkflow({ ...smsWorkflow(this.run), executionData: data });
		return response.page;
	}

	/** n8n wakes the execution in time. @param copy as n8n had read it, if it has waited for its limit of concurrent executions since */
	async wake(copy = this.execution): Promise<void> {
		const { waitTill } = copy.run;
		await new Promise((resolve) => setTimeout(resolve, Math.max(0, Number(waitTill) - Date.now())));
		this.execution = await runWorkflow({ ...smsWorkflow(this.run), executionData: stored(copy) });
	}

	async untilOver(): Promise<this> {
		while (this.isWaiting) await this.wake();
		return this;
	}
}

const stored = ({ run }: Execution): IRunExecutionData => {
	const data = JSON.parse(JSON.stringify(run.data)) as IRunExecutionData;
	if (data.waitTill !== undefined) data.waitTill = new Date(data.waitTill);
	return data;
};
