import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { CACHE, N8N_NODE, N8N_PACKAGE, N8N_PROGRAM } from './places';
import { step, type Report } from './progress';
import { CommandError, environmentForNpm, runCommand } from './runCommand';

const MARKER = join(CACHE, 'installed-lock.sha256');

async function lockHash(): Promise<string> {
	const hash = createHash('sha256');
	for (const name of ['package-lock.json', 'package.json', '.npmrc']) {
		hash.update(await readFile(join(N8N_PACKAGE, name)));
	}
	return hash.digest('hex');
}

/** Where SQLite has to be compiled, it takes 20 seconds like this, and 68 with -O3. */
const COMPILED_SOON = { CFLAGS: '-O1', CXXFLAGS: '-O1' };

async function npm(args: string[]): Promise<void> {
	await runCommand('npm', args, { cwd: N8N_PACKAGE, env: { ...COMPILED_SOON, ...environmentForNpm() } });
}

/** What to do about a failed install, from what npm printed. */
function advice(error: unknown): string {
	const output = error instanceof CommandError ? error.output : String(error);
	if (/ENOENT/.test(output) && /spawn npm/.test(output)) return 'npm was not found: install Node.js with npm.';
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
	if (/EUSAGE/.test(output)) return 'tools/n8n/package.json and tools/n8n/package-lock.json do not match.';
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

/** Whether n8n is installed as tools/n8n/package-lock.json says. */
async function isN8nInstalled(): Promise<boolean> {
	if (!existsSync(N8N_PROGRAM) || !existsSync(N8N_NODE)) return false;
	return (await readFile(MARKER, 'utf8').catch(() => '')) === (await lockHash());
}

/**
 * Installs n8n into tools/n8n/node_modules, unless that was done for the current lock. Takes minutes the first time;
 * `report` gets a line at every step. If n8n cannot be installed, throws with a sentence that says what to do.
 */
export async function installN8n(report: Report = () => {}): Promise<void> {
	if (await isN8nInstalled()) return;
	report('Installing n8n into tools/n8n/node_modules (only once): about 2,100 packages, 2.3 GB, 2 to 5 minutes.');
	for (const line of alternatives()) report(line);
	await step(report, 'Downloading n8n', () => doing('npm ci in tools/n8n/', () => npm(['ci', '--no-progress'])));
	await step(report, 'Preparing Node 24 and SQLite (takes a minute longer if there is no prebuilt binary)', () =>
		doing('npm rebuild in tools/n8n/', () => npm(['rebuild', 'node', 'sqlite3', '--ignore-scripts=false'])),
	);
	await mkdir(CACHE, { recursive: true });
	await writeFile(MARKER, await lockHash());
}

if (require.main === module) {
	installN8n(console.log).catch((error: Error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}
