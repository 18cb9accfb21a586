import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { environmentForNpm, runCommand } from '../n8n/runCommand';

/**
 * Mutation testing: StrykerJS changes one place of the code after the other, and a change that no test notices is named.
 * `npx tsx tools/mutation/run.ts sending [decide.ts …]` takes a folder of the node (a room in the code), or some of its files. Each mutant meets lives of
 * the simulated worlds, for which the code is loaded once; a survivor also meets the unit and integration tests.
 */
const ROOT = join(__dirname, '../..');
const STRYKER = join(__dirname, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const { ROOMS } = require('./rooms.js') as { ROOMS: Record<string, unknown> };

interface Mutant {
	status: string;
	replacement?: string;
	location: { start: Position; end: Position };
}
interface Position {
	line: number;
	column: number;
}
type Files = Record<string, { source: string; mutants: Mutant[] }>;

async function main([room = '', ...files]: string[]): Promise<void> {
	if (ROOMS[room] === undefined) throw new Error(`Name a folder: ${Object.keys(ROOMS).join(', ')}`);
	if (!existsSync(STRYKER)) await runCommand('npm', ['ci'], { cwd: __dirname, env: environmentForNpm() });
	const inWorlds = await stryker(
		room,
		'worlds',
		files.map((file) => `nodes/SmsMessaging/${room}/${file}`),
	);
	const left = Object.entries(inWorlds).flatMap(([file, { mutants }]) =>
		mutants.filter(isSurvivor).map(({ location }) => `${file}:${rangeOf(location)}`),
	);
	const killed = new Set(
		left.length === 0
			? []
			: Object.entries(await stryker(room, 'tests', left)).flatMap(([file, { mutants }]) =>
					mutants.filter((mutant) => !isSurvivor(mutant)).map((mutant) => nameOf(file, mutant)),
				),
	);
	console.log(scores(inWorlds, killed));
}

/** @param mutate files, or places in them; all files of the room if there are none */
async function stryker(room: string, step: 'worlds' | 'tests', mutate: string[]): Promise<Files> {
	const args = mutate.length === 0 ? [] : ['--mutate', mutate.join(',')];
	const child = spawn('node', [STRYKER, 'run', 'tools/mutation/stryker.config.mjs', ...args], {
		cwd: ROOT,
		env: {
			...process.env,
			MUTATION_ROOM: room,
			MUTATION_STEP: step,
		},
		stdio: 'inherit',
	});
	const code = await new Promise((resolve) => child.on('close', resolve));
	if (code !== 0) throw new Error(`Stryker ended with ${String(code)}`);
	const report = await readFile(join(ROOT, `test-results/mutation/${room}.${step}.json`), 'utf8');
	return (JSON.parse(report) as { files: Files }).files;
}

/** As Stryker's command line wants it: columns begin at 0. */
function rangeOf({ start, end }: Mutant['location']): string {
	return `${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

function isSurvivor({ status }: Mutant): boolean {
	return status === 'Survived' || status === 'NoCoverage';
}

function nameOf(file: string, { location, replacement }: Mutant): string {
	return `${file}:${rangeOf(location)} ${replacement}`;
}

/** The score of each file, and its survivors, as Markdown. */
function scores(files: Files, killedLater: Set<string>): string {
	const rows = Object.entries(files).map(([file, { source, mutants }]) => {
		const valid = mutants.filter((mutant) => isSurvivor(mutant) || ['Killed', 'Timeout'].includes(mutant.status));
		const inWorlds = valid.filter((mutant) => !isSurvivor(mutant)).length;
		const survivors = valid.filter((mutant) => isSurvivor(mutant) && !killedLater.has(nameOf(file, mutant)));
		return {
			counts: [valid.length, inWorlds, valid.length - inWorlds - survivors.length, survivors.length],
			name: file.replace('nodes/SmsMessaging/', ''),
			lines: survivors.map(
				({ location, replacement = '' }) =>
					`- ${file}:${location.start.line} \`${oneLine(textAt(source, location))}\` → \`${oneLine(replacement)}\``,
			),
		};
	});
	const total = rows.reduce((sum, { counts }) => sum.map((count, index) => count + counts[index]!), [0, 0, 0, 0]);
	return [
		'| File | Mutants | Killed by worlds | By tests | Survived | Score |',
		'|---|---|---|---|---|---|',
		...[...rows, { name: 'together', counts: total }].map(
			({ name, counts }) =>
				`| ${name} | ${counts.join(' | ')} | ${((100 * (counts[0]! - counts[3]!)) / counts[0]!).toFixed(0)} % |`,
		),
		'',
		...rows.flatMap(({ lines }) => lines),
	].join('\n');
}

function textAt(source: string, { start, end }: Mutant['location']): string {
	const lines = source.split('\n').slice(start.line - 1, end.line);
	lines[lines.length - 1] = lines.at(-1)!.slice(0, end.column - 1);
	lines[0] = lines[0]!.slice(start.column - 1);
	return lines.join('\n');
}

function oneLine(text: string): string {
	const line = text.replace(/\s+/g, ' ');
	return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}

main(process.argv.slice(2)).catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
