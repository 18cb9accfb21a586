import type { ExpectedMessages } from './sentMessages';

/** What the gateway does from now on; its counts are reset. */
export interface GatewayTask {
	/** How long it waits before it answers. */
	latencyMs?: number;
	/** Messages that are expected. */
	messages?: ExpectedMessages;
	/** How many entries its logs have. */
	logEntries?: number;
}

/** What came since the task was set. */
export interface GatewayTally {
	requests: number;
	/** The most requests that were under way at the same time. */
	mostAtOnce: number;
	/** Deviations from the task; empty if there are none. */
	faults: string[];
	/** Path and query of every call of the logs. */
	logCalls: string[];
}

/** Between the bench and the gateway's process: each command gets one answer. */
export type GatewayCommand = { kind: 'task'; task: GatewayTask } | { kind: 'tally' };
export type GatewayAnswer =
	| { kind: 'listening'; port: number }
	| { kind: 'ready' }
	| { kind: 'tally'; tally: GatewayTally };
