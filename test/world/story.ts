import { inspect } from 'node:util';

import type { EndedExecution } from './execution';
import type { Handling } from './http/process';
import type { Try } from './http/sender';
import type { Exchange } from './sending/network';

/** What happened in a life, and when. */
export type Moment = [atMs: number, what: string];

const MOST_MOMENTS = 100;
const LONGEST_MOMENT = 2000;

/** A life as it was drawn, and what happened in it, in order of time. */
export function storyOf(life: unknown, moments: Moment[]): string {
	return [
		inspect(life, { depth: 8, maxArrayLength: 12, breakLength: 120 }),
		'What happened:',
		...moments
			.toSorted(([a], [b]) => a - b)
			.slice(0, MOST_MOMENTS)
			.map(([at, what]) => `  ${Math.round(at)} ms ${what}`.slice(0, LONGEST_MOMENT)),
	].join('\n');
}

export function requestsIn(exchanges: Exchange[]): Moment[] {
	return exchanges.map(({ at, what, ended, endedAt }) => [at, `${what} -> ${ended ?? 'no end'} at ${endedAt} ms`]);
}

export function executionsIn(executions: EndedExecution[]): Moment[] {
	return executions.flatMap(({ id, mode, beganAt, endedAt, ended, outcomes, exchanges }): Moment[] => [
		[beganAt, `execution ${id} begins (${mode})`],
		...requestsIn(exchanges),
		...outcomes.map((outcome): Moment => [endedAt, JSON.stringify(outcome)]),
		[endedAt, `execution ${id} ends: ${ended}`],
	]);
}

/** @param what is pushed with each try */
export function pushesIn<T extends Try<Handling>>(tries: T[], what: (one: T) => string): Moment[] {
	return tries.map((one) => {
		const { at, n, isBodyWhole, bodyEndedAt, handling, goneAt, heard } = one;
		const { answered, settledAt } = handling ?? {};
		const answer = answered && `${answered.status} ${JSON.stringify(answered.answer)} at ${answered.at} ms`;
		const parts = [
			`push ${what(one)}, try ${n}`,
			`${isBodyWhole ? 'all came' : 'cut'} at ${bodyEndedAt} ms`,
			handling === undefined ? 'nothing listens' : (answer ?? `no answer; webhook() ended at ${settledAt} ms`),
			...(goneAt === undefined ? [] : [`the sender goes at ${goneAt} ms`]),
			...(heard === undefined ? ['it heard nothing'] : []),
		];
		return [at, parts.join('; ')];
	});
}
