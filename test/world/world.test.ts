import fc from 'fast-check';

import { live } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';
import { storyOf } from './story';

/**
 * Sending, in lives at random: a service, a user's choices and what happens to n8n are drawn, and whatever happens, what the node says
 * is true, nothing is sent twice that need not be, and every destination comes out once (rules.ts). A life that breaks a rule is shrunk
 * and told as a story. The full size is in test/long/world.test.ts.
 */
async function expectNoneBroken(isHonest: boolean, numRuns: number): Promise<void> {
	const { counterexample, counterexamplePath, numShrinks } = await fc.check(
		fc.asyncProperty(lives(isHonest), async (life) => violationsOf(await live(life)).length === 0),
		{ numRuns, seed: 20_261_122 },
	);
	if (counterexample === null) return;
	const lived = await live(counterexample[0]);
	throw new Error(`${storyOf(lived, violationsOf(lived))}\nseed 20261122, path ${counterexamplePath}, ${numShrinks} shrinks`);
}

test('10,000 lives break no rule', async () => await expectNoneBroken(true, 10_000), 600_000);

test('where answers that prove that nothing was accepted lie, all the same everything comes out once, in time, and without secrets', async () =>
	await expectNoneBroken(false, 1000), 600_000);
