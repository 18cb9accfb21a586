import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Findings } from '../world/survey';
import { WORLDS } from '../world/worlds';
import { keepTable } from './qualityPage';

/** A million lives of the simulated worlds, as many of each, in two processes. Fewer with LIVES=100000. */

const LIVES = Number(process.env.LIVES ?? 1_000_000);
/** Named in docs/quality/simulated-world.md. Far apart: a survey goes through a thousand lives with each seed in a row. */
const SEEDS = [1_000_000, 2_000_000];
const ROOT = join(__dirname, '../..');
const NAMES = Object.keys(WORLDS);
const rows: string[][] = [];

async function surveyOf(name: string, lives: number, seed: number): Promise<Findings> {
	const args = ['--import', 'tsx', 'test/world/survey.ts', name, String(lives), String(seed)];
	const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 2 ** 26 });
	return JSON.parse(stdout) as Findings;
}

const formatted = (count: number) => count.toLocaleString('en');

function rowOf(name: string, parts: Findings[]): string[] {
	const sum = (figure: (findings: Findings) => number) => parts.reduce((total, part) => total + figure(part), 0);
	const counts = Object.keys(parts[0]!.counts).map(
		(what) => `${formatted(sum((part) => part.counts[what] ?? 0))} ${what}`,
	);
	const broken = String(sum((part) => part.broken.length));
	return [name, formatted(sum((part) => part.lives)), counts.join(', '), broken];
}

test.each(NAMES)(
	'%s: no life breaks a rule',
	async (name) => {
		const lives = Math.ceil(LIVES / NAMES.length / SEEDS.length);
		const found = await Promise.all(SEEDS.map(async (seed) => await surveyOf(name, lives, seed)));
		rows.push(rowOf(name, found));
		expect(found.flatMap(({ broken, story = [] }) => broken.concat(story))).toEqual([]);
	},
	3 * 3_600_000,
);

afterAll(() => keepTable('simulated-world', ['World', 'Lives', 'In them', 'Broke a rule'], rows));
