import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contentsPage, rowsOf } from './contentsPage';
import { runCommand } from '../../tools/n8n/runCommand';
import { builtFile, packPackage, type PackedPackage, ROOT, sourceFiles } from './packedPackage';

const PAGE = join(ROOT, 'docs/quality/package.md');
/** Sizes on the page may be older than the code by this much. */
const STALE = 0.25;
const MOST_KB = 1600;

describe('the tarball', () => {
	let packed: PackedPackage;
	beforeAll(async () => {
		packed = await packPackage();
	}, 60_000);
	afterAll(async () => await packed?.remove());

	it('contains only the built sources and four top-level files', async () => {
		const expected = ['LICENSE', 'README.md', 'index.js', 'package.json', ...(await sourceFiles()).map(builtFile)];
		expect(packed.files).toEqual(expected.sort());
	});

	it('loads where nothing is installed but n8n-workflow, as n8n leaves out its development dependencies', async () => {
		const modules = packed.files.filter((file) => file.endsWith('.js')).map((file) => `./package/${file}`);
		const script = `for (const file of ${JSON.stringify(modules)}) require(file)`;
		await runCommand(process.execPath, ['-e', script], { cwd: packed.place, env: { ...process.env, NODE_PATH: '' } });
	});

	it('is listed in docs/quality/package.md, which UPDATE_DOCS=1 rewrites', () => {
		const page = contentsPage(packed);
		if (process.env.UPDATE_DOCS === '1') {
			mkdirSync(dirname(PAGE), { recursive: true });
			writeFileSync(PAGE, page);
		}
		const now = rowsOf(page);
		const listed = rowsOf(readFileSync(PAGE, 'utf8'));
		expect(Object.keys(listed)).toEqual(Object.keys(now));
		expect(now.unpacked).toBeLessThan(MOST_KB);
		expect(Math.abs(listed.unpacked! / now.unpacked! - 1)).toBeLessThan(STALE);
	});
});
