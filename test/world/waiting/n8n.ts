import type {
	IDataObject,
	IExecuteData,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import { SmsMessaging } from '../../../nodes/SmsMessaging/SmsMessaging.node.ts';
import { bareNode } from '../../support/bareNode';
import type { Request, Response } from '../http/connection';
import { N8nProcess, NOT_STORED, type Connected, type Handling, type Message, type Sender } from '../http/process';
import { copied, TOKEN } from '../execution';
import { executeFunctions, type NodeSettings } from '../sending/n8n';
import type { Network } from '../sending/network';
import type { WorldTime } from '../time';

const NAME = 'SMS Messaging';
const NODE_ID = 'sms';
/** n8n's signature of the links in questions; not checked, so that only the node stands between a forged link and an answer. */
export const LINK_SIGNATURE = '5e'.repeat(32);
const WAIT_BETWEEN_TRIES_MS = 1000;
const TRACKER_MS = 60_000;
/** The tracker handles waits that end within this time. */
const AHEAD_MS = 70_000;

/** An item that left the node. */
export interface Came {
	at: number;
	runIndex: number;
	output: number;
	item: INodeExecutionData;
}

interface Task {
	main?: INodeExecutionData[][];
	error?: string;
}

/** What n8n's engine works on and stores (the relevant part of IRunExecutionData). */
interface RunData {
	executionData: { contextData: Record<string, IDataObject>; nodeExecutionStack: IExecuteData[] };
	resultData: { runData: Record<string, Task[]>; lastNodeExecuted?: string; error?: string; came: Came[] };
	waitTill?: Date;
}

type Status = 'running' | 'waiting' | 'success' | 'error' | 'canceled' | 'crashed';

/** An execution as stored in n8n's database. */
export interface Execution {
	id: number;
	retryOf?: number;
	/** n8n skipped the turn that it was to take after a wait (Retry with the currently saved workflow). */
	isPassedOver: boolean;
	status: Status;
	data: RunData;
	/** The node in the workflow stored with it. */
	node: INode;
	waitTill?: Date;
	beganAt: number;
	endedAt?: number;
	/** When it was stored as waiting, and until when, in milliseconds since 1970. */
	waits: Array<{ at: number; deadline: number }>;
}

/** What happens when a report ends a wait and n8n stores that. */
export interface Storing {
	ms: number;
	ends: 'stored' | 'failed';
	killed?: 'before' | 'after';
}

export interface EngineSettings {
	node: NodeSettings;
	outputCount: number;
	alwaysOutputData: boolean;
	executionOrder: 'v1' | 'v0';
	/** Whether n8n saves progress after each node. */
	savesProgress: boolean;
	/** How long n8n takes to store an execution that starts to wait, or has ended. */
	storeMs: number;
	/** The process is killed just before or just after the first wait is stored. */
	killedAtWait?: 'before' | 'after';
	storings: Array<Storing | undefined>;
	restartMs: number;
}

export interface WaitHandling extends Handling {
	execution: number;
	/** n8n read the body with its own parsers. */
	isReadByN8n?: true;
	/** The execution as stored by n8n contains no wait. */
	knowsNoWait?: true;
	/** Answered by n8n alone, without the node. */
	isOfN8n?: true;
	/** It ended the wait. */
	resumed?: true;
}

const node = new SmsMessaging();

/**
 * n8n from the start of an execution to its end, with one node in the workflow followed only by ends of the workflow: the engine's
 * stack and its turns, what is in the database and when, the tracker of waits, the resume webhook, Stop, Retry, and crash recovery
 * at startup (platform: workflow-execute.js, waiting-webhooks.js, wait-tracker.js, execution.service.js).
 */
export class WaitingN8n extends N8nProcess {
	readonly executions: Execution[] = [];
	/** When the node sent although it should only continue after a wait. */
	readonly sentAfterWait: number[] = [];
	/** Called when an execution has ended in any way. */
	onEnd: (execution: Execution) => void = () => {};
	private readonly running = new Map<number, AbortController>();
	private readonly timers = new Map<number, () => void>();
	private isTickDue = false;
	private storedCount = 0;
	private waitCount = 0;

	constructor(
		time: WorldTime,
		private readonly network: Network,
		private readonly settings: EngineSettings,
	) {
		super(time, settings.restartMs);
	}

	/** Runs the workflow. @param rounds the items of each run of the node */
	begin(rounds: IDataObject[][]): void {
		const stack = rounds.map(
			(rows): IExecuteData => ({
				node: this.nodeOfWorkflow(),
				data: { main: [rows.map((json) => ({ json }))] },
				source: { main: [{ previousNode: 'Before' }] },
			}),
		);
		this.create({
			executionData: { contextData: {}, nodeExecutionStack: stack },
			resultData: { runData: {}, came: [] },
		});
	}

	private nodeOfWorkflow(): INode {
		const {
			node: { parameters, onError, tries },
			alwaysOutputData,
		} = this.settings;
		return {
			...bareNode(NAME, 'n8n-nodes-sms-messaging.smsMessaging', structuredClone(parameters) as INode['parameters']),
			id: NODE_ID,
			...{ onError, alwaysOutputData, retryOnFail: tries > 1, maxTries: tries },
		};
	}

	private create(data: RunData, isPassedOver = false, retryOf?: number): void {
		const execution: Execution = {
			id: this.executions.length + 1,
			retryOf,
			isPassedOver,
			status: 'running',
			data: structuredClone(data),
			node: this.nodeOfWorkflow(),
			beganAt: this.time.elapsed,
			waits: [],
		};
		this.executions.push(execution);
		void this.execute(execution, data);
	}

	/** The engine takes turns from its stack. */
	private async execute(execution: Execution, data: RunData): Promise<void> {
		const abort = new AbortController();
		this.running.set(execution.id, abort);
		const { nodeExecutionStack: stack } = data.executionData;
		const { runData, came } = data.resultData;
		if (data.waitTill !== undefined) {
			data.waitTill = undefined;
			stack[0]!.node.disabled = true;
			runData[data.resultData.lastNodeExecuted!]?.pop();
		}
		let error: string | undefined;
		while (stack.length > 0 && !abort.signal.aborted) {
			const turn = stack.shift()!;
			turn.data = {
				main: turn.data.main!.map(
					(items) => items?.map((item, index) => ({ ...item, pairedItem: { item: index } })) ?? null,
				),
			};
			const runIndex = turn.runIndex ?? runData[NAME]?.length ?? 0;
			let out: INodeExecutionData[][] | null = null;
			error = undefined;
			for (let tries = 1; tries <= (turn.node.retryOnFail === true ? turn.node.maxTries! : 1); tries++) {
				if (tries > 1) await this.time.sleep(WAIT_BETWEEN_TRIES_MS);
				try {
					error = undefined;
					out = (await this.runTurn(execution, data, turn, runIndex, abort.signal)) ?? null;
				} catch (thrown) {
					error = (thrown as Error).message;
					continue;
				}
				if (out?.[0]?.[0]?.json.error === undefined) break;
			}
			if (abort.signal.aborted) break;
			if (error === undefined) {
				if (out !== null && turn.node.onError === 'continueErrorOutput') this.moveErrors(out, turn);
				if (out !== null) data.resultData.lastNodeExecuted = NAME;
				if (turn.node.alwaysOutputData === true && out?.[0]?.[0] === undefined) (out ??= [])[0] = [{ json: {} }];
				if (out === null && data.waitTill === undefined) continue;
			}
			const tasks = (runData[NAME] ??= []);
			const task: Task = { ...(out !== null && { main: out }), ...(error !== undefined && { error }) };
			if (tasks[runIndex] === undefined) tasks.push(task);
			else Object.assign(tasks[runIndex], task);
			if (error !== undefined) {
				data.resultData.lastNodeExecuted = NAME;
				data.resultData.error = error;
				stack.unshift(turn);
				break;
			}
			if (data.waitTill !== undefined) {
				this.saveProgress(execution, data);
				stack.unshift(turn);
				break;
			}
			out!.forEach((items, output) =>
				items.forEach((item) => came.push({ at: this.time.elapsed, runIndex, output, item })),
			);
			this.saveProgress(execution, data);
		}
		this.running.delete(execution.id);
		const status = error !== undefined ? 'error' : data.waitTill !== undefined ? 'waiting' : 'success';
		const isFirstWait = status === 'waiting' && this.waitCount++ === 0;
		await this.time.sleep(this.settings.storeMs);
		if (isFirstWait && this.settings.killedAtWait === 'before') return this.kill();
		// Stop was pressed earlier
		if (execution.status === 'canceled') return;
		this.store(execution, data, status);
		if (isFirstWait && this.settings.killedAtWait === 'after') this.kill();
	}

	private store(execution: Execution, data: RunData, status: 'waiting' | 'success' | 'error'): void {
		execution.data = structuredClone(data);
		execution.status = status;
		execution.waitTill = data.waitTill;
		if (status !== 'waiting') return this.end(execution);
		const wait = data.executionData.contextData[NAME]?.wait as { deadline: number } | undefined;
		execution.waits.push({ at: this.time.elapsed, deadline: wait?.deadline ?? 0 });
		this.scheduleTick();
	}

	private saveProgress(execution: Execution, data: RunData): void {
		if (this.settings.savesProgress && execution.status === 'running') execution.data = structuredClone(data);
	}

	private end(execution: Execution): void {
		execution.endedAt = this.time.elapsed;
		this.onEnd(execution);
	}

	/** A turn without items runs nothing, and a disabled node's turn passes its items on. */
	private async runTurn(
		execution: Execution,
		data: RunData,
		turn: IExecuteData,
		runIndex: number,
		signal: AbortSignal,
	): Promise<INodeExecutionData[][] | undefined> {
		const main = turn.data.main as INodeExecutionData[][];
		if (turn.node.disabled === true) {
			if (main.length === 0) return undefined;
			return turn.metadata?.forwardAllOutputs === true ? main : [main[0]!];
		}
		if (main.length === 0) return undefined;
		const isNewOrder = this.settings.executionOrder === 'v1';
		const items = (isNewOrder ? main.find(({ length }) => length > 0) : undefined) ?? main[0]!;
		const contextData = (data.executionData.contextData[NAME] ??= {});
		const facts = {
			id: execution.id,
			mode: execution.retryOf === undefined ? ('trigger' as const) : ('retry' as const),
			token: TOKEN,
			contextData,
			signal,
		};
		const isAfterWait =
			(turn.metadata as { smsMessagingWaitId?: string } | undefined)?.smsMessagingWaitId !== undefined;
		const request: Network['request'] = async (asked) => {
			if (isAfterWait && asked.method === 'POST') this.sentAfterWait.push(this.time.elapsed);
			return await this.network.request(asked);
		};
		const context = executeFunctions(
			this.settings.node,
			items.map(({ json }) => json),
			runIndex,
			facts,
			{ request },
			[],
		);
		Object.assign(context, {
			getNode: () => copied(turn.node),
			getExecuteData: () => turn,
			getWorkflowSettings: () => ({ executionOrder: this.settings.executionOrder }),
			runExecutionData: data,
			workflow: { getNode: () => execution.node },
			getSignedResumeUrl: ({ k }: { k: string }) =>
				`http://127.0.0.1:5678/webhook-waiting/${execution.id}/${NODE_ID}?k=${k}&signature=${LINK_SIGNATURE}`,
			putExecutionToWait: async (until: Date) => void (data.waitTill = until),
		});
		return await node.execute.call(context as IExecuteFunctions);
	}

	/** Items that n8n treats as failed go to the error output, with the fields of their input items. */
	private moveErrors(out: INodeExecutionData[][], turn: IExecuteData): void {
		const isFailed = ({ json }: INodeExecutionData) =>
			Boolean(json.error) && Object.keys(json).every((key) => ['error', 'message', 'details'].includes(key));
		const errors: INodeExecutionData[] = [];
		for (let output = 0; output < this.settings.outputCount; output++) {
			const items = out[output] ?? [];
			errors.push(...items.filter(isFailed));
			out[output] = items.filter((item) => !isFailed(item));
		}
		const input = turn.data.main![0] ?? [];
		out[this.settings.outputCount] = errors.map((item) => ({
			...item,
			json: { ...input[(item.pairedItem as { item: number }).item]?.json, ...item.json },
		}));
	}

	/** The tracker checks once a minute, beginning when n8n starts. */
	private scheduleTick(): void {
		if (this.isTickDue || !this.executions.some(({ status }) => status === 'waiting')) return;
		this.isTickDue = true;
		const sinceStart = this.time.elapsed - this.startedAt;
		this.time.inN8n(
			// Less than a millisecond may be lost in rounding, and then time would stand still
			Math.max(1, (Math.floor(sinceStart / TRACKER_MS) + 1) * TRACKER_MS - sinceStart),
			() => {
				this.isTickDue = false;
				this.tick();
			},
		);
	}

	private tick(): void {
		for (const execution of this.executions) {
			const { id, status, waitTill } = execution;
			const now = this.time.clock();
			if (status !== 'waiting' || this.timers.has(id) || waitTill!.getTime() > now + AHEAD_MS) continue;
			const cancel = this.time.inN8n(Math.max(1, waitTill!.getTime() - now), () => {
				this.timers.delete(id);
				this.goOn(execution, structuredClone(execution.data));
			});
			this.timers.set(id, cancel);
		}
		this.scheduleTick();
	}

	/** @returns false if the execution is not waiting, so that nothing continues */
	private goOn(execution: Execution, data: RunData): boolean {
		if (execution.status !== 'waiting') return false;
		execution.status = 'running';
		execution.data = structuredClone(data);
		execution.waitTill = undefined;
		void this.execute(execution, data);
		return true;
	}

	protected override started(): void {
		this.timers.clear();
		this.running.clear();
		this.isTickDue = false;
		for (const execution of this.executions) {
			if (execution.status !== 'running') continue;
			execution.status = 'crashed';
			const { resultData } = execution.data;
			if (resultData.runData[NAME] === undefined) {
				resultData.runData[NAME] = [{ error: 'crashed' }];
				resultData.lastNodeExecuted = NAME;
				resultData.error = 'crashed';
			}
			this.end(execution);
		}
		this.tick();
	}

	/** Stop is pressed. n8n stores nothing more of the execution. */
	stop(execution: Execution): void {
		if (!this.isUp || !['running', 'waiting'].includes(execution.status)) return;
		this.timers.get(execution.id)?.();
		this.timers.delete(execution.id);
		execution.status = 'canceled';
		execution.data.resultData.error = 'The execution was cancelled manually';
		execution.waitTill = undefined;
		this.running.get(execution.id)?.abort();
		this.end(execution);
	}

	/** @param loadsWorkflow Retry with the currently saved workflow, in which all turns share one node */
	retry({ id, data: stored, isPassedOver }: Execution, loadsWorkflow: boolean): void {
		const data = structuredClone(stored);
		const { resultData, executionData } = data;
		if (resultData.lastNodeExecuted !== undefined) {
			resultData.error = undefined;
			if (resultData.runData[resultData.lastNodeExecuted]?.at(-1)?.error !== undefined)
				resultData.runData[resultData.lastNodeExecuted]!.pop();
		}
		const isAfterWait = data.waitTill !== undefined || executionData.nodeExecutionStack[0]?.node.disabled === true;
		if (loadsWorkflow) {
			const current = this.nodeOfWorkflow();
			for (const turn of executionData.nodeExecutionStack) turn.node = current;
		}
		this.create(data, isPassedOver || (loadsWorkflow && isAfterWait), id);
	}

	/** A request to the resume URL of an execution. */
	connect(url: string, message: Message, sender: Sender): Connected<WaitHandling> | undefined {
		const { pathname, searchParams } = new URL(url);
		const [, , id, suffix] = pathname.split('/');
		const isLink = suffix === NODE_ID;
		const handling: WaitHandling = { ...this.newHandling(), execution: Number(id) };
		return this.accept(message, sender, handling, async (request, response) => {
			const token = isLink ? TOKEN : searchParams.get('signature');
			const refusal = this.refusalOf(handling.execution, isLink || suffix === 'delivery', token);
			if (refusal === undefined) return await this.handle(message, request, response, handling, searchParams);
			handling.isOfN8n = true;
			handling.settledAt = this.time.elapsed;
			response.status(refusal).json({ code: refusal });
		});
	}

	private refusalOf(id: number, isKnownPath: boolean, token: string | null): number | undefined {
		const execution = this.executions[id - 1];
		if (execution === undefined) return 404;
		if (token !== TOKEN) return 401;
		const { status, data } = execution;
		if (status === 'running' || status === 'success' || data.resultData.error !== undefined) return 409;
		// Crashed with its last progress stored
		if (data.executionData.nodeExecutionStack.length === 0) return 500;
		return isKnownPath && data.resultData.lastNodeExecuted !== undefined ? undefined : 404;
	}

	private async handle(
		{ body, method = 'POST' }: Message,
		request: Request,
		response: Response,
		handling: WaitHandling,
		query: URLSearchParams,
	): Promise<void> {
		const execution = this.executions[handling.execution - 1]!;
		const data = structuredClone(execution.data);
		const [waiting] = data.executionData.nodeExecutionStack;
		waiting!.node.disabled = true;
		data.waitTill = undefined;
		if (data.executionData.contextData[NAME]?.wait === undefined) handling.knowsNoWait = true;
		else if ((execution.node.parameters.options as IDataObject | undefined)?.binaryData !== true)
			handling.isReadByN8n = true;
		const context = {
			runExecutionData: {
				executionData: { contextData: { [`node:${NAME}`]: (data.executionData.contextData[NAME] ??= {}) } },
			},
			getNode: () => ({ name: NAME }),
			getWorkflow: () => ({ id: 'waiting' }),
			getWebhookName: () => (query.has('k') ? 'setup' : 'default'),
			getRequestObject: () => Object.assign(request, { method }),
			getResponseObject: () => response,
			getHeaderData: () => body.headers,
			getQueryData: () => Object.fromEntries(query),
			logger: { error: (message: string) => this.logged.push(message), warn: () => {} },
		} as unknown as IWebhookFunctions;
		const result = await this.called(async () => await node.webhook.call(context), response, handling);
		if (result === undefined) return;
		const { workflowData = [], webhookResponse } = result;
		waiting!.data = { main: workflowData };
		waiting!.metadata = { ...waiting!.metadata, forwardAllOutputs: true };
		const { ms, ends, killed } = this.settings.storings[this.storedCount++] ?? { ms: 1, ends: 'stored' };
		// n8n checks only whether the execution is waiting; that it may be waiting again by then, within these moments, is not simulated
		const waitCount = execution.waits.length;
		await this.time.sleep(ms);
		if (killed === 'before') return this.kill();
		handling.isOfN8n = true;
		if (ends === 'failed' || execution.waits.length !== waitCount || !this.goOn(execution, data))
			return response.status(500).json(NOT_STORED);
		handling.resumed = true;
		if (killed === 'after') return this.kill();
		response.status(200).json(webhookResponse);
	}
}
