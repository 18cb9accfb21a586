import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '../../..');

test('the table is what tools/generate/countryTable.ts writes, and at most 12 KB', async () => {
	const script = ['node_modules/.bin/tsx', 'tools/generate/countryTable.ts', '--print'];
	const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: root });
	const [[path, content]] = Object.entries(JSON.parse(stdout)) as [[string, string]];
	expect(await readFile(join(root, path), 'utf8')).toBe(content);
	expect(Buffer.byteLength(content)).toBeLessThanOrEqual(12 * 1024);
}, 60_000);
