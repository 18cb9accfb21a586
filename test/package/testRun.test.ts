import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, ROOT } from './packedPackage';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const gate = readFileSync(join(ROOT, '.ci/run'), 'utf8');

/** Every script that a script runs, itself among them. */
function scriptsIn(name: string): string[] {
	const called = [...(scripts[name] ?? '').matchAll(/npm(?: run |:)([\w:-]+)/g)].map((match) => String(match[1]));
	return [name, ...called.flatMap(scriptsIn)];
}

function projectsIn(name: string): string[] {
	return scriptsIn(name).flatMap(
		(script) => scripts[script]?.match(/--selectProjects ([\w -]+?)(?: --|$)/)?.[1]?.split(' ') ?? [],
	);
}

const { projects } = jest.requireActual<{ projects: Array<{ displayName: string }> }>('../../jest.config.js');
const known = projects.map(({ displayName }) => displayName);

it('npm test checks, builds and tests in process while n8n is installed, then shows the essentials in n8n', () => {
	expect(scriptsIn('test')).toEqual([
		'test',
		'toolchain',
		'install:n8n',
		'check',
		'lint',
		'types',
		'build',
		'clean',
		'test:in-process',
		'test:essentials',
		'install:n8n',
	]);
	expect(projectsIn('test')).toEqual(['unit', 'sandbox', 'integration', 'package', 'world', 'essentials']);
});

it('.ci/run runs npm test and npm run test:n8n, which together leave out only the full sizes', () => {
	expect(gate).toMatch(/\bnpm test\b[^]*\bnpm run test:n8n\b/);
	expect([...projectsIn('test'), ...projectsIn('test:n8n'), 'long'].sort()).toEqual([...known].sort());
	expect(projectsIn('test:long')).toEqual(['long']);
});

it('each folder that has tests is a project', async () => {
	const tests = (await filesIn(join(ROOT, 'test'))).filter((file) => file.endsWith('.test.ts'));
	expect(
		[...new Set(tests.map((file) => file.split('/')[0]))].filter((folder) => !known.includes(String(folder))),
	).toEqual([]);
});
