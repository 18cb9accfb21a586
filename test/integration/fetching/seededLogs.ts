import type { INode, INodeParameters, NodeExecutionHint } from 'n8n-workflow';

import {
	seedMessages,
	startSandbox,
	type Sandbox,
	type SandboxMessage,
	type SandboxOptions,
	type Seeding,
} from '../../../sandbox';
import { startFaultProxy, type FaultProxy, type FaultScript, type ProxyRecord } from '../../support/faults/faultProxy';
import { startWorkflow, type Execution, type StartedExecution } from '../engine';
import { credentialFor, runSms, SMS, smsWorkflow, type SmsResult, type SmsRun } from '../smsNode';

export const HOUR_MS = 3_600_000;

export interface LogsReading {
	filters?: INodeParameters;
	options?: INodeParameters;
	/** Any others. */
	parameters?: INodeParameters;
	items?: SmsRun['items'];
	settings?: Partial<INode>;
}

export interface LogsResult extends SmsResult {
	/** messageId of the items of the first output that are log entries. */
	ids: string[];
	/** What the node says beside its output. */
	hints: string[];
	/** Calls that it made, in their order. */
	calls: ProxyRecord[];
}

/** A sandbox that holds messages, behind a proxy that can fail, and Get Logs with Return All. */
export interface SeededLogs {
	sandbox: Sandbox;
	proxy: FaultProxy;
	/** Ascending by sentAt. */
	seeded: SandboxMessage[];
	read: (reading?: LogsReading) => Promise<LogsResult>;
	/** Another proxy in front of the same sandbox, for reading at the same time. */
	readThrough: (script: FaultScript, reading?: LogsReading) => Promise<LogsResult>;
	start: (reading?: LogsReading) => StartedExecution;
	stop: () => Promise<void>;
}

/** Messages of the last 40 hours, as far as the seeding does not say otherwise. */
export async function openSeededLogs(
	seeding: Partial<Seeding>,
	options: SandboxOptions = {},
	script?: FaultScript,
): Promise<SeededLogs> {
	const sandbox = await startSandbox({ logsPerMinute: 1_000_000, ...options });
	const now = sandbox.now();
	const seeded = seedMessages(sandbox.store, { count: 0, from: now - 40 * HOUR_MS, until: now - 60_000, ...seeding });
	const proxies: FaultProxy[] = [];
	const open = async (faults?: FaultScript) => {
		const opened = await startFaultProxy(sandbox, faults);
		proxies.push(opened);
		return opened;
	};
	const proxy = await open(script);
	const readWith = async (through: FaultProxy, reading: LogsReading): Promise<LogsResult> => {
		const before = through.records.length;
		const result = await runSms(runOf(through, reading));
		const ids = result.json.filter((json) => !('error' in json)).map(({ messageId }) => String(messageId));
		return { ...result, ids, hints: hintsOf(result), calls: through.records.slice(before) };
	};
	return {
		sandbox,
		proxy,
		seeded,
		read: async (reading = {}) => await readWith(proxy, reading),
		readThrough: async (faults, reading = {}) => await readWith(await open(faults), reading),
		start: (reading = {}) => startWorkflow(smsWorkflow(runOf(proxy, reading))),
		stop: async () => {
			for (const opened of proxies) await opened.stop();
			await sandbox.stop();
		},
	};
}

export async function withSeededLogs(
	seeding: Partial<Seeding>,
	options: SandboxOptions,
	test: (logs: SeededLogs) => Promise<void>,
	script?: FaultScript,
): Promise<void> {
	const logs = await openSeededLogs(seeding, options, script);
	try {
		await test(logs);
	} finally {
		await logs.stop();
	}
}

function runOf(service: { url: string }, { filters = {}, options, parameters, items, settings }: LogsReading): SmsRun {
	return {
		parameters: { operation: 'getLogs', returnAll: true, filters, ...(options && { options }), ...parameters },
		items,
		settings,
		credential: credentialFor(service),
	};
}

export function hintsOf(execution: Execution): string[] {
	return (execution.task(SMS)?.hints ?? []).map(({ message }: NodeExecutionHint) => message);
}

/** How what came out differs from what should; empty lists where nothing does. At most five of each are named. */
export function differences(
	ids: string[],
	expected: SandboxMessage[],
): { missing: string[]; unexpected: string[]; twice: string[] } {
	const came = new Set(ids);
	const wanted = new Set(expected.map(({ messageId }) => messageId));
	const met = new Set<string>();
	const twice = ids.filter((id) => met.size === met.add(id).size);
	const missing = [...wanted].filter((id) => !came.has(id));
	const unexpected = [...came].filter((id) => !wanted.has(id));
	return { missing: missing.slice(0, 5), unexpected: unexpected.slice(0, 5), twice: twice.slice(0, 5) };
}

export const NO_DIFFERENCE = { missing: [], unexpected: [], twice: [] };

/** A range of time that the node names as not read; both bounds belong to it. */
export interface MissingRange {
	sentSince?: string;
	sentUntil?: string;
}

/** What the error item of a run says is missing. */
export function missingOf(result: SmsResult): MissingRange[] {
	const [error] = [...result.json, ...result.failed.map(({ json }) => json)].filter((json) => 'error' in json);
	return ((error?.details as { missing?: MissingRange[] } | undefined)?.missing ?? []) as MissingRange[];
}

export function isWithin(ranges: MissingRange[], { sentAt }: SandboxMessage): boolean {
	return ranges.some(({ sentSince, sentUntil }) => {
		const since = sentSince === undefined ? -Infinity : Date.parse(sentSince);
		const until = sentUntil === undefined ? Infinity : Date.parse(sentUntil);
		return since <= sentAt! && sentAt! <= until;
	});
}
