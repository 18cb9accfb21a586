import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesIn, ROOT } from './packedPackage';

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown> & {
	scripts: Record<string, string>;
	devDependencies: Record<string, string>;
	n8n: { n8nNodesApiVersion: number; nodes: string[]; credentials: string[] };
	files: string[];
};

describe('package.json', () => {
	it('pins every tool to one version, so that checks are reproducible', () => {
		const loose = Object.entries(manifest.devDependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
		expect(loose).toEqual([]);
	});
});

/** npm ci refuses a lock in which an optional package of another platform is missing. */
describe.each(['package-lock.json', 'tools/n8n/package-lock.json', 'tools/registry/package-lock.json'])(
	'%s',
	(path) => {
		const { packages } = JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as {
			packages: Record<string, LockedPackage>;
		};

		it('contains the optional packages of all platforms', () => {
			const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
				Object.keys(optionalDependencies)
					.filter((name) => !isLocked(packages, place, name))
					.map((name) => `${name} for ${place}`),
			);
			expect(missing).toEqual([]);
		});
	},
);

interface LockedPackage {
	optionalDependencies?: Record<string, string>;
}

/** Looks where Node would: beside the package's own modules, then above. */
function isLocked(packages: Record<string, LockedPackage>, place: string, name: string): boolean {
	for (let above = place; ; above = above.slice(0, Math.max(0, above.lastIndexOf('/node_modules/')))) {
		if (packages[`${above === '' ? '' : `${above}/`}node_modules/${name}`] !== undefined) return true;
		if (above === '') return false;
	}
}

describe('sandbox/package.json', () => {
	const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
	const sandbox = JSON.parse(read('sandbox/package.json')) as { dependencies: Record<string, string> };

	it('depends on what the sandbox imports, in the tested versions', async () => {
		const sources = (await filesIn(join(ROOT, 'sandbox'))).filter((file) =>
			/^(control\/|routes\/)?\w+\.ts$/.test(file),
		);
		const imported = sources.flatMap((file) =>
			[...read(join('sandbox', file)).matchAll(/^(?:import|\} from) (?!type).*'([^.'][^']*)';$/gm)].map(
				(match) => match[1]!,
			),
		);
		const packages = [...new Set(imported)].filter((name) => !name.startsWith('node:')).sort();
		expect(sandbox.dependencies).toEqual(
			Object.fromEntries(packages.map((name) => [name, manifest.devDependencies[name]])),
		);
	});

	it('has the licence of the repository', () => {
		expect(read('sandbox/LICENSE')).toBe(read('LICENSE'));
	});
});
