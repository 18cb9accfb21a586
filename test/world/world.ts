import type fc from 'fast-check';

import { storyOf, type Moment } from './story';

/** A rule that a life broke. */
export interface Violation {
	/** A rule that holds whatever happens, for example 'truth'. */
	rule: string;
	/** Distinguishes the kinds of violation. */
	kind: string;
	what: string;
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
