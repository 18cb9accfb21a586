import type fc from 'fast-check';

/** A rule that a life broke. */
export interface Violation {
	/** A rule that holds whatever happens, for example 'truth'. */
	rule: string;
	/** Tells the kinds of violation apart. */
	kind: string;
	what: string;
}

/** A part of the node, with all that may happen to it drawn at random: lives that are lived in virtual time, and what must hold in each. */
export interface World<Life, Lived> {
	lives(): fc.Arbitrary<Life>;
	live(life: Life): Promise<Lived>;
	violationsOf(lived: Lived): Violation[];
	/** A life as a person can read it. */
	storyOf(lived: Lived, violations: Violation[]): string;
	/** What is not ordinary about a life: drawn, or met on its way. */
	featuresOf(lived: Lived): string[];
	/** What went on, by what is counted, for example requests. */
	countsOf(lived: Lived): Record<string, number>;
	/** The same life without one thing that a service, n8n or a user may do: where nothing is broken then, that thing is what broke it. */
	without(life: Life): Record<string, Life>;
}
