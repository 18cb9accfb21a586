import fc from 'fast-check';

import { live } from './life';
import { lives } from './lives';
import { violationsOf } from './rules';

/** Lives so many lives and counts what they broke: `tsx test/world/survey.ts [count] [seed]`. */
async function survey(count: number, seed: number): Promise<void> {
	const kinds = new Map<string, { lives: number; example: string }>();
	let broken = 0;
	const start = Date.now();
	for (const life of fc.sample(lives(), { numRuns: count, seed })) {
		const violations = violationsOf(await live(life));
		if (violations.length > 0) broken += 1;
		for (const key of new Set(violations.map(({ rule, kind }) => `${rule}: ${kind}`))) {
			const { lives: known = 0, example = violations.find(({ rule, kind }) => `${rule}: ${kind}` === key)!.what } = kinds.get(key) ?? {};
			kinds.set(key, { lives: known + 1, example });
		}
	}
	console.log(`${count} lives, seed ${seed}, ${Date.now() - start} ms: ${broken} broke a rule`);
	for (const [key, { lives: count_, example }] of [...kinds].sort((a, b) => b[1].lives - a[1].lives)) console.log(`${String(count_).padStart(6)}  ${key}    e.g. ${example}`);
}

void survey(Number(process.argv[2] ?? 1000), Number(process.argv[3] ?? 1));
