import type { IExecuteFunctions } from 'n8n-workflow';

import { runIndexOf } from '../service/execution';
import type { JsonObject } from '../service/types';
import { nodeContextPart } from './nodeContext';

/** What was fetched for one query, to be changed in place. */
export interface KeptResult {
	entries: JsonObject[];
	/** Nothing more needs to be asked for. */
	isFinished: boolean;
	/** Answers that may have carried entries, but were lost or could not be read. */
	lost?: LostAnswer[];
}

/** What went wrong with an answer, and its text as far as it arrived. */
export type LostAnswer = { message: string; answer?: string };

/**
 * Results that the service hands out only once, kept with the execution until the node has returned them: n8n stores
 * the node's context, and passes it to the node again on Retry On Fail and on Retry.
 */
export interface KeptResults {
	/** What an earlier try of this run has fetched for the query; empty on the first try. */
	of(key: string): KeptResult;
	/** Removes and returns results for any other queries, for example if the node was changed before Retry. */
	takeOthers(keys: string[]): KeptResult[];
	/** The lost answers of all queries, including earlier tries. */
	lost(): LostAnswer[];
	/**
	 * The results leave the node now.
	 * @param isForGood whether n8n is certain not to run the node again for them
	 */
	handOver(isForGood: boolean): void;
}

/** What is kept for one run of the node. */
interface KeptRun {
	results: Record<string, KeptResult>;
	/** Its results have left the node; n8n may still run it again (Retry On Fail). */
	isHandedOver?: boolean;
}

/** Runs begun by this process; any others belong to an earlier execution, which has ended. */
const begunHere = new WeakSet<KeptRun>();

/** @param name the part of the node's context, for example 'reports' */
export function keptResults(context: IExecuteFunctions, name: string): KeptResults {
	const runs = nodeContextPart(context, name) as unknown as Record<string, KeptRun>;
	// Each round of a loop asks again
	const run = String(runIndexOf(context));
	const { results } = (runs[run] ??= { results: {} });
	begunHere.add(runs[run]);
	const of = (key: string) => (results[key] ??= { entries: [], isFinished: false });
	// After a crash on Retry, n8n counts the lost run, so nothing kept under its number would ever be claimed
	for (const [other, { results: left, isHandedOver = false }] of Object.entries(runs).filter(
		([, kept]) => !begunHere.has(kept),
	)) {
		delete runs[other];
		for (const [key, { entries, lost = [] }] of isHandedOver ? [] : Object.entries(left)) {
			of(key).entries.push(...entries);
			(of(key).lost ??= []).push(...lost);
		}
	}
	return {
		of,
		takeOthers: (keys) => {
			const known = new Set(keys);
			const others = Object.entries(results).filter(([key]) => !known.has(key));
			for (const [key] of others) delete results[key];
			return others.map(([, result]) => result);
		},
		lost: () => Object.values(results).flatMap(({ lost = [] }) => lost),
		handOver: (isForGood) => {
			if (isForGood) delete runs[run];
			else runs[run]!.isHandedOver = true;
		},
	};
}
