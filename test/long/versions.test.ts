import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { installCommunityPackage } from '../../tools/n8n/communityPackage';
import { n8nEnvironment } from '../../tools/n8n/environment';
import { nodeOf, readExample, withNotifyUrl } from '../../tools/n8n/exampleWorkflows';
import { startN8n, type N8nInstance } from '../../tools/n8n/instance';
import { packPackage } from '../../tools/n8n/packedPackage';
import { N8N_NODE, N8N_PROGRAM, TEST_RESULTS } from '../../tools/n8n/places';
import { freePorts } from '../../tools/n8n/ports';
import { itemsOf, type Execution, type WorkflowFile } from '../../tools/n8n/restClient';
import { environmentForNpm, runCommand } from '../../tools/n8n/runCommand';
import { sandboxCredential } from '../../tools/n8n/sandboxCredential';
import { startSandbox, type Sandbox } from '../../sandbox';
import { chain, own, plain, sendWorkflow, SEND, START } from '../end-to-end/realN8n';
import { keepTable } from './qualityPage';

/**
 * Other versions of n8n: `N8N_VERSIONS=2.0.3,2.41.1 npm run test:long -- versions`. Each is installed once into test-results/versions (up to
 * 2.3 GB and 5 minutes); without N8N_VERSIONS only the pinned one runs. UPDATE_DOCS=1 writes the table.
 */

const { dependencies } = jest.requireActual<{ dependencies: { n8n: string } }>('../../tools/n8n/package.json');
const PINNED = dependencies.n8n;
const VERSIONS = (process.env.N8N_VERSIONS ?? PINNED).split(',').map((version) => version.trim());
/** What such versions ask for and cannot be had from the registry, or has become something else since. */
const OVERRIDES_EARLY = { xlsx: '0.18.5', '@langchain/langgraph-checkpoint': '1.0.0' };
const OVERRIDES_LATE = { '@langchain/langgraph': '1.4.15' };
const FIRST_LATE_MINOR = 30;
/** The versions of nodes in the example workflows that came after n8n 2.0, and what these workflows need of them. */
const EARLIER_NODES: Record<string, number> = { 'n8n-nodes-base.set': 3.4, 'n8n-nodes-base.if': 2.2 };
/** Modules that one version can do without are unknown to another, so all are on, and find nobody outside. */
const ENV = { N8N_DISABLED_MODULES: '', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' };
const COLUMNS = ['Send Text', 'Bulk send', 'Trigger', 'Polling trigger', 'Send and Wait', 'Refused key'] as const;
type Column = (typeof COLUMNS)[number];

const table = new Map<string, Partial<Record<Column, string>>>();

/** @returns n8n's command line program of that version */
async function installed(version: string): Promise<string> {
	if (version === PINNED) return N8N_PROGRAM;
	const folder = join(TEST_RESULTS, '../versions', version);
	const program = join(folder, 'node_modules/n8n/bin/n8n');
	if (existsSync(program)) return program;
	await mkdir(folder, { recursive: true });
	const isLate = Number(version.split('.')[1]) >= FIRST_LATE_MINOR;
	const overrides = {
		linkedom: '0.18.13',
		'msgpackr-extract': '3.0.4',
		...(isLate ? OVERRIDES_LATE : OVERRIDES_EARLY),
	};
	await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }));
	const npm = async (...args: string[]) => await runCommand('npm', args, { cwd: folder, env: environmentForNpm() });
	await npm('install', `n8n@${version}`, '--legacy-peer-deps', '--ignore-scripts', '--audit=false', '--fund=false');
	await npm('rebuild', 'sqlite3', '--ignore-scripts=false');
	return program;
}

