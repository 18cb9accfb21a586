import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PartResult } from '../../bench/measuring/result';
import { N8N_NODE, ROOT, TEST_RESULTS } from '../../tools/n8n/places';
import { runCommand } from '../../tools/n8n/runCommand';

jest.setTimeout(300_000);

const ENTRIES = 2000;
let folder: string;

beforeAll(async () => {
	await mkdir(TEST_RESULTS, { recursive: true });
	folder = await mkdtemp(join(TEST_RESULTS, 'bench-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true, maxRetries: 3 }));

// What the numbers are is for the bench in full size to say: here they are those of a machine that does other things as well
test('the bench in small runs its ways in a real n8n, and keeps results, ratios and a chart', async () => {
	const args = ['latency', 'logs', '--items', String(ENTRIES), '--runs', '1', '--results', folder];
	const printed = await runCommand(N8N_NODE, ['--import', 'tsx', join(ROOT, 'bench', 'main.ts'), ...args], {
		cwd: ROOT,
		env: process.env,
	});
	expect((await readdir(folder)).sort()).toEqual(['bench.svg', 'latency.json', 'logs.json']);
	const chart = await readFile(join(folder, 'bench.svg'), 'utf8');
	for (const part of ['latency', 'logs']) {
		const { ways, ratios } = JSON.parse(await readFile(join(folder, `${part}.json`), 'utf8')) as PartResult;
		for (const { name, ms } of ways) {
			expect(ms).toEqual([expect.any(Number)]);
			expect(ms[0]).toBeGreaterThan(0);
			expect(printed).toContain(name.slice(0, 40));
			expect(chart).toContain(`>${name}<`);
		}
		for (const { name, value } of ratios) {
			expect(value).toBeGreaterThan(0);
			expect(printed).toContain(name);
		}
		// What every way has to do is checked before its time counts
		const requests = new Map(ways.map((way) => [way.key, way.requests]));
		if (part === 'latency')
			expect([requests.get('node'), requests.get('script')]).toEqual([ENTRIES / 100, ENTRIES / 100]);
		else expect(requests.get('node')).toBe(requests.get('script'));
	}
});
