import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../tools/n8n/runCommand';
import { ROOT, sourceFiles } from './packedPackage';

interface Report {
	communityNodes: string[];
	/** Rules of eslint-plugin-n8n-nodes-base by its configs: community, credentials, nodes. */
	nodesBase: { community: string[]; credentials: string[]; nodes: string[] };
	nodesBaseRules: string[];
	files: Record<string, string[]>;
}

/** The only rules that are off: n8n's package scanner turns off the same five. */
const OFF = [
	'n8n-nodes-base/cred-class-field-documentation-url-miscased',
	'n8n-nodes-base/cred-class-field-type-options-password-missing',
	'n8n-nodes-base/node-class-description-inputs-wrong-regular-node',
	'n8n-nodes-base/node-class-description-outputs-wrong',
	'n8n-nodes-base/node-param-type-options-max-value-present',
];

const NODE = 'nodes/SmsMessaging/SmsMessaging.node.ts';
const NODE_PART = 'nodes/SmsMessaging/operations/sendText.ts';
const CREDENTIAL = 'credentials/SmsMessagingApi.credentials.ts';
const MANIFEST = 'package.json';

describe('lint', () => {
	let report: Report;
	beforeAll(async () => {
		const script = join(__dirname, 'reportLintRules.mjs');
		const output = await runCommand(process.execPath, [script, NODE, NODE_PART, CREDENTIAL, MANIFEST], {
			cwd: ROOT,
			env: process.env,
		});
		report = JSON.parse(output) as Report;
	}, 60_000);

	it('knows both plugins whole', () => {
		expect(report.communityNodes.length).toBeGreaterThan(40);
		expect(report.nodesBaseRules.length).toBeGreaterThan(130);
		expect(sorted(new Set(Object.values(report.nodesBase).flat()))).toEqual(sorted(report.nodesBaseRules));
	});

	it.each([NODE, NODE_PART, CREDENTIAL, MANIFEST])('applies every rule of the community plugin to %s', (file) => {
		expect(report.communityNodes.filter((rule) => !report.files[file]?.includes(rule))).toEqual([]);
	});

	it.each([
		[NODE, 'nodes'],
		[NODE_PART, 'nodes'],
		[CREDENTIAL, 'credentials'],
		[MANIFEST, 'community'],
	] as const)(
		'applies to %s every rule of n8n-nodes-base for %s, save those that the scanner turns off',
		(file, kind) => {
			const missing = report.nodesBase[kind].filter((rule) => !report.files[file]?.includes(rule));
			expect(missing).toEqual(OFF.filter((rule) => report.nodesBase[kind].includes(rule)));
		},
	);

	it('leaves five rules off in all', () => {
		const on = new Set(Object.values(report.files).flat());
		expect(sorted(report.nodesBaseRules.filter((rule) => !on.has(rule)))).toEqual(OFF);
	});

	it('is not switched off by comments in the published sources', async () => {
		const sources = await Promise.all(
			(await sourceFiles()).map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })),
		);
		const silenced = sources.filter(({ text }) =>
			/eslint-(disable|enable)|@ts-(ignore|nocheck|expect-error)/.test(text),
		);
		expect(silenced.map(({ path }) => path)).toEqual([]);
	});
});

function sorted(names: Iterable<string>): string[] {
	return [...names].sort();
}
