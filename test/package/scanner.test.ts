import { join } from 'node:path';
import { runCommand } from '../../tools/n8n/runCommand';
import { packPackage, ROOT } from './packedPackage';

const TIMEOUT_MS = 120_000;

test(
	"the analysis of n8n's package scanner accepts the source and the tarball",
	async () => {
		const packed = await packPackage();
		try {
			// In a test environment eslint-plugin-n8n-nodes-base takes every file for a node; and the scanner leaves a temporary folder behind
			const env = { ...process.env, NODE_ENV: undefined, TMPDIR: packed.place };
			const scan = [join(__dirname, 'scanPackage.mjs'), ROOT, packed.folder];
			const output = await runCommand(process.execPath, scan, { cwd: ROOT, env });
			expect(JSON.parse(output)).toEqual({ source: { passed: true }, published: { passed: true } });
		} finally {
			await packed.remove();
		}
	},
	TIMEOUT_MS,
);
