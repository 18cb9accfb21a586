import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../../tools/n8n/runCommand';
import { packPackage, type PackedPackage } from './packedPackage';

interface Loaded {
	requests: Array<{ from: string; module: string }>;
	exports: string[];
	classes: Array<{
		file: string;
		folder: string;
		className: string;
		name: string;
		icon: { light: string; dark: string };
	}>;
}

const ALLOWED = ['n8n-workflow', 'node:crypto'];

describe('the package alone with n8n-workflow', () => {
	let packed: PackedPackage;
	let loaded: Loaded;
	beforeAll(async () => {
		packed = await packPackage();
		loaded = await loadAll(packed.folder);
	}, 60_000);
	afterAll(async () => await packed?.remove());

	it('loads the three nodes, the credential and index.js', () => {
		expect(loaded.classes.map(({ className, name }) => [className, name])).toEqual([
			['SmsMessaging', 'smsMessaging'],
			['SmsMessagingPollingTrigger', 'smsMessagingPollingTrigger'],
			['SmsMessagingTrigger', 'smsMessagingTrigger'],
			['SmsMessagingApi', 'smsMessagingApi'],
		]);
		expect(loaded.exports).toEqual([
			'SmsMessaging',
			'SmsMessagingApi',
			'SmsMessagingPollingTrigger',
			'SmsMessagingTrigger',
		]);
	});

	it('requires nothing but n8n-workflow, node:crypto and its own files', () => {
		expect(foreignModules(loaded)).toEqual(ALLOWED);
	});

	it('has every icon that its classes name', () => {
		const icons = loaded.classes.flatMap(({ folder, icon }) =>
			[icon.light, icon.dark].map((path) => join(folder, path.replace(/^file:/, ''))),
		);
		expect(icons).toHaveLength(8);
		expect(packed.files).toEqual(expect.arrayContaining(icons));
	});

	it('would be found out if it required something else', async () => {
		await appendFile(
			join(packed.folder, 'dist/nodes/SmsMessaging/service/json.js'),
			"\nrequire('node:os'); require('crypto');\n",
		);
		expect(foreignModules(await loadAll(packed.folder))).toEqual(['crypto', ...ALLOWED, 'node:os']);
	});
});

async function loadAll(folder: string): Promise<Loaded> {
	// Without NODE_PATH and the like, which would show the package modules that it does not have
	const env = { PATH: process.env.PATH };
	return JSON.parse(
		await runCommand(process.execPath, ['--no-warnings', join(__dirname, 'loadPackage.ts'), folder], {
			cwd: folder,
			env,
		}),
	) as Loaded;
}

function foreignModules({ requests }: Loaded): string[] {
	const modules = requests
		.map(({ module }) => module)
		.filter((module) => !module.startsWith('.') && !module.startsWith('/'));
	return [...new Set(modules)].sort();
}
