import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentForNpm, runCommand } from '../../tools/n8n/runCommand';
import { ROOT } from './packedPackage';

export const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Paths of the repository's files that match these patterns; all files without a pattern. */
export async function tracked(...patterns: string[]): Promise<string[]> {
	const paths = await runCommand('git', ['ls-files', '-z', '-co', '--exclude-standard', ...patterns], {
		cwd: ROOT,
		env: environmentForNpm(),
	});
	return paths.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
}
