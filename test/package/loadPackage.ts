/**
 * Loads every JavaScript file of an unpacked package and prints what that asked for, as JSON. Runs in a process of its own
 * (node loadPackage.ts FOLDER), where no test runner stands between the package and Node's module loader.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

interface Manifest {
	main: string;
	n8n: { nodes: string[]; credentials: string[] };
}

const folder = String(process.argv[2]);
const inPackage = `${pathToFileURL(folder).href}/`;
const requests: Array<{ from: string; module: string }> = [];

registerHooks({
	resolve(specifier, context, nextResolve) {
		if (context.parentURL?.startsWith(inPackage) === true) {
			requests.push({ from: relative(folder, fileURLToPath(context.parentURL)), module: specifier });
		}
		return nextResolve(specifier, context);
	},
});

const load = createRequire(join(folder, 'package.json'));
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

for (const file of readdirSync(folder, { recursive: true }).map(String)) {
	if (file.endsWith('.js')) load(join(folder, file));
}

/** n8n takes the class that is named like the file. */
function instanceOf(file: string) {
	const name = file.split('/').pop()!.split('.')[0]!;
	const exported = load(`./${file}`) as Record<
		string,
		new () => { icon?: unknown; description?: { icon?: unknown; name: string }; name?: string }
	>;
	const instance = new exported[name]!();
	return {
		file,
		folder: dirname(file),
		className: name,
		name: instance.description?.name ?? instance.name,
		icon: instance.description?.icon ?? instance.icon,
	};
}

console.log(
	JSON.stringify({
		requests,
		exports: Object.keys(load(`./${manifest.main}`) as object).sort(),
		classes: [...manifest.n8n.nodes, ...manifest.n8n.credentials].map(instanceOf),
	}),
);
