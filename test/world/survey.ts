import fc from 'fast-check';

import { brokenStory, type Violation, type World } from './world';
import { worldNamed } from './worlds';

const nameOf = ({ rule, kind }: Violation) => `${rule}: ${kind}`;

/** The results of a survey; those for several seeds can be added up. */
export interface Findings {
	lives: number;
	/** What happened in all lives together, for example requests. */
	counts: Record<string, number>;
	/** Lives that broke a rule: the seed, the place among the lives with it, and which rules. */
	broken: string[];
	/** By rule and kind: how many lives broke it, and how many of those would not have broken it without one thing. */
	kinds: Record<string, { lives: number; because: Record<string, number> }>;
	/** In how many lives each thing was drawn, or happened. */
	met: Record<string, number>;
	/** The story of the first life that broke a rule. */
	story?: string;
}

/** Runs this many lives, and counts what they met, what they broke, and what caused it. */
export async function survey(world: World<unknown, unknown>, count: number, seed: number): Promise<Findings> {
	const findings: Findings = { lives: 0, counts: {}, broken: [], kinds: {}, met: {} };
	const add = (counts: Record<string, number>, name: string, by = 1) => (counts[name] = (counts[name] ?? 0) + by);
	// In batches, so that not all lives are in memory at once
	for (let part = 0; findings.lives < count; part++) {
		const lives = fc.sample(world.lives(), {
			numRuns: Math.min(1000, count - findings.lives),
			seed: seed + part,
		});
		for (const [index, life] of lives.entries()) {
			const lived = await world.live(life);
			const violations = world.violationsOf(lived);
			findings.lives += 1;
			for (const [name, number] of Object.entries(world.countsOf(lived))) add(findings.counts, name, number);
			for (const feature of new Set(world.featuresOf(lived))) add(findings.met, feature);
			if (violations.length === 0) continue;
			const found = new Set(violations.map(nameOf));
			const place = `seed ${seed + part}, life ${index}`;
			findings.broken.push(`${place}: ${[...found].join('; ')}`);
			findings.story ??= `${place}\n${brokenStory(world, lived)}`;
			for (const name of found) (findings.kinds[name] ??= { lives: 0, because: {} }).lives += 1;
			for (const [what, other] of Object.entries(world.without(life))) {
				const left = new Set(world.violationsOf(await world.live(other)).map(nameOf));
				for (const name of found) if (!left.has(name)) add(findings.kinds[name]!.because, what);
			}
		}
	}
	return findings;
}

// Run directly, it prints its findings: tsx test/world/survey.ts <world> [count] [seed]
if (require.main === module) {
	void survey(worldNamed(process.argv[2]), Number(process.argv[3] ?? 1000), Number(process.argv[4] ?? 1)).then(
		(findings) => console.log(JSON.stringify(findings)),
	);
}
