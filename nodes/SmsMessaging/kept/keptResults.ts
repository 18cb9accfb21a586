import type { IExecuteFunctions } from 'n8n-workflow';

import type { JsonObject } from '../service/types';
import { runIndexOf, nodeContextPart } from './execution';

/** What was fetched for one question, to be changed in place. */
export interface KeptResult {
	entries: JsonObject[];
	/** Nothing more is to be asked for. */
	isFinished: boolean;
	/** Answers that may have carried entries, and that were lost or could not be read. */
	lost?: LostAnswer[];
}

/** What went wrong with an answer, and its text as far as there is one. */
export type LostAnswer = { message: string; answer?: string };

/**
 * Results that the service hands out one time, kept with the execution until the node has returned them: n8n stores the
 * node's context, and hands it to the node again on Retry On Fail and on Retry.
 */
export interface KeptResults {
	/** What an earlier try of this run has fetched for the question; empty in the first try. */
	of(question: string): KeptResult;
	/** Takes out what came for other questions than these, as where the node was changed before Retry. */
	takeOthers(questions: string[]): KeptResult[];
	/** The lost answers of all questions, also of earlier tries. */
	lost(): LostAnswer[];
	/**
	 * The results leave the node now.
	 * @param isForGood whether n8n will not run the node again for the same
	 */
	handOver(isForGood: boolean): void;
}

/** What is kept of one run of the node. */
interface KeptRun {
	results: Record<string, KeptResult>;
	/** Its results have left the node; n8n may still run it again (Retry On Fail). */
	isHandedOver?: boolean;
}

/** Runs that this process has begun; others are of an earlier execution, which has ended. */
const begunHere = new WeakSet<KeptRun>();

/** @param name of the part of the node's context, for example 'reports' */
export function keptResults(context: IExecuteFunctions, name: string): KeptResults {
	const runs = nodeContextPart(context, name) as unknown as Record<string, KeptRun>;
	// Each round of a loop asks anew
	const run = String(runIndexOf(context));
	const { results } = (runs[run] ??= { results: {} });
	begunHere.add(runs[run]);
	const of = (question: string) => (results[question] ??= { entries: [], isFinished: false });
	// After a crash on Retry, n8n counts the run that it lost, and nobody comes back for what is kept under its number
	for (const [other, { results: left, isHandedOver = false }] of Object.entries(runs).filter(
		([, kept]) => !begunHere.has(kept),
	)) {
		delete runs[other];
		for (const [question, { entries, lost = [] }] of isHandedOver ? [] : Object.entries(left)) {
			of(question).entries.push(...entries);
			(of(question).lost ??= []).push(...lost);
		}
	}
	return {
		of,
		takeOthers: (questions) => {
			const known = new Set(questions);
			const others = Object.entries(results).filter(([question]) => !known.has(question));
			for (const [question] of others) delete results[question];
			return others.map(([, result]) => result);
		},
		lost: () => Object.values(results).flatMap(({ lost = [] }) => lost),
		handOver: (isForGood) => {
			if (isForGood) delete runs[run];
			else runs[run]!.isHandedOver = true;
		},
	};
}
