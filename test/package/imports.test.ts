import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { ROOT } from './packedPackage';

const SOURCES = join(ROOT, 'nodes/SmsMessaging');
const NODES = 'the three nodes';

/** Each folder imports only from lines below its own. */
const LAYERS = [
	[NODES],
	['operations', 'polling'],
	['scheduled'],
	['asking', 'fetching'],
	['waiting'],
	['sending', 'notifications'],
	['entries', 'summary', 'logs'],
	['fields', 'output'],
	['kept', 'numbers', 'parameters', 'segments'],
	['api'],
	['n8n'],
	['text'],
	['libraries'],
];
const LINES = new Map(LAYERS.flatMap((folders, line) => folders.map((folder) => [folder, line] as const)));

const folderOf = (file: string) => (file.includes(sep) ? file.split(sep)[0]! : NODES);
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));

test('every folder is in the list of layers', () => {
	expect([...LINES.keys()].sort()).toEqual([...new Set(files.map(folderOf))].sort());
});

test('folders import only from lower layers', () => {
	const upwards = files.flatMap((file) =>
		[...readFileSync(join(SOURCES, file), 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)]
			.map(([, imported]) => normalize(join(dirname(file), imported!)))
			.filter((imported) => folderOf(imported) !== folderOf(file))
			.filter((imported) => LINES.get(folderOf(imported))! <= LINES.get(folderOf(file))!)
			.map((imported) => `${file} imports ${imported}`),
	);
	expect(upwards).toEqual([]);
});
