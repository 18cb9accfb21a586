import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PackedPackage } from './packedPackage';

/** The page docs/quality/package.md: what is published. */

const FOLDERS_DEEP = 3;

/** A file of the top level or the folder that it is in. */
function placeOf(file: string): string {
	const parts = file.split('/');
	return parts.length === 1 ? file : `${parts.slice(0, Math.min(parts.length - 1, FOLDERS_DEEP)).join('/')}/`;
}

function sizesByPlace({ folder, files }: PackedPackage): Map<string, number> {
	const sizes = new Map<string, number>();
	for (const file of files)
		sizes.set(placeOf(file), (sizes.get(placeOf(file)) ?? 0) + statSync(join(folder, file)).size);
	return sizes;
}

/** Names and versions of the libraries, from the comments that begin with them. */
function builtIn({ folder, files }: PackedPackage): string[] {
	return files
		.filter((file) => file.includes('/libraries/'))
		.flatMap((file) =>
			[...readFileSync(join(folder, file), 'utf8').matchAll(/^\/\*!\n(.+)$/gm)].map(([, name]) => name!),
		);
}

export function contentsPage(packed: PackedPackage): string {
	const sizes = sizesByPlace(packed);
	const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
	const manifest = JSON.parse(readFileSync(join(packed.folder, 'package.json'), 'utf8')) as Record<string, unknown>;
	const inKb = (size: number) => (size / 1000).toFixed(size < 10_000 ? 1 : 0);
	return [
		'# What is published',
		'',
		'`UPDATE_DOCS=1 npx jest --selectProjects package --testPathPatterns contents` writes this page.',
		'',
		`Licence: ${String(manifest.license)}. Built in, with their licences: ${builtIn(packed).join(', ')}.`,
		'',
		'| | kB |',
		'|---|---|',
		...[...sizes].map(([place, size]) => `| ${place} | ${inKb(size)} |`),
		`| unpacked | ${inKb(total)} |`,
		`| as a tarball | ${inKb(packed.tarballSize)} |`,
		'',
	].join('\n');
}

/** The rows of such a page: sizes in kB by place. */
export function rowsOf(page: string): Record<string, number> {
	return Object.fromEntries(
		[...page.matchAll(/^\| (\S.*?) \| ([\d.]+) \|$/gm)].map(([, place, size]) => [place, Number(size)]),
	);
}
