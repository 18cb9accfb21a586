import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contentsPage, rowsOf } from './contentsPage';
import { runCommand } from '../../tools/n8n/runCommand';
import { builtFile, packPackage, type PackedPackage, ROOT, sourceFiles } from './packedPackage';
import { read } from './pages';

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

	it("is accepted by the analysis of n8n's package scanner, whose rules for the sources `npm run lint` applies", async () => {
		// In a test environment eslint-plugin-n8n-nodes-base takes every file for a node; and the scanner leaves a temporary folder behind
		const env = { ...process.env, NODE_ENV: undefined, TMPDIR: packed.place };
		const sources = (await sourceFiles()).filter((path) => /\.(ts|json)$/.test(path));
		const scan = [join(__dirname, 'scanPackage.mjs'), ROOT, packed.folder, ...sources, 'package.json'];
		const output = await runCommand(process.execPath, scan, { cwd: ROOT, env });
		expect(JSON.parse(output)).toEqual({ notInLint: [], published: { passed: true } });
		// The scanner accepts no comment that turns a rule off; these are rules of our own
		const others = sources.filter((path) =>
			/\beslint\b(?!-disable-next-line no-restricted-syntax --)/.test(read(path)),
		);
		expect(others).toEqual([]);
	}, 120_000);

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
