import { join } from 'node:path';
import { devDependencies } from '../../package.json';
import { dependencies } from '../../sandbox/package.json';
import { filesIn, ROOT } from './packedPackage';
import { read } from './pages';

test('package.json pins every tool to one version, so that checks are reproducible', () => {
	const loose = Object.entries(devDependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
	expect(loose).toEqual([]);
});

/** npm ci refuses a lock in which an optional package of another platform is missing. */
test.each(['package-lock.json', 'tools/registry/package-lock.json'])(
	'%s contains the optional packages of all platforms',
	(path) => {
		const { packages } = JSON.parse(read(path)) as { packages: Record<string, LockedPackage> };
		const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
			Object.keys(optionalDependencies)
				.filter((name) => !isLocked(packages, place, name))
				.map((name) => `${name} for ${place}`),
		);
		expect(missing).toEqual([]);
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

test('the sandbox depends on what it imports, in the tested versions', async () => {
	const sources = (await filesIn(join(ROOT, 'sandbox'))).filter((file) => /^(control\/|routes\/)?\w+\.ts$/.test(file));
	const imported = sources.flatMap((file) =>
		[...read(join('sandbox', file)).matchAll(/^(?:import|\} from) (?!type).*'([^.'][^']*)';$/gm)].map(
			(match) => match[1]!,
		),
	);
	const packages = [...new Set(imported)].filter((name) => !name.startsWith('node:')).sort();
	expect(dependencies).toEqual(
		Object.fromEntries(packages.map((name) => [name, devDependencies[name as keyof typeof devDependencies]])),
	);
});

test('the sandbox has the licence of the repository', () => {
	expect(read('sandbox/LICENSE')).toBe(read('LICENSE'));
});
