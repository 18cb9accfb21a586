import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { seedMessages, startSandbox, type Sandbox, type SandboxMessage, type SandboxOptions } from '../../../sandbox';
import { startFaultProxy, type Fault, type FaultProxy } from '../../support/faults/faultProxy';
import type { Execution, WorkflowStart } from '../engine';
import { credentialFor, runSms, SMS, type SmsResult, type SmsRun } from '../smsNode';

/** Parameters of Get Reports; the default is all reports. */
export interface ReportsRun {
	parameters?: INodeParameters;
	/** Options of the operation: patience, missingReports. */
	options?: INodeParameters;
	items?: IDataObject[];
	settings?: Partial<INode>;
	start?: Partial<WorkflowStart>;
}

/** A service with reports that wait to be fetched, behind a proxy that can fail. */
export interface ReportQueue {
	sandbox: Sandbox;
	proxy: FaultProxy;
	/** Message IDs of the reports, in the order in which they are handed out. */
	ids: string[];
	/** The fault of each call, by number of earlier calls; undefined for no fault. */
	faultAt: (call: number) => Fault | undefined;
	runOf: (run?: ReportsRun) => SmsRun;
	fetch: (run?: ReportsRun) => Promise<SmsResult>;
	/** The query of each call, also of those that failed, in the order of arrival. */
	calls: () => Array<Record<string, string>>;
	/** Makes a report wait, for a message with this ID and bulk. */
	queue: (messageId: string, bulkId?: string) => void;
	/** Message IDs of the waiting reports, which this fetches. */
	takeRest: () => string[];
}

const HOUR_MS = 3_600_000;

/** @param count how many reports wait at the start */
export async function withReportQueue(
	count: number,
	test: (queue: ReportQueue) => Promise<void>,
	options: SandboxOptions = {},
): Promise<void> {
	const sandbox = await startSandbox({ recordsKept: 100, ...options });
	const queue = { faultAt: () => undefined } as Partial<ReportQueue>;
	const proxy = await startFaultProxy(sandbox, (_request, index) => queue.faultAt!(index));
	const model = seedMessages(sandbox.store, {
		count: 1,
		from: sandbox.now() - HOUR_MS,
		until: sandbox.now(),
		seed: 3,
	})[0]!;
	const runOf: ReportQueue['runOf'] = ({ parameters, options: nodeOptions, items, settings, start } = {}) => ({
		parameters: { operation: 'getReports', ...parameters, options: { ...nodeOptions } },
		items,
		credential: credentialFor(proxy),
		settings,
		start,
	});
	Object.assign(queue, {
		sandbox,
		proxy,
		ids: queueSeeded(sandbox, count),
		runOf,
		fetch: async (run) => await runSms(runOf(run)),
		calls: () => proxy.records.map(({ request }) => Object.fromEntries(new URL(request.url, proxy.url).searchParams)),
		queue: (messageId, bulkId = 'bulk') => {
			const message: SandboxMessage = { ...model, messageId, bulkId };
			sandbox.store.add(message);
			sandbox.store.queueReport(message);
		},
		takeRest: () => sandbox.store.takeReports({ limit: Infinity }, sandbox.now()).map(({ messageId }) => messageId),
	} satisfies Partial<ReportQueue>);
	try {
		await test(queue as ReportQueue);
	} finally {
		await proxy.stop();
		await sandbox.stop();
	}
}

function queueSeeded(sandbox: Sandbox, count: number): string[] {
	const now = sandbox.now();
	// Some of the messages are pending, and have no report
	const messages = seedMessages(sandbox.store, {
		count: Math.ceil(count * 1.1) + 20,
		from: now - 10 * HOUR_MS,
		until: now - HOUR_MS,
		colliding: 0.3,
	});
	const ended = messages.filter(({ status }) => status.groupName !== 'PENDING').slice(0, count);
	for (const message of ended) sandbox.store.queueReport(message);
	return ended.map(({ messageId }) => messageId);
}

export const idsOf = (items: Array<IDataObject | INodeExecutionData>) =>
	items.map((item) => ((item.json as IDataObject) ?? item).messageId);

/** The hints of the node's latest run. */
export function hintsOf(execution: Pick<Execution, 'task'>): Array<{ type: string; message: string }> {
	return (execution.task(SMS)?.hints ?? []).map(({ type = 'info', message }) => ({ type, message }));
}

/** What the node keeps with the execution, of all its runs. */
export function keptOf({ run }: Execution): unknown {
	return run.data.executionData?.contextData[`node:${SMS}`]?.reports;
}
