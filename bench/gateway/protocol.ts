import type { ExpectedMessages } from './sentMessages';

/** What the gateway is to do from now on; its counts begin anew. */
export interface GatewayTask {
	/** How long it waits before it answers. */
	latencyMs?: number;
	/** Messages that are meant to come. */
	messages?: ExpectedMessages;
	/** How many entries its logs have. */
	logEntries?: number;
}

/** What came since the task was set. */
export interface GatewayTally {
	requests: number;
	/** Most requests that were under way at the same time. */
	mostAtOnce: number;
	/** What was not as the task says; empty when all is well. */
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
