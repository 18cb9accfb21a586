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
		'accepts the source and the tarball',
		async () => {
			expect(await scan(ROOT, packed.folder)).toEqual({ source: { passed: true }, published: { passed: true } });
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
