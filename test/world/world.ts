import type fc from 'fast-check';

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
	/** A readable account of a life. */
	storyOf(lived: Lived): string;
	/** Anything unusual about a life, whether drawn or encountered. */
	featuresOf(lived: Lived): string[];
	/** Counts of what happened, for example requests. */
	countsOf(lived: Lived): Record<string, number>;
	/** The same life without one thing that a service, n8n or a user may do: if no rule is broken then, that thing was the cause. */
	without(life: Life): Record<string, Life>;
}

/** The story of a life that broke rules, and which. */
export function brokenStory<Life, Lived>(world: World<Life, Lived>, lived: Lived): string {
	const violations = world.violationsOf(lived).slice(0, 20);
	return [
		world.storyOf(lived),
		'Broken:',
		...violations.map(({ rule, kind, what }) => `  ${rule}: ${kind}: ${what}`),
	].join('\n');
}
