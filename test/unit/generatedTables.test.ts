import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '../..');

test('the tables are those that tools/generate/tables.ts makes', async () => {
	const script = ['node_modules/.bin/tsx', 'tools/generate/tables.ts', '--print'];
	const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: root });
	const files = Object.entries(JSON.parse(stdout) as Record<string, string>);
	expect(files.length).toBeGreaterThan(0);
	for (const [path, content] of files) expect(await readFile(join(root, path), 'utf8')).toBe(content);
}, 60_000);
