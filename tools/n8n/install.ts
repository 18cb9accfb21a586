import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { CACHE, N8N_NODE, N8N_PACKAGE, N8N_PROGRAM, ROOT } from './places';
import { step, type Report } from './progress';
import { CommandError, environmentForNpm, runCommand } from './runCommand';

const MARKER = join(CACHE, 'installed-lock.sha256');

async function lockHash(): Promise<string> {
	const hash = createHash('sha256');
	for (const name of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json']) {
		hash.update(await readFile(join(N8N_PACKAGE, name)));
	}
	return hash.digest('hex');
}

/** Where SQLite has to be compiled, it takes a third of the time like this. */
const COMPILED_SOON = { CFLAGS: '-O1', CXXFLAGS: '-O1' };

/** pnpm takes a third of npm's time for as many packages. */
const PNPM = join(ROOT, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs');

/** What to do about a failed install, from what pnpm printed. */
function advice(error: unknown): string {
	const output = error instanceof CommandError ? error.output : String(error);
	if (/ENOSPC/.test(output)) return 'The disk is full: n8n needs 3 GB.';
	if (/ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|network/i.test(output) && !/gyp/.test(output)) {
		return 'The npm registry cannot be reached: check the network, the proxy settings and `npm config get registry`.';
	}
	if (/gyp ERR!.*(python|Python)/.test(output)) {
		return 'sqlite3 has to be compiled, but Python was not found: install python3, make and g++ (Debian: apt-get install python3 make g++).';
	}
	if (/gyp ERR!|make: |not found: make/.test(output)) {
		return 'Compiling sqlite3 failed: install python3, make and g++ (Debian: apt-get install python3 make g++).';
	}
	if (/OUTDATED_LOCKFILE|LOCKFILE_CONFIG_MISMATCH/.test(output))
		return 'tools/n8n/package.json and pnpm-lock.yaml do not match.';
	return 'See the output below.';
}

/** What makes the download unnecessary: an n8n or Docker that is already on this machine. */
function alternatives(path = process.env.PATH ?? ''): string[] {
	const has = (program: string) => path.split(delimiter).some((folder) => existsSync(join(folder, program)));
	return [
		...(has('n8n')
			? [
					'This machine already has n8n. To use it instead, press Ctrl-C, install the nodes in it (README.md), and run: npm run sandbox',
				]
			: []),
		...(has('docker') && (process.env.DOCKER_HOST !== undefined || existsSync('/var/run/docker.sock'))
			? ['This machine has Docker. To use it instead, press Ctrl-C and see deploy/sandbox/compose.yaml']
			: []),
	];
}

async function doing(what: string, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		const output =
			error instanceof CommandError ? `\n\n${error.output.trimEnd().split('\n').slice(-40).join('\n')}` : '';
		throw new Error(`${what} failed. ${advice(error)}${output}`, { cause: error });
	}
}

/** Whether n8n is installed as tools/n8n/pnpm-lock.yaml says. */
async function isN8nInstalled(): Promise<boolean> {
	if (!existsSync(N8N_PROGRAM)) return false;
	return (await readFile(MARKER, 'utf8').catch(() => '')) === (await lockHash());
}

/**
 * Installs n8n into tools/n8n/node_modules, unless that was done for the current lock. Takes minutes the first time;
 * `report` gets a line at every step. If n8n cannot be installed, throws with a sentence that says what to do.
 */
export async function installN8n(report: Report = () => {}): Promise<void> {
	if (await isN8nInstalled()) return;
	report('Installing n8n into tools/n8n/node_modules (only once): about 1,800 packages, 1.8 GB, 1 to 3 minutes.');
	for (const line of alternatives()) report(line);
	await step(report, 'Downloading n8n (takes a minute longer if there is no prebuilt SQLite)', async () => {
		await doing('pnpm install in tools/n8n/', async () => {
			await runCommand(N8N_NODE, [PNPM, 'install', '--frozen-lockfile', '--ignore-scripts=false'], {
				cwd: N8N_PACKAGE,
				env: { ...COMPILED_SOON, ...environmentForNpm() },
			});
		});
	});
	await mkdir(CACHE, { recursive: true });
	await writeFile(MARKER, await lockHash());
}

if (require.main === module) {
	installN8n(console.log).catch((error: Error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}
