import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';

import { pushOf } from '../../../bench/pushes';
import { startCluster, type Cluster, type ClusterOptions } from '../../../tools/n8n/queue/cluster';
import type { ClusterProcess } from '../../../tools/n8n/queue/clusterProcess';
import { query } from '../../../tools/n8n/queue/servers';
import type { ExecutionSummary, WorkflowFile } from '../../../tools/n8n/restClient';
import { startSandbox, type Sandbox, type SandboxMessage, type SandboxOptions } from '../../../sandbox';
import { sendNode } from '../../end-to-end/bulk/bulkN8n';
import { chain, plain } from '../../end-to-end/realN8n';
import { triggerWorkflow, type LiveWorkflow } from '../../end-to-end/trigger/triggerN8n';
import { pause } from '../../integration/bulk/proxiedSandbox';
import { SMS } from '../../integration/smsNode';
import { put } from '../../sandbox/client';
import { afterwards } from '../afterwards';
import { listen } from '../listen';

const POLL_MS = 250;
/** How long the workflow step that tells the collector takes, unless a test holds it. */
export const STEP_MS = 300;
/** How much later the logs show a message. */
const LOGS_LAG_MS = 1000;
const HOOK = 'Webhook';
const LIST = 'List';

/** Records what a workflow with the trigger has done with each report, outside n8n, so that it outlives n8n. */
async function startCollector() {
	const seen = new Map<string, number>();
	const collector = { seen, stepMs: STEP_MS };
	const server = createServer((request, response) => {
		const id = decodeURIComponent(request.url!.slice(1));
		request.resume();
		setTimeout(() => {
			// A run that died in the meantime has not done its work
			if (response.destroyed) return;
			seen.set(id, (seen.get(id) ?? 0) + 1);
			response.end('{}');
		}, collector.stepMs);
	});
	return Object.assign(collector, await listen(server));
}

/** The result of a push that was retried until it was answered 200. */
export interface PushFate {
	messageId: string;
	/** Answers and failures before the 200. */
	refused: string[];
	/** Whether the 200 came from the trigger; n8n also answers 200 while it starts, but starts no run. */
	isTaken: boolean;
}

/** A cluster, a sandbox and a collector, and what the tests of queue mode do with them. */
export class QueueLab {
	private constructor(
		readonly cluster: Cluster,
		readonly sandbox: Sandbox,
		readonly collector: Awaited<ReturnType<typeof startCollector>>,
	) {}

	static async open(
		options: Omit<ClusterOptions, 'serviceUrl'> = {},
		sandboxOptions: SandboxOptions = {},
	): Promise<QueueLab> {
		// Only the node keeps a message from being sent twice
		const own: SandboxOptions = { logsPerMinute: 100_000, duplicateIds: 'accept', sendVersions: ['3'] };
		const sandbox = afterwards(await startSandbox({ ...own, ...sandboxOptions }));
		const collector = afterwards(await startCollector());
		const cluster = await startCluster({ ...options, serviceUrl: sandbox.url, apiVersion: '3' });
		return new QueueLab(afterwards(cluster), sandbox, collector);
	}

	/** Each send request to the sandbox takes this long. */
	async slowDown(ms: number): Promise<void> {
		const { status } = await put(this.sandbox, '/_sandbox/faults', {
			rules: [
				{ fault: 'logs-lag', ms: LOGS_LAG_MS },
				{ fault: 'latency', ms, endpoints: ['text'] },
			],
		});
		if (status >= 300) throw new Error(`The sandbox answered ${status}`);
	}

	/**
	 * Publishes a workflow that sends the messages that its webhook gets, or as many as it is asked for, to numbers that begin
	 * with `prefix`.
	 */
	async saveSend(
		prefix: string,
		{ errorWorkflow, notifyUrl }: { errorWorkflow?: string; notifyUrl?: string } = {},
	): Promise<LiveWorkflow> {
		const path = `send-${prefix}`;
		const { rest } = this.cluster.n8n;
		const workflowId = await rest.saveWorkflow({
			name: `Send to ${prefix}`,
			nodes: [
				{ ...plain(HOOK, 'webhook', 2.1, { httpMethod: 'POST', path, options: {} }), webhookId: path },
				plain(LIST, 'code', 2, {
					jsCode: `const messages = $json.body.messages ?? Array.from({ length: $json.body.count }, (_, index) => ({ to: '${prefix}' + (1000000 + index), text: 'Message ' + index }));\nreturn messages.map((json) => ({ json }));`,
				}),
				sendNode({
					parameters: {
						operation: 'sendText',
						to: '={{ $json.to }}',
						text: '={{ $json.text }}',
						...(notifyUrl && { messageOptions: { notifyUrl } }),
						options: { lookUpTime: 3 },
					},
				}),
			],
			connections: chain(HOOK, LIST, SMS),
			settings: { executionOrder: 'v1', ...(errorWorkflow && { errorWorkflow }) },
		});
		await rest.activate(workflowId);
		return { workflowId, url: `${this.cluster.url}/webhook/${path}` };
	}

