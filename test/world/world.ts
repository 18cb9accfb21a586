import type fc from 'fast-check';

import type { EndedExecution } from './execution';
import type { Exchange } from './sending/network';
import { storyOf, type Moment } from './story';

/** A rule that a life broke. */
export interface Violation {
	/** A rule that holds whatever happens, for example 'truth'. */
	rule: string;
	/** Distinguishes the kinds of violation. */
	kind: string;
	what: string;
}

/** How a rule is broken, each time. */
export type Broken = Iterable<[kind: string, what: string]>;

/** @param where put before what each says */
export const violations = (rules: Record<string, Broken[]>, where = ''): Violation[] =>
	Object.entries(rules).flatMap(([rule, parts]) =>
		parts.flatMap((broken) => Array.from(broken, ([kind, what]) => ({ rule, kind, what: where + what }))),
	);

/** No secret comes out, however often JSON escapes it. @param said everything that somebody may read */
export function* silence(said: string[], secrets: string[]): Broken {
	const plain = (text: string) => text.replaceAll('\\', '');
	for (const text of said.map(plain))
		if (secrets.some((secret) => text.includes(plain(secret)))) yield ['a secret came out', text];
}

export const LONGEST_ANSWER_MS = 60_000;

/** No answer is waited for longer than the node says. @param endedAt when the waiting ended, for those without an end */
export function* patience(exchanges: Exchange[], endedAt: number): Broken {
	for (const { at, endedAt: end = endedAt, what } of exchanges)
		if (end - at > LONGEST_ANSWER_MS + 1000) yield ['an answer is waited for too long', `${what}: ${end - at} ms`];
}

/** Between its requests, an execution that does not crash waits no longer than this. */
export function* pauses({ ended, beganAt, endedAt, exchanges }: EndedExecution, allowedMs: number): Broken {
	const waits = endedAt - beganAt - busyTime(exchanges, endedAt);
	if (ended !== 'crashed' && waits > allowedMs)
		yield ['it waits too long', `${waits} ms between requests, where ${allowedMs} are allowed`];
}

/** How long at least one request was on its way. */
function busyTime(exchanges: Exchange[], end: number): number {
	let busy = 0;
	let until = -Infinity;
	for (const { at, endedAt = end } of exchanges.toSorted((a, b) => a.at - b.at)) {
		busy += Math.max(0, endedAt - Math.max(at, until));
		until = Math.max(until, endedAt);
	}
	return busy;
}

/** A part of the node, with everything that may happen to it drawn at random: lives run in virtual time, and rules must hold in each. */
export interface World<Life, Lived> {
	lives(): fc.Arbitrary<Life>;
	live(life: Life): Promise<Lived>;
	violationsOf(lived: Lived): Violation[];
	/** What happened in it, for a person who looks for the cause. */
	happenedIn(lived: Lived): Moment[];
	/** Counts of what happened, for example requests. */
	countsOf(lived: Lived): Record<string, number>;
}

/** The story of a life that broke rules, and which. */
export function brokenStory<Life, Lived>(world: World<Life, Lived>, life: Life, lived: Lived): string {
	const violations = world.violationsOf(lived).slice(0, 20);
	return [
		storyOf(life, world.happenedIn(lived)),
		'Broken:',
		...violations.map(({ rule, kind, what }) => `  ${rule}: ${kind}: ${what}`),
	].join('\n');
}
