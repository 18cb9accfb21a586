import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Findings } from '../world/survey';

/** A million lives of the simulated world, in two processes. Fewer with LIVES=100000. */

const LIVES = Number(process.env.LIVES ?? 1_000_000);
const PROCESSES = 2;
/** Far apart: a survey goes through a thousand seeds in a row. */
const SEEDS = [1_000_000, 2_000_000];
const ROOT = join(__dirname, '../..');

async function surveyOf(seed: number): Promise<Findings> {
	const args = ['--import', 'tsx', 'test/world/survey.ts', String(LIVES / PROCESSES), String(seed)];
	const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 26 });
	return JSON.parse(stdout) as Findings;
}

test('a million lives break no rule', async () => {
	const parts = await Promise.all(SEEDS.map(surveyOf));
	if (process.env.UPDATE_DOCS === '1') writeFileSync(join(ROOT, 'docs/simulated-world.md'), documentOf(parts));
	expect(parts.map(({ story }) => story)).toEqual([undefined, undefined]);
	expect(sum(parts, 'lives')).toBe(LIVES);
}, 3 * 3_600_000);

function sum(parts: Findings[], key: 'lives' | 'executions' | 'requests' | 'broken'): number {
	return parts.reduce((total, part) => total + part[key], 0);
}

function documentOf(parts: Findings[]): string {
	const lives = sum(parts, 'lives');
	const met = new Map<string, number>();
	for (const part of parts) for (const [name, count] of Object.entries(part.met)) met.set(name, (met.get(name) ?? 0) + count);
	const number = (count: number) => count.toLocaleString('en');
	const rows = [...met].sort(([, a], [, b]) => b - a).map(([name, count]) => `| ${name} | ${number(count)} | ${((100 * count) / lives).toFixed(1)} % |`);
	return `${INTRODUCTION}
${number(lives)} lives (seeds ${SEEDS.join(' and ')} and those after them), ${number(sum(parts, 'executions'))} executions, ${number(sum(parts, 'requests'))} requests:
**${number(sum(parts, 'broken'))} lives broke a rule**.

| Drawn, or met | Lives | Share |
| --- | --- | --- |
${rows.join('\n')}
`;
}

const INTRODUCTION = `# The simulated world

Written by \`UPDATE_DOCS=1 npx jest --selectProjects long --testPathPatterns world\`. A service, a user's choices and what happens to n8n
are drawn at random, and the node's own code of sending runs in virtual time (test/world). Whatever happens: what it calls accepted, the
service has; what it calls refused or not sent, it has not; nothing is accepted twice that need not be; every destination comes out once;
times and requests stay bounded; no secret comes out (test/world/rules.ts). It is able to fail: see
[what it found first](simulated-world-before.md).
`;
