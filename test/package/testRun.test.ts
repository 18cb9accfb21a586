import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, ROOT } from './packedPackage';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const selected = ['test:in-process', 'test:n8n', 'test:long'].flatMap(selectedProjects);

describe('npm test', () => {
	it('begins with the checks and the build', () => {
		expect(scripts.test).toBe(
			'npm run toolchain && npm run lint && npm run types && npm run build && npm run test:in-process && npm run test:n8n',
		);
	});

	it('leaves out only the full sizes, whose short forms it runs', () => {
		expect(selectedProjects('test:long')).toEqual(['long']);
	});

	it('runs every folder that has tests, or test:long does', async () => {
		const tests = (await filesIn(join(ROOT, 'test'))).filter((file) => file.endsWith('.test.ts'));
		const folders = new Set(tests.map((file) => file.split('/')[0]));
		expect([...folders].filter((folder) => !selected.includes(String(folder)))).toEqual([]);
	});

	it('runs every project that jest knows, or test:long does, and no other', () => {
		const { projects } = jest.requireActual<{ projects: Array<{ displayName: string }> }>('../../jest.config.js');
		expect([...selected].sort()).toEqual(projects.map(({ displayName }) => displayName).sort());
	});
});

function selectedProjects(script: string): string[] {
	return scripts[script]?.match(/--selectProjects (.+?)( --|$)/)?.[1]?.split(' ') ?? [];
}
