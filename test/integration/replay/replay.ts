import type { IDataObject, INode, INodeExecutionData, INodeType, IRunExecutionData } from 'n8n-workflow';

import { SmsMessaging } from '../../../nodes/SmsMessaging/SmsMessaging.node';
import { host } from '../../../nodes/SmsMessaging/n8n/host';
import { TOKEN } from '../../world/execution';
import {
	itemOf,
	parametersOf,
	type Life,
	type LivedExecution,
	type LivedLife,
	type Row,
} from '../../world/sending/life';
import type { NodeOutcome } from '../../world/sending/n8n';
import { SECRET, type Fault } from '../../world/sending/network';
import { RETENTION_MS, type StoredMessage } from '../../world/sending/service';
import { EPOCH, randomness } from '../../world/time';
import { startWorkflow, storedForRetry, type Execution, type WorkflowStart } from '../engine';
import { inRounds, SMS, smsWorkflow } from '../smsNode';
import { pause } from '../bulk/proxiedSandbox';
import { LifeService, type LifeServer } from './lifeService';

/** All that can be seen of a life from outside, save its times. */
export interface Seen {
	executions: Array<{ ended: LivedExecution['ended']; runs: SeenRun[] }>;
	requests: string[];
	accepted: object[];
}

type SeenRun = { outputs: Array<Array<Pick<INodeExecutionData, 'json' | 'pairedItem'>>> } | { error: IDataObject };

/** More would take too long over real HTTP. */
const MOST_TARGETS = 200;

/** Whether a life can be replayed: no crash of n8n, no refused connection, no Retry days later, no restart by a parent. */
export function isReplayable({ nature, faults, rounds, end, retries, isSubWorkflow }: Life): boolean {
	const isRefused = (fault: Fault | undefined) => fault?.answer.kind === 'refused';
	return (
		// Bulk IDs begin with the name of the instance, which is another one here
		!nature.earlier.some(({ bulkId }) => bulkId?.startsWith('n8n-')) &&
		!isSubWorkflow &&
		[end, ...retries.map((retry) => retry.end)].every(({ kind }) => kind !== 'crash') &&
		retries.every(({ afterMs }) => afterMs < RETENTION_MS) &&
		![...faults.sends, ...faults.looks].some(isRefused) &&
		rounds.flat().flatMap(({ destinations }) => destinations).length <= MOST_TARGETS
	);
}

/** What the simulated world has shown. */
export function seenIn({ life, service, executions }: LivedLife): Seen {
	return plain({
		executions: executions.map(({ ended, outcomes, rounds }) => ({
			ended,
			runs: outcomes.map((outcome, round) => seenRun(outcome, life, rounds[round]!)),
		})),
		requests: executions.flatMap(({ exchanges }) => exchanges.map(({ what }) => what)),
		accepted: service.accepted.map(withoutTime),
	});
}

function seenRun(outcome: NodeOutcome, { onError }: Life, rows: Row[]): SeenRun {
	if ('error' in outcome) return { error: factsOf(outcome.error) };
	const { items } = outcome;
	if (onError !== 'continueErrorOutput') return { outputs: [items] };
	const isFailed = ({ json }: INodeExecutionData) => 'error' in json;
	// n8n puts the fields of the input item before those of the failed one
	const inputOf = ({ pairedItem }: INodeExecutionData) => itemOf(rows[(pairedItem as { item: number }).item]!);
	return {
		outputs: [
			items.filter((item) => !isFailed(item)),
			items.filter(isFailed).map((item) => ({ ...item, json: { ...inputOf(item), ...item.json } })),
		],
	};
}

/** Replays a life in n8n's engine, with its service over HTTP. */
export async function replay({ life, executions }: LivedLife, server: LifeServer): Promise<Seen> {
	const lifeService = new LifeService(life);
	server.put(lifeService);
	const restore = beginLife(life);
	try {
		const lived: LivedInEngine[] = [];
		for (const [index, { rounds }] of executions.entries()) {
			const retry = life.retries[index - 1];
			lived.push(
				await execute(life, server.url, {
					id: index + 1,
					from: retry?.of === 'first' ? lived[0] : lived.at(-1),
					rounds,
					end: index === 0 ? life.end : retry!.end,
				}),
			);
			// As in the simulated world, the next one begins when the clock is not set any more
			await pause(Math.max(0, ...life.skews.map(({ afterMs }) => afterMs - host.elapsed())));
		}
		return plain({
			executions: lived.map(({ ended, runs }) => ({ ended, runs })),
			requests: lifeService.requests,
			accepted: lifeService.service.accepted.map(withoutTime),
		});
	} finally {
		restore();
	}
}

