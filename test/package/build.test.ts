import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { builtFile, ROOT, sourceFiles } from './packedPackage';

const { bundled } = require('../../gulpfile') as { bundled(source: string): Promise<string> };

/** The other tests of this folder use dist. That it has no other files, contents.test.ts shows. */
test('dist is built from the current sources', async () => {
	const sources = await sourceFiles();
	const areUpToDate = await Promise.all(sources.map(isUpToDate));
	const stale = sources.filter((_, i) => !areUpToDate[i]);
	if (stale.length > 0)
		throw new Error(`dist is older than the sources: run 'npm run build' first. Differs for ${stale.join(', ')}`);
});

async function isUpToDate(source: string): Promise<boolean> {
	const built = join(ROOT, builtFile(source));
	if (!existsSync(built)) return false;
	if (!source.endsWith('.ts')) return readFileSync(join(ROOT, source)).equals(readFileSync(built));
	const output = source.includes('/libraries/') ? await bundled(source) : compiled.get(built)!;
	// Behind a licence, if it is generated from a library
	return readFileSync(built, 'utf8').endsWith(output);
}

/** By path in dist. isolatedModules makes the output of one file independent of all others. */
const compiled = new Map<string, string>();
const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
ts.createProgram(fileNames, { ...options, noResolve: true, noLib: true, noCheck: true, types: [] }).emit(
	undefined,
	(path, text) => void compiled.set(path, text),
);
