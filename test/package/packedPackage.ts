import { mkdir, mkdtemp, readdir, realpath, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { environmentForNpm, runCommand } from '../../tools/n8n/runCommand';

export const ROOT = join(__dirname, '..', '..');

/** The package as npm would publish it, unpacked into a folder of its own. */
export interface PackedPackage {
	/** An empty place with nothing but the package and n8n-workflow; gone after `remove()`. */
	place: string;
	/** The unpacked package. */
	folder: string;
	/** Its files, as sorted relative paths. */
	files: string[];
	/** In bytes. */
	tarballSize: number;
	remove(): Promise<void>;
}

/** Packs dist, without building. */
export async function packPackage(): Promise<PackedPackage> {
	// Outside the clone, so that no node_modules stands above it
	const place = await realpath(await mkdtemp(join(tmpdir(), 'sms-messaging-package-')));
	const folder = join(place, 'package');
	await runCommand('npm', ['pack', '--ignore-scripts', '--pack-destination', place], {
		cwd: ROOT,
		env: environmentForNpm(),
	});
	const [tarball] = (await readdir(place)).filter((name) => name.endsWith('.tgz'));
	if (tarball === undefined) throw new Error('npm pack wrote no tarball');
	await runCommand('tar', ['-xzf', tarball], { cwd: place, env: process.env });
	const { size: tarballSize } = await stat(join(place, tarball));
	await rm(join(place, tarball));
	// All that n8n gives a community package: a way to its own n8n-workflow
	await mkdir(join(place, 'node_modules'));
	await symlink(join(ROOT, 'node_modules', 'n8n-workflow'), join(place, 'node_modules', 'n8n-workflow'));
	const remove = async () => await rm(place, { recursive: true, force: true });
	return { place, folder, files: await filesIn(folder), tarballSize, remove };
}

/** All files below a folder, as sorted relative paths. */
export async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)))
		.sort();
}

/** The published sources, as paths relative to the clone. */
export async function sourceFiles(): Promise<string[]> {
	const inFolder = async (folder: string) => (await filesIn(join(ROOT, folder))).map((file) => join(folder, file));
	return [...(await inFolder('credentials')), ...(await inFolder('nodes'))];
}

/** Where the build puts what it makes of a source. */
export function builtFile(source: string): string {
	return join('dist', source.replace(/\.ts$/, '.js'));
}
