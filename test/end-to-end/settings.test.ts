import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { N8nInstance } from '../../tools/n8n/instance';
import { packPackage } from '../../tools/n8n/packedPackage';
import { itemsOf } from '../../tools/n8n/restClient';
import { environmentForNpm, runCommand } from '../../tools/n8n/runCommand';
import { prepareUserFolder } from '../../tools/n8n/userFolder';
import type { Sandbox } from '../../sandbox';
import { DELIVERED } from '../unit/notifications/bodies';
import { SEND, sendWorkflow, START, startN8nWithSandbox } from './realN8n';
import { countExecutions, publishTrigger, push, TRIGGER } from './trigger/triggerN8n';

/** What needs other settings of n8n or another version of the package; one after the other, on one instance that is started two times. */

let scratch: string;
let n8n: N8nInstance;
let sandbox: Sandbox;
let stop = async () => {};

beforeAll(async () => {
	scratch = await mkdtemp(join(tmpdir(), 'settings-'));
	const env = { NODE_EXTRA_CA_CERTS: '', N8N_PROXY_HOPS: '1' };
	({ n8n, sandbox, stop } = await startN8nWithSandbox({ userFolder: join(scratch, 'user'), env }, { tls: true }));
});
afterAll(async () => {
	await stop();
	await rm(scratch, { recursive: true, maxRetries: 3 });
});

const report = (messageId: string, groupId = 3) =>
	JSON.stringify({ results: [{ ...DELIVERED, messageId, status: { groupId } }] });

test('a certificate that n8n does not know: nothing is sent, and the user reads why', async () => {
	const { status, data } = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(sendWorkflow()), START);
	expect(status).toBe('error');
	const { error } = data.resultData;
	expect(`${error?.message} ${error?.description}`).toMatch(/certificate/i);
	expect(sandbox.messages).toEqual([]);
});

test('allowed addresses: that of the sender as n8n’s proxy settings tell it', async () => {
	const { url, workflowId } = await publishTrigger(n8n, {
		options: { allowedAddresses: '203.0.113.0/24, 2001:db8::/32' },
	});
	const pushFrom = async (address?: string) =>
		await push(url, report(`from-${address}`), {
			'Content-Type': 'application/json',
			...(address !== undefined && { 'X-Forwarded-For': address }),
		});
	for (const address of [undefined, '198.51.100.7', '203.0.113.7, 198.51.100.7', '2001:db9::1', 'nonsense', '']) {
		expect(await pushFrom(address)).toEqual({ status: 401, json: { message: expect.stringMatching(/\w/) } });
	}
	expect(countExecutions(n8n, workflowId)).toBe(0);
	const allowed = ['203.0.113.7', '::ffff:203.0.113.7', '2001:db8::1', '198.51.100.7, 203.0.113.7'];
	for (const address of allowed) expect((await pushFrom(address)).json).toMatchObject({ started: 1 });
	expect(countExecutions(n8n, workflowId)).toBe(allowed.length);
});

/** The same package under a higher version, as npm would give it. */
async function packHigherVersion(tarball: string, folder: string): Promise<{ tarball: string; version: string }> {
	const run = async (command: string, ...args: string[]) =>
		await runCommand(command, args, { cwd: folder, env: environmentForNpm() });
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

test('the package is upgraded under a published workflow: its URL still takes reports, with its settings; the memory of those that came has ended with n8n’s process', async () => {
	const trigger = await publishTrigger(n8n, {
		startOn: 'failed',
		simplify: false,
		options: { output: 'notification' },
	});
	expect((await push(trigger.url, report('before', 2))).json).toMatchObject({ started: 1 });
	expect((await push(trigger.url, report('before', 2))).json).toMatchObject({ started: 0, repeated: 1 });

	await n8n.stop();
	const higher = await packHigherVersion(await packPackage(), scratch);
	await prepareUserFolder(n8n.userFolder, higher.tarball);
	await n8n.start({ NODE_EXTRA_CA_CERTS: sandbox.caCertificate! });

	const installed = await n8n.rest.call<Array<{ installedVersion: string }>>('GET', INSTALLED);
	expect(installed.map(({ installedVersion }) => installedVersion)).toEqual([higher.version]);
	for (const messageId of ['before', 'after'])
		expect((await push(trigger.url, report(messageId, 2))).json).toMatchObject({ started: 1, repeated: 0 });
	expect((await push(trigger.url, report('after', 2))).json).toMatchObject({ started: 0, repeated: 1 });
	expect((await push(trigger.url, report('delivered', 3))).json).toMatchObject({ started: 0, filtered: 1 });
	const executions = await n8n.rest.finishedExecutionsOf(trigger.workflowId, 3);
	const reportsOf = executions.map((execution) => itemsOf(execution, TRIGGER)[0]?.json.reports);
	expect(reportsOf).toEqual(
		['before', 'before', 'after'].map((messageId) => [
			expect.objectContaining({ messageId, report: expect.anything() }),
		]),
	);
});

test('with NODE_EXTRA_CA_CERTS the message goes out through https', async () => {
	const execution = await n8n.rest.runToEnd(await n8n.rest.saveWorkflow(sendWorkflow()), START);
	expect(execution.status).toBe('success');
	expect(sandbox.url).toMatch(/^https:/);
	expect(sandbox.messages.map(({ to, messageId }) => ({ to, messageId }))).toEqual([
		{ to: '447700900123', messageId: itemsOf(execution, SEND)[0]?.json.messageId },
	]);
});
