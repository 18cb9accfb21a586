import fc from 'fast-check';

import { live } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';
import { storyOf } from './story';

/** Finds a life that breaks a rule in a way, shrinks it and tells its story: `tsx test/world/explain.ts 'truth: refused' [count] [seed]`. */
async function explain(kind: string, count: number, seed: number): Promise<void> {
	const found = await fc.check(
		fc.asyncProperty(lives(), async (life) => !violationsOf(await live(life)).some((violation) => `${violation.rule}: ${violation.kind}`.startsWith(kind))),
		{ numRuns: count, seed },
	);
	const life = found.counterexample?.[0];
	if (life === undefined) return console.log(`No life of ${count} broke '${kind}'.`);
	const lived = await live(life);
	console.log(storyOf(lived, violationsOf(lived)));
	console.log(`seed ${seed}, path ${found.counterexamplePath}, ${found.numShrinks} shrinks`);
}

void explain(process.argv[2] ?? '', Number(process.argv[3] ?? 5000), Number(process.argv[4] ?? 1));
