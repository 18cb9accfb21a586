import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startN8n } from '../../../n8n/instance';
import { packPackage } from '../../../n8n/packedPackage';
import { itemsOf } from '../../../n8n/restClient';
import { environmentForNpm, runCommand } from '../../../n8n/runCommand';
import { prepareUserFolder } from '../../../n8n/userFolder';
import { DELIVERED } from '../../unit/notifications/bodies';
import { publishTrigger, push, TRIGGER } from './triggerN8n';

/** The same package under a higher version, as npm would give it. */
async function packHigherVersion(tarball: string, folder: string): Promise<{ tarball: string; version: string }> {
	const run = async (command: string, ...args: string[]) => await runCommand(command, args, { cwd: folder, env: environmentForNpm() });
	await run('tar', '-xzf', tarball, '-C', folder);
	const manifestFile = join(folder, 'package', 'package.json');
	const manifest = JSON.parse(await readFile(manifestFile, 'utf8')) as { name: string; version: string };
	const [major, minor] = manifest.version.split('.').map(Number);
	const version = `${major}.${(minor ?? 0) + 1}.0`;
	await writeFile(manifestFile, JSON.stringify({ ...manifest, version }));
	const file = join(folder, `${manifest.name}-${version}.tgz`);
	await run('tar', '-czf', file, 'package');
	return { tarball: file, version };
}

/** The version that n8n lists under Settings > Community nodes. */
const INSTALLED = '/community-packages';

test('the package is upgraded under a published workflow: its URL still takes reports, with its settings', async () => {
	const scratch = await mkdtemp(join(tmpdir(), 'upgrade-'));
	const n8n = await startN8n({ userFolder: join(scratch, 'user') });
	try {
		const parameters = { startOn: 'failed', simplify: false, options: { output: 'notification' } };
		const trigger = await publishTrigger(n8n, parameters);
		const report = (messageId: string, groupId: number) => JSON.stringify({ results: [{ ...DELIVERED, messageId, status: { groupId } }] });
		expect((await push(trigger.url, report('before', 2))).json).toMatchObject({ started: 1 });

		await n8n.stop();
		const higher = await packHigherVersion(await packPackage(), scratch);
		await prepareUserFolder(n8n.userFolder, higher.tarball);
		await n8n.start();

		const installed = await n8n.rest.call<Array<{ installedVersion: string }>>('GET', INSTALLED);
		expect(installed.map(({ installedVersion }) => installedVersion)).toEqual([higher.version]);
		expect((await push(trigger.url, report('after', 2))).json).toMatchObject({ started: 1 });
		expect((await push(trigger.url, report('delivered', 3))).json).toMatchObject({ started: 0, filtered: 1 });
		const executions = await n8n.rest.finishedExecutionsOf(trigger.workflowId, 2);
		const reportsOf = executions.map((execution) => itemsOf(execution, TRIGGER)[0]?.json.reports);
		expect(reportsOf).toEqual(['before', 'after'].map((messageId) => [expect.objectContaining({ messageId, report: expect.anything() })]));
	} finally {
		await n8n.stop();
		await rm(scratch, { recursive: true, maxRetries: 3 });
	}
});