describe.each(VERSIONS)('n8n %s', (version) => {
	const row: Partial<Record<Column, string>> = {};
	let program: string;
	let n8n: N8nInstance;
	let sandbox: Sandbox;
	let userFolder: string;
	let bulkSendId: string;
	let notificationsId: string;
	const ids = new Map<string, string>();

	const webhookStarted = (name: string, parameters: Record<string, unknown>): WorkflowFile => {
		const workflow = sendWorkflow({ parameters });
		const hook = { ...nodeOf(workflow, START), type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: name };
		hook.parameters = { path: name, httpMethod: 'POST' };
		return { ...workflow, name, nodes: [hook, nodeOf(workflow, SEND)] };
	};
	const WAIT = webhookStarted('wait', { operation: 'sendTextAndWait', timeLimit: 2, timeLimitUnit: 'minutes' });
	const REFUSED = webhookStarted('refused', { to: '447700900999' });
	const TEXT = webhookStarted('text', {});
	const POLL: WorkflowFile = {
		name: 'poll',
		nodes: [
			own('Poll', 'smsMessagingPollingTrigger', { pollTimes: { item: [{ mode: 'everyMinute' }] } }),
			plain('After', 'noOp', 1),
		],
		connections: chain('Poll', 'After'),
	};

	async function cli(...args: string[]): Promise<string> {
		const [port = 0, brokerPort = 0] = await freePorts(2);
		const env = n8nEnvironment({ userFolder, port, brokerPort, extra: ENV });
		return await runCommand(N8N_NODE, [program, ...args], { cwd: userFolder, env });
	}

	/** Saves a workflow; a published one takes effect with the next start, whatever way this version publishes. @returns its id */
	async function save(workflow: WorkflowFile, isPublished: boolean): Promise<string> {
		const { id: _, ...content } = workflow;
		const { id, versionId } = await n8n.rest.call<{ id: string; versionId: string }>('POST', '/workflows', {
			settings: {},
			...content,
			nodes: content.nodes.map((node) => ({ ...node, typeVersion: EARLIER_NODES[node.type] ?? node.typeVersion })),
			// Earlier versions want it to be said
			active: false,
		});
		if (isPublished) {
			await n8n.rest.call('POST', `/workflows/${id}/activate`, { versionId });
		}
		return id;
	}

	/** Calls the workflow's webhook. @returns the execution that it starts, once it has ended */
	async function started({ name }: WorkflowFile): Promise<Execution> {
		const { status } = await fetch(`${n8n.baseUrl}/webhook/${name}`, { method: 'POST' });
		expect(status).toBe(200);
		const [execution] = await n8n.rest.finishedExecutionsOf(ids.get(name)!, 1, 150_000);
		return execution!;
	}

	beforeAll(async () => {
		program = await installed(version);
		table.set(version, row);
		await mkdir(TEST_RESULTS, { recursive: true });
		userFolder = await mkdtemp(join(TEST_RESULTS, 'version-'));
		sandbox = await startSandbox({ delays: { enrouteMs: 20, finalMs: 50 } });
		await mkdir(join(userFolder, '.n8n/nodes'), { recursive: true });
		await installCommunityPackage(userFolder, await packPackage());
		const credential = join(userFolder, 'credential.json');
		await writeFile(credential, JSON.stringify([sandboxCredential(sandbox.url)]));
		await cli('import:credentials', `--input=${credential}`);
		const notifications = await readExample('delivery-notifications');
		n8n = await startN8n({ userFolder, isEmpty: true, program, env: ENV });
		const bulkSend = withNotifyUrl(await readExample('bulk-send'), n8n.notifyUrl(notifications));
		for (const workflow of [TEXT, WAIT, REFUSED, POLL, notifications, bulkSend])
			ids.set(workflow.name, await save(workflow, workflow !== bulkSend));
		bulkSendId = ids.get(bulkSend.name)!;
		notificationsId = ids.get(notifications.name)!;
		await n8n.restart();
	}, 900_000);
	afterAll(async () => {
		await n8n?.stop();
		await sandbox?.stop();
	}, 60_000);

	test('sends a text', async () => {
		const execution = await started(TEXT);
		row['Send Text'] = String(itemsOf(execution, SEND)[0]?.json.status ?? execution.data.resultData.error?.message);
		expect(row['Send Text']).toBe('PENDING_ACCEPTED');
	}, 200_000);

	test('the example workflows send a list and take its reports', async () => {
		const before = sandbox.messages.length;
		await cli('execute', `--id=${bulkSendId}`, '--rawOutput');
		await sandbox.waitFor(() => sandbox.pushes.flatMap(({ reports }) => reports).length >= 12, 60_000);
		await sandbox.pushesSettled();
		row['Bulk send'] = `${sandbox.messages.length - before} of 12 sent`;
		const { pushes } = sandbox;
		const executions = await n8n.rest.finishedExecutionsOf(notificationsId, pushes.length);
		// The service decides how many reports a push has
		const areGood = executions.length === pushes.length && executions.every(({ status }) => status === 'success');
		row.Trigger = areGood ? `${pushes.flatMap(({ reports }) => reports).length} reports` : 'failed';
		expect(row).toMatchObject({ 'Bulk send': '12 of 12 sent', Trigger: '12 reports' });
	}, 200_000);

	test('the polling trigger fetches reports', async () => {
		const [execution] = await n8n.rest.finishedExecutionsOf(ids.get(POLL.name)!, 1, 150_000);
		row['Polling trigger'] = `${itemsOf(execution!, 'Poll').length} report fetched`;
		expect(itemsOf(execution!, 'Poll')[0]?.json).toMatchObject({ to: '447700900123' });
	}, 200_000);

	test('waiting for delivery works, or the error says why not', async () => {
		const before = sandbox.messages.length;
		const execution = await started(WAIT);
		const { error } = execution.data.resultData;
		if (error === undefined) {
			row['Send and Wait'] = String(itemsOf(execution, SEND)[0]?.json.status);
			expect(row['Send and Wait']).toBe('DELIVERED_TO_HANDSET');
		} else {
			row['Send and Wait'] = 'refused, nothing sent';
			expect(error).toMatchObject({ description: expect.stringContaining('before 2.14') });
			expect(sandbox.messages).toHaveLength(before);
		}
	}, 200_000);

	test('a refused key: the error names it', async () => {
		await n8n.rest.saveCredential({
			...sandboxCredential(sandbox.url),
			data: { ...sandboxCredential(sandbox.url).data, apiKey: 'wrong' },
		});
		const { data } = await started(REFUSED);
		row['Refused key'] = String(data.resultData.error?.message);
		expect(row['Refused key']).toMatch(/401/);
	}, 200_000);
});

afterAll(() => {
	const rows = [...table].map(([version, row]) => [version, ...COLUMNS.map((column) => row[column] ?? 'failed')]);
	keepTable('versions', ['n8n', ...COLUMNS], rows);
});
