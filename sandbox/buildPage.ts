import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as Esbuild from 'esbuild';

const SOURCE = join(__dirname, 'page');
/** Folder of the built page; git ignores it. */
const BUILT = join(SOURCE, 'dist');
const SCRIPT = join(BUILT, 'inbox.js');
const STYLE = join(BUILT, 'inbox.css');
const PREACT_NOTICE = '/*! Preact, MIT License, Copyright (c) 2015-present Jason Miller */';

/** The inbox page, ready to be served. */
export interface Page {
	html: string;
	script: string;
	style: string;
	icon: string;
}

/** Changes whenever anything in the page does. */
async function fingerprint(): Promise<string> {
	const hash = createHash('sha256');
	const names = (await readdir(SOURCE)).filter((name) => /\.(tsx?|css)$/.test(name)).sort();
	const lock = require.resolve('preact/package.json');
	for (const file of [...names.map((name) => join(SOURCE, name)), lock]) hash.update(await readFile(file)).update('\0');
	return hash.digest('hex');
}

/** Bundles the page unless it is built. The package contains it ready-built, without the sources. */
async function bundle(): Promise<{ script: string; style: string }> {
	if (existsSync(join(SOURCE, 'main.tsx'))) {
		const banner = `/*! Built from ${await fingerprint()} */`;
		if (!(await isBuiltWith(banner))) await build(banner);
	}
	return { script: await readFile(SCRIPT, 'utf8'), style: await readFile(STYLE, 'utf8') };
}

async function isBuiltWith(banner: string): Promise<boolean> {
	return existsSync(SCRIPT) && (await readFile(SCRIPT, 'utf8')).startsWith(banner);
}

async function build(banner: string): Promise<void> {
	// Only needed to build the page
	const esbuild: typeof Esbuild = require('esbuild');
	const { outputFiles } = await esbuild.build({
		entryPoints: { inbox: join(SOURCE, 'main.tsx') },
		outdir: BUILT,
		bundle: true,
		minify: true,
		format: 'esm',
		target: 'es2022',
		jsx: 'automatic',
		jsxImportSource: 'preact',
		banner: { js: `${banner}\n${PREACT_NOTICE}` },
		write: false,
	});
	await mkdir(BUILT, { recursive: true });
	// The script last: its presence means that everything is built. Files are renamed into place, as others may build at the same time.
	for (const file of [STYLE, SCRIPT]) {
		const temporary = join(BUILT, randomUUID());
		await writeFile(temporary, outputFiles.find(({ path }) => path === file)!.contents);
		await rename(temporary, file);
	}
}

let built: Promise<Page> | undefined;

/** The page, bundled at the first call unless it is built. */
export function inboxPage(): Promise<Page> {
	built ??= (async () => ({
		...(await bundle()),
		html: await readFile(join(SOURCE, 'index.html'), 'utf8'),
		icon: await readFile(join(SOURCE, 'icon.svg'), 'utf8'),
	}))();
	return built;
}
