import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { ROOT } from './packedPackage';

const SOURCES = join(ROOT, 'nodes/SmsMessaging');
const NODES = 'the three nodes';

const [, drawing = ''] =
	/^Imports go one way.*?```\n(.*?)```/ms.exec(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')) ?? [];
/** Each folder of the drawing, and on which line it is. */
const LINES = new Map(
	drawing
		.trim()
		.split('\n')
		.flatMap((line, index) => line.split(/\s{2,}/).map((folder) => [folder, index] as const)),
);

const folderOf = (file: string) => (file.includes(sep) ? file.split(sep)[0]! : NODES);
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test('CONTRIBUTING.md draws every folder of the nodes, and no other', () => {
	expect([...LINES.keys()].sort()).toEqual([...new Set(files.map(folderOf))].sort());
});

test('imports go down the drawing', () => {
	const upwards = files.flatMap((file) =>
		[...readFileSync(join(SOURCES, file), 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)]
			.map(([, imported]) => normalize(join(dirname(file), imported!)))
			.filter((imported) => folderOf(imported) !== folderOf(file))
			.filter((imported) => LINES.get(folderOf(imported))! <= LINES.get(folderOf(file))!)
			.map((imported) => `${file} imports ${imported}`),
	);
	expect(upwards).toEqual([]);
});
