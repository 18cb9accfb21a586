import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '../..');

test.each([
	['segmentTables', Infinity],
	// Every installation of n8n loads it
	['countryTable', 12 * 1024],
])(
	'the tables are those that tools/generate/%s.ts makes, and have at most %d bytes',
	async (name, most) => {
		const script = ['node_modules/.bin/tsx', `tools/generate/${name}.ts`, '--print'];
		const { stdout } = await promisify(execFile)(process.execPath, script, { cwd: root });
		const files = Object.entries(JSON.parse(stdout) as Record<string, string>);
		expect(files.length).toBeGreaterThan(0);
		for (const [path, content] of files) {
			expect(await readFile(join(root, path), 'utf8')).toBe(content);
			expect(Buffer.byteLength(content)).toBeLessThanOrEqual(most);
		}
	},
	60_000,
);
