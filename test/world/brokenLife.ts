import fc from 'fast-check';

import { brokenStory, type World } from './world';

/**
 * Runs this many lives, and shrinks the first one that breaks a rule.
 * @param kind only looks for rules and kinds that start with this, for example 'truth: refused'
 * @returns its story, with the seed to draw it again; undefined if none breaks a rule
 */
export async function brokenLife<Life, Lived>(
	world: World<Life, Lived>,
	numRuns: number,
	seed: number,
	kind = '',
): Promise<string | undefined> {
	const isSought = async (life: Life) =>
		world
			.violationsOf(await world.live(life))
			.some((violation) => `${violation.rule}: ${violation.kind}`.startsWith(kind));
	const { counterexample, counterexamplePath, numShrinks } = await fc.check(
		fc.asyncProperty(world.lives(), async (life) => !(await isSought(life))),
		{ numRuns, seed },
	);
	if (counterexample === null) return undefined;
	const lived = await world.live(counterexample[0]);
	return `${brokenStory(world, counterexample[0], lived)}\nseed ${seed}, path ${counterexamplePath}, ${numShrinks} shrinks`;
}

const SEED = 20_261_122;

/** A test of so many random lives; the full size is in test/long/world.test.ts. */
export function testLives<Life, Lived>(world: World<Life, Lived>, count: number): void {
	test(
		`${count} lives break no rule`,
		async () => expect(await brokenLife(world, count, SEED)).toBeUndefined(),
		600_000,
	);
}
