import type { IExecuteFunctions } from 'n8n-workflow';

import type { JsonObject } from '../service/types';
import { runIndexOf } from './executionFacts';
import { nodeContextPart } from './nodeContext';

/** What was fetched for one question, to be changed in place. */
export interface KeptResult {
	entries: JsonObject[];
	/** Nothing more is to be asked for. */
	isFinished: boolean;
}

/**
 * Results that the service hands out one time, kept with the execution until the node has returned them: n8n stores the
 * node's context, and hands it to the node again on Retry On Fail and on Retry.
 */
export interface KeptResults {
	/** What an earlier try of this run has fetched for the question; empty in the first try. */
	of(question: string): KeptResult;
	/** Takes out what came for other questions than these, as where the node was changed before Retry. */
	takeOthers(questions: string[]): JsonObject[];
	/** Forgets this run's results, once they have left the node for good. */
	drop(): void;
}

/** @param name of the part of the node's context, for example 'reports' */
export function keptResults(context: IExecuteFunctions, name: string): KeptResults {
	const runs = nodeContextPart(context, name);
	// Each round of a loop asks anew
	const run = String(runIndexOf(context));
	const results = (runs[run] ??= {}) as unknown as Record<string, KeptResult>;
	return {
		of: (question) => (results[question] ??= { entries: [], isFinished: false }),
		takeOthers: (questions) => {
			const known = new Set(questions);
			const others = Object.entries(results).filter(([question]) => !known.has(question));
			for (const [question] of others) delete results[question];
			return others.flatMap(([, { entries }]) => entries);
		},
		drop: () => {
			delete runs[run];
		},
	};
}
