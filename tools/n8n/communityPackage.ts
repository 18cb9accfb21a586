import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { N8N_NODE, N8N_PACKAGE } from './places';
import { environmentForNpm, runCommand } from './runCommand';

/** The arguments that n8n itself passes to npm for a community package (its community-packages service). */
const NPM_INSTALL = [
	'install',
	'--audit=false',
	'--fund=false',
	'--bin-links=false',
	'--install-strategy=shallow',
	'--ignore-scripts=true',
	'--package-lock=false',
];

interface Manifest {
	name: string;
	version: string;
	devDependencies?: unknown;
	peerDependencies?: unknown;
	optionalDependencies?: unknown;
	[key: string]: unknown;
}

/** Where n8n keeps community packages. */
function nodesFolder(userFolder: string): string {
	return join(userFolder, '.n8n', 'nodes');
}

/** The name of the package in a tarball made by `npm pack`. */
async function nameInTarball(tarball: string): Promise<string> {
	const manifest = await runCommand('tar', ['-xzOf', tarball, 'package/package.json'], {
		cwd: N8N_PACKAGE,
		env: process.env,
	});
	return (JSON.parse(manifest) as Manifest).name;
}

/**
 * Puts a packed package where n8n loads community packages from, by the steps that n8n takes itself when a person
 * installs one (unpack, leave out development and peer dependencies, npm install, record it in the package.json of the folder). Replaces the
 * version that was there. n8n must not be running on this folder.
 */
export async function installCommunityPackage(userFolder: string, tarball: string): Promise<void> {
	const nodes = nodesFolder(userFolder);
	const folder = join(nodes, 'node_modules', await nameInTarball(tarball));
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await runCommand('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1'], { cwd: nodes, env: process.env });

	const file = join(folder, 'package.json');
	const { devDependencies, peerDependencies, optionalDependencies, ...manifest } = JSON.parse(
		await readFile(file, 'utf8'),
	) as Manifest;
	await writeFile(file, JSON.stringify(manifest, null, 2));
	await runCommand('npm', NPM_INSTALL, { cwd: folder, env: environmentForNpm() });

	const installedFile = join(nodes, 'package.json');
	const installed = JSON.parse(
		await readFile(installedFile, 'utf8').catch(() => '{"name":"installed-nodes","private":true,"dependencies":{}}'),
	) as { dependencies: Record<string, string> };
	installed.dependencies[manifest.name] = manifest.version;
	await writeFile(installedFile, JSON.stringify(installed, null, 2));
}

/**
 * Notes the installed package in n8n's database, as n8n does after an installation, so that Settings > Community nodes
 * lists it. The database must exist (n8n has been started once), and n8n must not be running on it.
 */
export async function registerCommunityPackage(userFolder: string, tarball: string): Promise<void> {
	const folder = join(nodesFolder(userFolder), 'node_modules', await nameInTarball(tarball));
	const database = join(userFolder, '.n8n', 'database.sqlite');
	await runCommand(N8N_NODE, ['--no-warnings', join(N8N_PACKAGE, 'registerCommunityPackage.ts'), folder, database], {
		cwd: N8N_PACKAGE,
		// n8n makes its own modules known to community packages by the same variable
		env: { ...process.env, NODE_OPTIONS: '', NODE_PATH: join(N8N_PACKAGE, 'node_modules') },
	});
}
