import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { nodeContextPart } from '../output/nodeContext';
import type { Outcome, Target } from './target';

/** What is known of one target from earlier tries of the same run. */
interface Entry {
	/** How many of its IDs the service has used up by a rejection. */
	attempt: number;
	/** The last outcome; none while a request with it is under way. */
	outcome?: Outcome;
}

interface RunPart {
	requests: number;
	targets: Record<string, Entry>;
}

/** What this run of the node has sent so far, kept with the execution so that no further try sends it once more. */
export interface Ledger {
	attemptOf(slot: string): number;
	/** The outcome of an earlier try; 'tried' where a request was under way and nothing more is known. */
	find(slot: string): Outcome | 'tried' | undefined;
	/** The next request's number within the run, over all tries. */
	nextRequestNumber(): number;
	tried(target: Target): void;
	settled(target: Target, outcome: Outcome): void;
	/** A new try of a rejected target takes a new ID. */
	startNewAttempt(slot: string): void;
	/** Forgets the run, once its items have left the node for good. */
	drop(): void;
}

export function openLedger(context: IExecuteFunctions, runKey: string): Ledger {
	const runs = nodeContextPart(context, 'sent');
	runs[runKey] ??= { requests: 0, targets: {} } satisfies RunPart as unknown as IDataObject;
	const run = runs[runKey] as unknown as RunPart;
	const entryOf = (slot: string): Entry => (run.targets[slot] ??= { attempt: 0 });
	return {
		attemptOf: (slot) => run.targets[slot]?.attempt ?? 0,
		find: (slot) => {
			const entry = run.targets[slot];
			return entry === undefined ? undefined : (entry.outcome ?? 'tried');
		},
		nextRequestNumber: () => ++run.requests,
		tried: ({ slot }) => {
			delete entryOf(slot).outcome;
		},
		settled: ({ slot }, outcome) => {
			entryOf(slot).outcome = outcome;
		},
		startNewAttempt: (slot) => {
			entryOf(slot).attempt += 1;
		},
		drop: () => {
			delete runs[runKey];
		},
	};
}
