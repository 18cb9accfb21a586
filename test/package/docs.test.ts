import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { SmsMessagingApi } from '../../credentials/SmsMessagingApi.credentials';
import { PARTS, partsIn, withParts } from '../../tools/generate/pageParts';
import { outputSchemas, SCHEMA_FOLDER } from '../../tools/generate/outputSchemas';
import { filesIn, ROOT } from './packedPackage';
import { read, tracked } from './pages';

const CODEX = ['SmsMessaging', 'SmsMessagingPollingTrigger', 'SmsMessagingTrigger'];
const FORGE = 'https://github.com/n8n-nodes-sms-messaging/n8n-nodes-sms-messaging/blob/main/';

let pages: string[];
beforeAll(async () => {
	pages = await tracked('*.md');
});

describe('the pages', () => {
	it('have the lists of fields that npm run docs writes', () => {
		const stale = pages.filter((path) => withParts(read(path)) !== read(path));
		expect(stale).toEqual([]);
	});

	it('have each list once: every operation, trigger, status and error', () => {
		expect(pages.flatMap((path) => partsIn(read(path))).sort()).toEqual([...PARTS.keys()].sort());
	});

	it('link to files and headings that exist', () => {
		const broken = pages.flatMap((path) =>
			linksOf(read(path))
				.filter((link) => !leadsSomewhere(path, link))
				.map((link) => `${path}: ${link}`),
		);
		expect(broken).toEqual([]);
	});

	it('show every picture in docs/', async () => {
		const shown = new Set(
			pages.flatMap((path) => linksOf(read(path)).map((link) => relative(ROOT, resolve(ROOT, dirname(path), link)))),
		);
		expect((await tracked('docs/*.png')).filter((picture) => !shown.has(picture))).toEqual([]);
	});

	it('are all linked from docs/README.md, directly or through another page', () => {
		const listed = new Set<string>(['docs/README.md']);
		for (const path of listed) {
			for (const link of linksOf(read(path))) {
				const target = relative(ROOT, resolve(ROOT, dirname(path), link.split('#')[0]!));
				if (target.endsWith('.md') && existsSync(join(ROOT, target))) listed.add(target);
			}
		}
		expect(pages.filter((path) => path.startsWith('docs/') && !listed.has(path))).toEqual([]);
	});
});

test('the output schemas are those that npm run docs writes', async () => {
	const folder = join('nodes/SmsMessaging', SCHEMA_FOLDER);
	const files = await filesIn(join(ROOT, folder));
	expect(new Map(files.map((path) => [path, read(join(folder, path))]))).toEqual(outputSchemas());
});

/** n8n appends its own query to these addresses, so a fragment would not lead anywhere. */
test('the links in n8n lead to pages', () => {
	const links = CODEX.flatMap((name) =>
		[...read(`nodes/SmsMessaging/${name}.node.json`).matchAll(/"url": "([^"]+)"/g)].map((match) => match[1]!),
	).concat(new SmsMessagingApi().documentationUrl);
	expect(links).toHaveLength(2 * CODEX.length + 1);
	expect(links.filter((link) => !link.startsWith(FORGE) || !pages.includes(link.slice(FORGE.length)))).toEqual([]);
});

test('the errors in the troubleshooting page are those of the nodes', async () => {
	const sources = (await tracked('nodes/*.ts', 'credentials/*.ts')).map(read).join('\n');
	const cells = [...read('docs/troubleshooting.md').matchAll(/^\| ([^|]+) \|/gm)].map((match) => match[1]!);
	const quoted = cells.flatMap((cell) => [...cell.matchAll(/`([^`]{20,})`/g)].map((match) => match[1]!));
	expect(quoted.length).toBeGreaterThan(20);
	const unknown = quoted
		.flatMap(fixedParts)
		.filter((part) => !sources.includes(part.replaceAll("'", "\\'")) && !sources.includes(part));
	expect(unknown).toEqual([]);
});

/** The literal parts of a text in the code: between "…", numbers, punctuation and brackets, which the code composes. */
function fixedParts(text: string): string[] {
	return text
		.split(/[…:;()\d]/)
		.map((part) => part.trim())
		.filter((part) => part.length > 6);
}

function linksOf(page: string): string[] {
	const text = page.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '``');
	return [...text.matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].map((match) => match[1]!);
}

function leadsSomewhere(from: string, link: string): boolean {
	const [path = '', anchor] = link.split('#');
	const target = path === '' ? join(ROOT, from) : resolve(ROOT, dirname(from), path);
	return existsSync(target) && (anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor));
}

/** As forges make them from headings. */
function anchorsOf(page: string): string[] {
	const text = page.replace(/^```[^]*?^```/gm, '');
	return [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
		match[1]!
			.toLowerCase()
			.replace(/[^\p{L}\p{N}_ -]/gu, '')
			.replace(/ /g, '-'),
	);
}
