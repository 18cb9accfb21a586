import { spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { environmentForNpm, runCommand } from '../n8n/runCommand';

/**
 * Mutation testing: StrykerJS changes one place of the code after the other, and a change that no test notices is named.
 * `npm run test:mutation -- sending [judge.ts …]` takes a room of the node, or only some of its files. A mutant meets a share of the lives
 * of the simulated world and the tests of single functions; one that survives them meets the integration tests as well.
 */
const ROOT = join(__dirname, '..');
const STRYKER = join(__dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const RESULTS = join(ROOT, 'test-results/mutation');
const { ROOMS } = require('./rooms.js') as { ROOMS: Record<string, { quick: string[] }> };

async function main([room = '', ...files]: string[]): Promise<void> {
	const chosen = ROOMS[room];
	if (chosen === undefined) throw new Error(`Name a room: ${Object.keys(ROOMS).join(', ')}`);
	if (!existsSync(STRYKER)) await runCommand('npm', ['ci'], { cwd: __dirname, env: environmentForNpm() });
	// What an earlier run found may not hold any more: Stryker does not see changes of what a test imports
	await rm(join(RESULTS, `${room}.incremental.json`), { force: true });
	const mutated =
		files.length === 0 ? [] : ['--mutate', files.map((file) => `nodes/SmsMessaging/${room}/${file}`).join(',')];
	const hasQuick = globSync(chosen.quick, { cwd: ROOT }).length > 0;
	for (const tests of hasQuick ? ['quick', 'all'] : ['all'])
		await stryker(mutated, { MUTATION_ROOM: room, MUTATION_TESTS: tests, SHARE_OF_LIVES: '0.04' });
	console.log(await scores(join(RESULTS, `${room}.json`)));
}

async function stryker(args: string[], variables: NodeJS.ProcessEnv): Promise<void> {
	const child = spawn('node', [STRYKER, 'run', 'mutation/stryker.config.mjs', ...args], {
		cwd: ROOT,
		env: { ...process.env, ...variables },
		stdio: 'inherit',
	});
	const code = await new Promise((resolve) => child.on('close', resolve));
	if (code !== 0) throw new Error(`Stryker ended with ${String(code)}`);
}

interface Report {
	files: Record<
		string,
		{
			mutants: Array<{
				status: string;
				mutatorName: string;
				replacement?: string;
				location: { start: { line: number } };
			}>;
		}
	>;
}

/** The score of each file, and its survivors, as Markdown. */
async function scores(path: string): Promise<string> {
	const { files } = JSON.parse(await readFile(path, 'utf8')) as Report;
	const rows = Object.entries(files).map(([file, { mutants }]) => {
		const found = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
		const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
		const all = found + survivors.length;
		const lines = survivors.map(
			({ location, mutatorName, replacement = '' }) =>
				`- ${file}:${location.start.line} ${mutatorName}: \`${replacement.replace(/\s+/g, ' ')}\``,
		);
		return { row: `| ${file} | ${all} | ${survivors.length} | ${((100 * found) / all).toFixed(1)} % |`, lines };
	});
	return [
		'| File | Mutants | Survived | Score |',
		'|---|---|---|---|',
		...rows.map(({ row }) => row),
		'',
		...rows.flatMap(({ lines }) => lines),
	].join('\n');
}

main(process.argv.slice(2)).catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
