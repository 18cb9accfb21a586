import type { INode, INodeParameters, NodeExecutionHint } from 'n8n-workflow';

import {
	seedMessages,
	startSandbox,
	type Sandbox,
	type SandboxMessage,
	type SandboxOptions,
	type Seeding,
} from '../../../sandbox';
import type { Execution } from '../engine';
import { credentialFor, runSms, SMS, type SmsResult, type SmsRun } from '../smsNode';

export const HOUR_MS = 3_600_000;

interface LogsReading {
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
	/** The hints of the node. */
	hints: string[];
	/** Calls that it made, in their order. */
	calls: Sandbox['requests'];
}

/** A sandbox that holds messages, and Get Logs with Return All. */
interface SeededLogs {
	sandbox: Sandbox;
	/** Ascending by sentAt. */
	seeded: SandboxMessage[];
	read: (reading?: LogsReading) => Promise<LogsResult>;
}

/** Messages of the last 40 hours, as far as the seeding does not say otherwise. */
export async function withSeededLogs(
	seeding: Partial<Seeding>,
	options: SandboxOptions,
	test: (logs: SeededLogs) => Promise<void>,
): Promise<void> {
	const sandbox = await startSandbox({ logsPerMinute: 1_000_000, ...options });
	const now = sandbox.now();
	const seeded = seedMessages(sandbox.store, { count: 0, from: now - 40 * HOUR_MS, until: now - 60_000, ...seeding });
	const read = async (reading: LogsReading = {}): Promise<LogsResult> => {
		const before = sandbox.requests.length;
		const result = await runSms(runOf(sandbox, reading));
		const ids = result.json.filter((json) => !('error' in json)).map(({ messageId }) => String(messageId));
		return { ...result, ids, hints: hintsOf(result), calls: sandbox.requests.slice(before) };
	};
	try {
		await test({ sandbox, seeded, read });
	} finally {
		await sandbox.stop();
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

/** Differences between actual and expected output, at most five of each; empty lists without differences. */
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
