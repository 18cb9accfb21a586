import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { ROOT } from './packedPackage';
import { read } from './pages';

const SOURCES = join(ROOT, 'nodes/SmsMessaging');
const NODES = 'the three nodes';

/** The list in CONTRIBUTING.md: each folder imports only from lines below its own. */
const [layers = ''] = /^the three nodes$[^`]*/m.exec(read('CONTRIBUTING.md')) ?? [];
const LINES = new Map(
	layers
		.trim()
		.split('\n')
		.flatMap((folders, line) => folders.split(/ {2,}/).map((folder) => [folder, line] as const)),
);

const folderOf = (file: string) => (file.includes(sep) ? file.split(sep)[0]! : NODES);
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test('every folder is in the list', () => {
	expect([...LINES.keys()].sort()).toEqual([...new Set(files.map(folderOf))].sort());
});

test('folders import only from lower lines', () => {
	const upwards = files.flatMap((file) =>
		[...readFileSync(join(SOURCES, file), 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)]
			.map(([, imported]) => normalize(join(dirname(file), imported!)))
			.filter((imported) => folderOf(imported) !== folderOf(file))
			.filter((imported) => LINES.get(folderOf(imported))! <= LINES.get(folderOf(file))!)
			.map((imported) => `${file} imports ${imported}`),
	);
	expect(upwards).toEqual([]);
});
