import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CACHE, ROOT } from './places';
import { CommandError, environmentForNpm, runCommand } from './runCommand';

/** The sources of the built package. */
const SOURCES = [
	'credentials',
	'nodes',
	'gulpfile.js',
	'index.js',
	'LICENSE',
	'package.json',
	'README.md',
	'tsconfig.json',
];

async function filesIn(path: string): Promise<string[]> {
	const entries = await readdir(join(ROOT, path), { withFileTypes: true }).catch(() => undefined);
	if (entries === undefined) return existsSync(join(ROOT, path)) ? [path] : [];
	const nested = await Promise.all(entries.map(async (entry) => await filesIn(join(path, entry.name))));
	return nested.flat().sort();
}

async function sourcesHash(): Promise<string> {
	const hash = createHash('sha256');
	for (const file of (await Promise.all(SOURCES.map(filesIn))).flat()) {
		hash.update(`${file}\n`).update(await readFile(join(ROOT, file)));
	}
	return hash.digest('hex').slice(0, 16);
}

/**
 * Builds and packs the package as it would be published, and returns the path of the tarball; only once for the same
 * sources. Throws CommandError with the compiler's output if they do not build.
 */
export async function packPackage(): Promise<string> {
	const folder = join(CACHE, 'packages', await sourcesHash());
	const packed = await readdir(folder).catch(() => []);
	if (packed[0] !== undefined) return join(folder, packed[0]);

	const npm = async (...args: string[]) => await runCommand('npm', args, { cwd: ROOT, env: environmentForNpm() });
	await npm('run', 'build');
	await mkdir(join(CACHE, 'packages'), { recursive: true });
	// Packed in a folder next to the target and then moved, so that an interrupted run leaves nothing that looks finished
	const scratch = await mkdtemp(join(CACHE, 'packages', 'packing-'));
	await npm('pack', '--pack-destination', scratch);
	const [tarball] = await readdir(scratch);
	if (tarball === undefined) throw new CommandError('npm pack', 0, 'No tarball was written.');
	await rename(scratch, folder).catch(async (error: NodeJS.ErrnoException) => {
		await rm(scratch, { recursive: true, force: true });
		// Another process was first, with the same content
		if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
	});
	return join(folder, basename(tarball));
}