/** An execution in n8n's engine that has ended. */
interface LivedInEngine {
	ended: LivedExecution['ended'];
	runs: SeenRun[];
	/** With all rounds, those that had ended before among them. */
	rounds: Row[][];
	/** What a Retry goes on from; after Stop it begins anew. */
	stored?: IRunExecutionData;
}

interface Begin {
	id: number;
	from: LivedInEngine | undefined;
	rounds: Row[][];
	end: Life['end'];
}

async function execute(life: Life, url: string, { id, from, rounds: left, end }: Begin): Promise<LivedInEngine> {
	const rounds = from?.stored === undefined ? left : from.rounds;
	const type = new TrackedNode();
	const { ended, cancel } = startWorkflow({
		...workflowOf(life, rounds, type, url, id),
		...(from !== undefined && { mode: 'retry' }),
		...(from?.stored !== undefined && { executionData: structuredClone(from.stored) }),
	});
	let isStopped = false;
	const stop = () => {
		isStopped = true;
		cancel();
	};
	const timer = end.kind === 'stop' ? setTimeout(stop, end.afterMs) : undefined;
	const execution = await ended;
	clearTimeout(timer);
	await type.running;
	// Where the node fails soon after Stop, n8n has stored the execution as cancelled already
	if (isStopped) return { ended: 'stopped', runs: [], rounds };
	const runs = execution.run.data.resultData.runData[SMS] ?? [];
	return {
		ended: execution.error === undefined ? 'success' : 'error',
		runs: runs.slice(from?.stored?.resultData.runData[SMS]?.length ?? 0).map((run) => runInEngine(run)),
		rounds,
		stored: storedForRetry(execution),
	};
}

function runInEngine({ data, error }: NonNullable<ReturnType<Execution['task']>>): SeenRun {
	if (error !== undefined) return { error: factsOf(error) };
	return {
		outputs: (data?.main ?? []).map((items) => (items ?? []).map(({ json, pairedItem }) => ({ json, pairedItem }))),
	};
}

/** The node; Stop ends an execution before what the node has under way. */
class TrackedNode extends SmsMessaging {
	running: Promise<unknown> = Promise.resolve();

	constructor() {
		super();
		const { execute: run } = this;
		const track = (running: ReturnType<typeof run>) => {
			this.running = running.catch(() => undefined);
			return running;
		};
		this.execute = async function () {
			return await track(run.call(this));
		};
	}
}

/** Sets clock, randomness and memory as the simulated world does. @returns what puts back those of the test */
function beginLife({ seed, skews }: Life): () => void {
	const before = { ...host };
	const beganAt = Date.now();
	const elapsed = () => Date.now() - beganAt;
	const skewMs = () => skews.reduce((sum, { afterMs, byMs }) => (afterMs <= elapsed() ? sum + byMs : sum), 0);
	Object.assign(host, {
		elapsed,
		now: () => EPOCH + elapsed() + skewMs(),
		random: randomness(seed),
		memory: new Map(),
	});
	return () => void Object.assign(host, before);
}

function workflowOf(life: Life, rounds: Row[][], smsMessaging: INodeType, url: string, id: number): WorkflowStart {
	const { tries, onError } = life;
	const start = smsWorkflow({
		parameters: parametersOf(life) as INode['parameters'],
		credential: { baseUrl: url, authentication: 'apiKey', apiKey: life.nature.key ?? SECRET, apiVersion: '1' },
		settings: { id: 'sms', onError, retryOnFail: tries > 1, maxTries: tries, waitBetweenTries: 1000 },
		timezone: 'Etc/UTC',
	});
	const inputs = rounds.map((rows) => rows.map((row) => ({ json: itemOf(row), pairedItem: { item: 0 } })));
	const { nodeTypes, ...workflow } = inRounds(start, inputs);
	return {
		...workflow,
		nodeTypes: { ...nodeTypes, smsMessaging },
		resumeToken: TOKEN,
		additionalData: { executionId: String(id) },
	};
}

function factsOf(error: Error): IDataObject {
	const { message, description, context } = error as Error & { description?: string; context?: { data?: IDataObject } };
	return { message, description, data: context?.data };
}

function withoutTime({ acceptedAt: _, ...message }: StoredMessage): object {
	return message;
}

/** As JSON, and without what stands in a bulkId for the n8n instance. */
function plain<T>(value: T): T {
	const text = JSON.stringify(value)
		.replace(/n8n-[0-9a-f]{6}-/g, 'n8n-')
		.replace(/(?<=sentSince=)[^&"]*/g, 'soon before');
	return JSON.parse(text) as T;
}