	/** Starts a send; returns the execution's number. */
	async beginSend(
		{ workflowId, url }: LiveWorkflow,
		what: { count: number } | { messages: Array<{ to: string; text: string }> },
	): Promise<string> {
		const { status } = await fetch(url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Connection: 'close' },
			body: JSON.stringify(what),
		});
		if (status !== 200) throw new Error(`The webhook answered ${status}`);
		const executions = await this.cluster.n8n.rest.executionsOf(workflowId);
		return executions.at(-1)!.id;
	}

	/** What the service has accepted for these numbers. */
	acceptedTo(prefix: string): SandboxMessage[] {
		return this.sandbox.messages.filter(({ to }) => to.startsWith(prefix));
	}

	/** Which worker runs an execution, by its log. */
	async workerOf(executionId: string): Promise<ClusterProcess> {
		return await this.workerThatSays(`Worker started execution ${executionId} `);
	}

	/** Resolves when a worker has run an execution to its end, whether or not n8n could store that. */
	async finishedByWorker(executionId: string): Promise<void> {
		await this.workerThatSays(`Worker finished execution ${executionId} `);
	}

	/** How many executions a worker is running, by its log. */
	runningIn({ logFile }: ClusterProcess): number {
		const log = readFileSync(logFile, 'utf8');
		const lines = (what: RegExp) => log.match(what)?.length ?? 0;
		return lines(/Worker started execution/g) - lines(/Worker finished execution/g);
	}

	private async workerThatSays(line: string): Promise<ClusterProcess> {
		for (;;) {
			const one = this.cluster.workers.find(({ logFile }) => readFileSync(logFile, 'utf8').includes(line));
			if (one !== undefined) return one;
			await pause(POLL_MS);
		}
	}

	/** Rows of n8n's database. */
	async query<Rows>(statement: string): Promise<Rows> {
		return await query<Rows>(this.cluster.postgres, statement);
	}

	/** Waits for the end of an execution, without reading its data. n8n may be down in the meantime. */
	async ended(workflowId: string, executionId: string, timeoutMs: number): Promise<ExecutionSummary> {
		const giveUpAt = Date.now() + timeoutMs;
		for (;;) {
			const all = await this.cluster.n8n.rest.executionsOf(workflowId).catch(() => []);
			const execution = all.find(({ id }) => id === executionId);
			if (execution && !['new', 'running', 'waiting'].includes(execution.status)) return execution;
			if (Date.now() > giveUpAt) return execution!;
			await pause(POLL_MS);
		}
	}

	/** Publishes a trigger whose workflow tells the collector about each report. */
	async saveTrigger(change: (workflow: WorkflowFile) => void = () => {}): Promise<LiveWorkflow> {
		const workflow = triggerWorkflow();
		const { rest } = this.cluster.n8n;
		Object.assign(workflow.nodes[1]!, {
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				method: 'POST',
				url: `=${this.collector.url}/{{ $json.messageId }}`,
				options: {},
			},
		});
		change(workflow);
		const workflowId = await rest.saveWorkflow(workflow);
		await rest.activate(workflowId);
		return { workflowId, url: this.cluster.notifyUrl(workflow) };
	}

	/**
	 * Pushes notifications of one report each, `perSecond` of them, and each one again half a second after it was not answered
	 * 200. Resolves when all have been.
	 */
	async push(url: string, count: number, perSecond: number): Promise<PushFate[]> {
		const fates: Array<Promise<PushFate>> = [];
		const start = Date.now();
		for (let index = 0; index < count; index++) {
			const wait = start + (index * 1000) / perSecond - Date.now();
			if (wait > 0) await pause(wait);
			fates.push(pushUntilTaken(url, pushOf(1)));
		}
		return await Promise.all(fates);
	}

	/** The pushes whose report the workflow has not seen, or has seen more than once; runs under way get `timeoutMs`. */
	async unseen(fates: PushFate[], timeoutMs: number): Promise<{ lost: string[]; repeated: string[] }> {
		const giveUpAt = Date.now() + timeoutMs;
		const times = (messageId: string) => this.collector.seen.get(messageId) ?? 0;
		const lost = () => fates.filter(({ messageId }) => times(messageId) === 0).map(({ messageId }) => messageId);
		while (lost().length > 0 && Date.now() < giveUpAt) await pause(POLL_MS);
		return {
			lost: lost(),
			repeated: fates.filter(({ messageId }) => times(messageId) > 1).map(({ messageId }) => messageId),
		};
	}
}

async function pushUntilTaken(url: string, body: string): Promise<PushFate> {
	const { messageId } = (JSON.parse(body) as { results: [{ messageId: string }] }).results[0];
	const refused: string[] = [];
	for (;;) {
		const answer = await fetch(url, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Connection: 'close' },
			body,
			signal: AbortSignal.timeout(30_000),
		}).then(
			async (response) => ({ status: String(response.status), text: await response.text() }),
			(error: Error) => ({ status: error.name === 'TimeoutError' ? 'no answer' : 'no connection', text: '' }),
		);
		if (answer.status === '200') return { messageId, refused, isTaken: answer.text.includes('"received":1') };
		refused.push(answer.status);
		await pause(500);
	}
}
