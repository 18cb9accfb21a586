import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Findings } from '../world/survey';
import { WORLDS } from '../world/worlds';

/**
 * A million lives of the simulated worlds, in two processes: four fifths of them of sending, whose lives are the quickest, the rest in equal
 * parts. Fewer with LIVES=100000.
 */

const LIVES = Number(process.env.LIVES ?? 1_000_000);
/** Far apart: a survey goes through a thousand lives with each seed in a row. */
const SEEDS = [1_000_000, 2_000_000];
const ROOT = join(__dirname, '../..');
const NAMES = Object.keys(WORLDS);
const SHARE_OF_SENDING = 0.8;
const found: Record<string, Findings[]> = {};

async function surveyOf(name: string, lives: number, seed: number): Promise<Findings> {
	const args = ['--import', 'tsx', 'test/world/survey.ts', name, String(lives), String(seed)];
	const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 26 });
	return JSON.parse(stdout) as Findings;
}

test.each(NAMES)(
	'%s: no life breaks a rule',
	async (name) => {
		const share = name === 'sending' ? SHARE_OF_SENDING : (1 - SHARE_OF_SENDING) / (NAMES.length - 1);
		const lives = Math.ceil((LIVES * share) / SEEDS.length);
		found[name] = await Promise.all(SEEDS.map(async (seed) => await surveyOf(name, lives, seed)));
		expect(found[name].flatMap(({ broken, story = [] }) => broken.concat(story))).toEqual([]);
	},
	3 * 3_600_000,
);

afterAll(() => {
	if (process.env.UPDATE_DOCS === '1')
		writeFileSync(
			join(ROOT, 'docs/quality/simulated-world.md'),
			`${INTRODUCTION}${Object.entries(found).map(sectionOf).join('')}`,
		);
});

const formatted = (count: number) => count.toLocaleString('en');

function summed(all: Array<Record<string, number>>): Array<[string, number]> {
	const sums = new Map<string, number>();
	for (const one of all) for (const [name, count] of Object.entries(one)) sums.set(name, (sums.get(name) ?? 0) + count);
	return [...sums].sort(([, a], [, b]) => b - a);
}

function sectionOf([name, parts]: [string, Findings[]]): string {
	const lives = parts.reduce((sum, part) => sum + part.lives, 0);
	const broken = parts.reduce((sum, part) => sum + part.broken.length, 0);
	const counts = summed(parts.map((part) => part.counts)).map(([what, count]) => `, ${formatted(count)} ${what}`);
	const rows = summed(parts.map(({ met }) => met)).map(
		([what, count]) => `| ${what} | ${formatted(count)} | ${((100 * count) / lives).toFixed(1)} % |`,
	);
	return `
## ${name.charAt(0).toUpperCase()}${name.slice(1)}

${formatted(lives)} lives (seeds ${SEEDS.join(' and ')} and those after them)${counts.join('')}: **${formatted(broken)} ${broken === 1 ? 'life' : 'lives'} broke a rule**.

| Drawn, or met | Lives | Share |
| --- | --- | --- |
${rows.join('\n')}
`;
}

const INTRODUCTION = `# The simulated world

Written by \`UPDATE_DOCS=1 npx jest --selectProjects long --testPathPatterns world\`. A service, a user's choices and what happens to n8n
are drawn at random, and the node's own code runs in virtual time (test/world). What must hold whatever happens stands in the file
\`rules.ts\` of each world. It is able to fail: before anything was
fixed, 1,092 of the first 10,000 lives of sending broke a rule.
What a service may do is drawn only [with a source](natures.md).
`;
