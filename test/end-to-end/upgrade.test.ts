import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { withNotifyUrl } from '../../tools/n8n/exampleWorkflows';
import { startN8n, type N8nInstance } from '../../tools/n8n/instance';
import { packPackage } from '../../tools/n8n/packedPackage';
import { itemsOf, type Execution, type WorkflowFile } from '../../tools/n8n/restClient';
import { SANDBOX_CREDENTIAL, sandboxCredential } from '../../tools/n8n/sandboxCredential';
import { startRegistry, type LocalRegistry } from '../../tools/registry/registry';
import { startSandbox, type Sandbox } from '../../sandbox';
import { SEND, sendWorkflow, START } from './realN8n';

/**
 * From 0.1.0 as it was first written to the present version and back, as a person does it in Settings > Community nodes. The package and
 * the example workflows of 0.1.0 are kept in test/support/releases.
 */

const OLD = join(__dirname, '../support/releases/0.1.0');
const NEW_VERSION = '99.0.0';
const PACKAGE = { name: 'n8n-nodes-sms-messaging' };

let packages: LocalRegistry;
let n8n: N8nInstance;
let sandbox: Sandbox;
let credential: { id: string; name: string };
let sendId: string;
let triggerId: string;
let waitId: string;
let outputBefore: Awaited<ReturnType<typeof sendAndReport>>;

beforeAll(async () => {
	sandbox = await startSandbox({ delays: { enrouteMs: 20, finalMs: 1500 } });
	packages = await startRegistry();
	await packages.publish(join(OLD, 'package.tar.gz'));
	n8n = await startN8n({ isEmpty: true, env: packages.env });
	await n8n.rest.call('POST', '/community-packages', PACKAGE);
	const { id, ...content } = sandboxCredential(sandbox.url);
	credential = { id: await n8n.rest.saveCredential(content), name: SANDBOX_CREDENTIAL.name };
	const notifications = fileOf('delivery-notifications');
	triggerId = await n8n.rest.saveWorkflow(notifications);
	await n8n.rest.activate(triggerId);
	const credentials = { smsMessagingApi: credential };
	waitId = await n8n.rest.saveWorkflow(sendWorkflow({ parameters: { operation: 'sendTextAndWait' }, credentials }));
	sendId = await n8n.rest.saveWorkflow(withNotifyUrl(fileOf('bulk-send'), n8n.notifyUrl(notifications)));
}, 300_000);
afterAll(async () => {
	await n8n?.stop();
	await packages?.stop();
	await sandbox?.stop();
}, 60_000);

/** An example workflow of 0.1.0, with this n8n's credential. */
function fileOf(name: string): WorkflowFile {
	const workflow = JSON.parse(readFileSync(join(OLD, `${name}.json`), 'utf8')) as WorkflowFile;
	const nodes = workflow.nodes.map((node) =>
		node.credentials === undefined ? node : { ...node, credentials: { smsMessagingApi: credential } },
	);
	return { ...workflow, nodes };
}

async function installedVersion(): Promise<string | undefined> {
	const [installed] = await n8n.rest.call<Array<{ installedVersion: string }>>('GET', '/community-packages');
	return installed?.installedVersion;
}

/** The items of some nodes, by number, without what differs from run to run. */
function comeOut(executions: Execution[], nodes: string[]): unknown[] {
	const items = executions.flatMap((execution) => nodes.flatMap((node) => itemsOf(execution, node)));
	return items
		.map(({ json: { messageId, bulkId, sentAt, doneAt, ...json } }) => ({
			...json,
			to: String(json.to),
			result: String(json.result).replace(/ at .*/, ''),
		}))
		.sort((one, other) => one.to.localeCompare(other.to));
}

/** Sends the list of twelve, and waits for the reports. @returns what comes out of both workflows */
async function sendAndReport(): Promise<object> {
	const before = sandbox.pushes.length;
	const executionsBefore = (await n8n.rest.executionsOf(triggerId)).length;
	const reports = () => sandbox.pushes.slice(before).flatMap((push) => push.reports);
	const sent = await n8n.rest.runToEnd(sendId, START);
	await sandbox.waitFor(() => reports().length >= 12, 20_000);
	await sandbox.pushesSettled();
	const count = executionsBefore + sandbox.pushes.length - before;
	const notified = (await n8n.rest.finishedExecutionsOf(triggerId, count)).slice(executionsBefore);
	return {
		accepted: comeOut([sent], ['Accepted']),
		notSent: comeOut([sent], ['Not sent']),
		reports: comeOut(notified, ['Delivery reports']),
		results: comeOut(notified, ['Delivered', 'Not delivered']),
	};
}

test('0.1.0 sends, and gets its reports', async () => {
	expect(await installedVersion()).toBe('0.1.0');
	outputBefore = await sendAndReport();
	expect(outputBefore).toMatchObject({ accepted: { length: 12 }, reports: { length: 12 }, results: { length: 12 } });
});

test('upgraded in place, both workflows give the same, and the published one keeps its URL', async () => {
	await packages.publish(await packPackage(), NEW_VERSION);
	await n8n.rest.call('PATCH', '/community-packages', PACKAGE);
	expect(await installedVersion()).toBe(NEW_VERSION);
	expect(await sendAndReport()).toMatchObject(outputBefore);
	await awaitDelivery();
});

test('and so it is after the next start of n8n', async () => {
	await n8n.restart();
	expect(await sendAndReport()).toMatchObject(outputBefore);
	await awaitDelivery();
});

/** What 0.1.0 does not have. */
async function awaitDelivery(): Promise<void> {
	const { data } = await n8n.rest.runToEnd(waitId, START, 100_000);
	expect(data.resultData.error).toBeUndefined();
}

test('back at 0.1.0, old workflows go on; what came later is refused and sends nothing', async () => {
	await n8n.rest.call('PATCH', '/community-packages', { ...PACKAGE, version: '0.1.0' });
	await n8n.restart();
	expect(await installedVersion()).toBe('0.1.0');
	expect(await sendAndReport()).toEqual(outputBefore);
	const sentBefore = sandbox.messages.length;
	const { status, data } = await n8n.rest.runToEnd(waitId, START);
	expect(status).toBe('error');
	expect(data.resultData.runData[SEND]![0]!.error).toMatchObject({ message: expect.any(String) });
	expect(sandbox.messages).toHaveLength(sentBefore);
});
