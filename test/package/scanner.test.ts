import { appendFile, cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../tools/n8n/runCommand';
import { packPackage, type PackedPackage, ROOT } from './packedPackage';

interface Result {
	passed: boolean;
	message?: string;
	details?: string;
}

const TIMEOUT_MS = 120_000;

describe("the analysis of n8n's package scanner", () => {
	let packed: PackedPackage;
	beforeAll(async () => {
		packed = await packPackage();
	}, TIMEOUT_MS);
	afterAll(async () => await packed?.remove());

	it(
		'passes on the source and on the tarball',
		async () => {
			expect(await scan(ROOT, packed.folder)).toEqual({ source: { passed: true }, published: { passed: true } });
		},
		TIMEOUT_MS,
	);

	it(
		'finds what is planted, in the source and in the tarball, whatever a comment says',
		async () => {
			const source = join(packed.place, 'source');
			for (const name of ['package.json', 'nodes', 'credentials'])
				await cp(join(ROOT, name), join(source, name), { recursive: true });
			// The comments that switch rules off are part of what is planted: the scanner must not heed them
			await appendFile(
				join(source, 'nodes/SmsMessaging/service/statuses.ts'),
				"\n// eslint-disable-next-line\nexport const delay = () => setTimeout(() => console.log('late'), 1);\n",
			);
			await mkdir(join(packed.folder, 'dist', 'planted'));
			await appendFile(join(packed.folder, 'dist', 'planted', 'files.js'), "/* eslint-disable */\nrequire('fs');\n");
			const { source: inSource, published } = await scan(source, packed.folder);
			expect(inSource).toMatchObject({ passed: false, message: 'ESLint violations found' });
			expect(inSource.details).toContain('statuses.ts');
			expect(inSource.details).toContain('no-restricted-globals');
			expect(inSource.details).toContain('no-console');
			expect(published).toMatchObject({ passed: false, message: 'ESLint violations found' });
			expect(published.details).toContain('no-restricted-imports');
		},
		TIMEOUT_MS,
	);

	async function scan(source: string, published: string): Promise<{ source: Result; published: Result }> {
		// In a test environment eslint-plugin-n8n-nodes-base takes every file for a node; and the scanner leaves a temporary folder behind
		const env = { ...process.env, NODE_ENV: undefined, TMPDIR: packed.place };
		const output = await runCommand(process.execPath, [join(__dirname, 'scanPackage.mjs'), source, published], {
			cwd: ROOT,
			env,
		});
		return JSON.parse(output) as { source: Result; published: Result };
	}
});
