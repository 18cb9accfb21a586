import type { IExecuteFunctions } from 'n8n-workflow';

import { nodeContextPart, runIndexOf } from '../n8n/execution';

/** An answer that may have carried entries, which are gone with it. */
export interface LostAnswer {
	message: string;
	/** Its text, as far as it arrived. */
	answer?: string;
	/** The run of the node that has output it in an error item, after which n8n may run the node again. */
	toldIn?: number;
}

/**
 * Lost answers, kept with the execution: n8n shows nothing of a try that it repeats (Retry On Fail), so the next one has to name
 * them, even if it succeeds.
 * @param name of the list of entries
 */
export function keptLosses(context: IExecuteFunctions, name: string) {
	const part = nodeContextPart(context, name) as { lost?: LostAnswer[] };
	const run = runIndexOf(context);
	// n8n counts each try of a tool as a run of its own, so one that nobody was told of may be of any run
	const earlier = (part.lost ?? []).filter(({ toldIn = run }) => toldIn === run);
	const all = [...earlier];
	part.lost = earlier;
	return {
		earlier: earlier as readonly LostAnswer[],
		add: (lost: readonly LostAnswer[]) => {
			all.push(...lost);
			part.lost = [...(part.lost ?? []), ...lost];
		},
		/** All are in the output now. @param isForGood whether n8n is certain not to run the node again because of it */
		told: (isForGood: boolean) => {
			// An agent may make several calls at once: those of the others stay
			const others = (part.lost ?? []).filter((one) => !all.includes(one));
			part.lost = isForGood ? others : [...others, ...all.map((one) => ({ ...one, toldIn: run }))];
		},
	};
}
