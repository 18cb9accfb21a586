import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { runIndexOf } from '../n8n/execution';

/** What was fetched for one query, to be changed in place. */
export interface KeptQuery {
	/** As the service wrote them. */
	entries: unknown[];
	/** The query need not be asked again. */
	isFinished: boolean;
}

/** What went wrong with an answer that may have carried reports, and its text as far as it arrived. */
export type LostAnswer = { message: string; answer?: string };

/**
 * Reports, which can be fetched only once, kept with the execution until the node has returned them: n8n stores the node's
 * context, and passes it to the node again on Retry On Fail and on Retry.
 */
export interface KeptReports {
	/** What an earlier try of this run has fetched for the query; empty on the first try. */
	of(key: string): KeptQuery;
	/** By query, also for those that nobody asks any more since the node was changed before Retry. */
	all(): Array<[key: string, kept: KeptQuery]>;
	/** The lost answers of this and earlier tries, to be added to. */
	lost: LostAnswer[];
	/**
	 * The reports leave the node now.
	 * @param isForGood whether n8n is certain not to run the node again for them
	 */
	handOver(isForGood: boolean): void;
}

/** What is kept for one run of the node. */
interface KeptRun {
	queries: Record<string, KeptQuery>;
	lost: LostAnswer[];
	/** Its reports have left the node; n8n may still run it again (Retry On Fail). */
	isHandedOver?: boolean;
}

/**
 * No other run may be under way.
 * @param part where they are kept
 */
export function keptReports(context: IExecuteFunctions, part: IDataObject): KeptReports {
	const runs = part as unknown as Record<string, KeptRun>;
	// Each round of a loop asks again
	const index = String(runIndexOf(context));
	const run = (runs[index] ??= { queries: {}, lost: [] });
	delete run.isHandedOver;
	const of = (key: string) => (run.queries[key] ??= { entries: [], isFinished: false });
	// n8n counts a run that was lost in a crash, and each try of a tool, so nothing kept under its number would ever be claimed
	for (const [other, left] of Object.entries(runs).filter(([number]) => number !== index)) {
		delete runs[other];
		if (left.isHandedOver === true) continue;
		// One by one: they may be too many for the arguments of a call
		for (const [key, { entries }] of Object.entries(left.queries))
			for (const entry of entries) of(key).entries.push(entry);
		run.lost.push(...left.lost);
	}
	return {
		of,
		all: () => Object.entries(run.queries),
		lost: run.lost,
		handOver: (isForGood) => {
			if (isForGood) delete runs[index];
			else run.isHandedOver = true;
		},
	};
}
