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
	/** The story of the first of them. */
	story?: string;
}

/** Runs this many lives, and counts what happened in them, and which broke a rule. */
export async function survey(world: World<unknown, unknown>, count: number, seed: number): Promise<Findings> {
	const findings: Findings = { lives: 0, counts: {}, broken: [] };
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
			for (const [name, number] of Object.entries(world.countsOf(lived)))
				findings.counts[name] = (findings.counts[name] ?? 0) + number;
			if (violations.length === 0) continue;
			const place = `seed ${seed + part}, life ${index}`;
			findings.broken.push(`${place}: ${[...new Set(violations.map(nameOf))].join('; ')}`);
			findings.story ??= `${place}\n${brokenStory(world, life, lived)}`;
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
