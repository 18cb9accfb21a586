import type { IExecuteFunctions } from 'n8n-workflow';

import type { JsonObject } from '../service/types';
import { nodeContextPart } from './nodeContext';

/** What was fetched for one input item, and the question that it answers. */
interface KeptResult {
	question: string;
	entries: JsonObject[];
}

/**
 * Results that the service hands out one time, kept with the execution until the node has returned them: n8n stores the
 * node's context, and hands it to the node again on Retry On Fail and on Retry.
 */
export interface KeptResults {
	find(itemIndex: number, question: string): JsonObject[] | undefined;
	keep(itemIndex: number, question: string, entries: JsonObject[]): void;
	/** Forgets this run's results, once they have left the node for good. */
	drop(): void;
}

/** @param name of the part of the node's context, for example 'reports' */
export function keptResults(context: IExecuteFunctions, name: string): KeptResults {
	const runs = nodeContextPart(context, name);
	// Each round of a loop asks anew
	const run = String(context.evaluateExpression('{{ $runIndex }}', 0));
	const results = (runs[run] ??= {}) as Record<string, KeptResult>;
	return {
		find: (itemIndex, question) => {
			const kept = results[itemIndex];
			return kept?.question === question ? kept.entries : undefined;
		},
		keep: (itemIndex, question, entries) => {
			results[itemIndex] = { question, entries };
		},
		drop: () => {
			delete runs[run];
		},
	};
}
