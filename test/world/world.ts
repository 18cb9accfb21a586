import type fc from 'fast-check';

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

/** Collects violations of a rule. @param where put before what each says */
export function collected(rule: string, where = ''): { all: Violation[]; add: (kind: string, what: string) => void } {
	const all: Violation[] = [];
	return { all, add: (kind, what) => void all.push({ rule, kind, what: where + what }) };
}

/** No secret comes out, however often JSON escapes it. @param said everything that somebody may read */
export function silence(said: string[], secrets: string[]): Violation[] {
	const plain = (text: string) => text.replaceAll('\\', '');
	const { all, add } = collected('silence');
	for (const text of said.map(plain))
		if (secrets.some((secret) => text.includes(plain(secret)))) add('a secret came out', text);
	return all;
}

const LONGEST_ANSWER_MS = 60_000;

/** No answer is waited for longer than the node says. @param endedAt when the waiting ended, for those without an end */
export function patience(exchanges: Exchange[], endedAt: number): Violation[] {
	const { all, add } = collected('bounded');
	for (const { at, endedAt: end = endedAt, what } of exchanges)
		if (end - at > LONGEST_ANSWER_MS + 1000) add('an answer is waited for too long', `${what}: ${end - at} ms`);
	return all;
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
