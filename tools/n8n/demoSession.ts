import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { seedMessages, startSandbox, type Sandbox } from '../../sandbox';
import type { DemoOptions } from './demoOptions';
import { exampleNames, readExample, withNotifyUrl } from './exampleWorkflows';
import { installN8n } from './install';
import { OWNER, startN8n, type N8nInstance, type RunningN8n } from './instance';
import { packPackage } from './packedPackage';
import { ROOT } from './places';
import { isPortFree } from './ports';
import { step, type Report } from './progress';
import { RestError, type WorkflowFile } from './restClient';
import { sandboxCredential } from './sandboxCredential';

const HOUR_MS = 3_600_000;

/** Why the demo cannot run and what to do about it, to be shown to the user as it is. */
export class DemoError extends Error {}

/** The sandbox and n8n, with everything in place for the example workflows. */
export interface DemoSession {
	sandbox: Sandbox;
	n8n: N8nInstance;
	stop(): Promise<void>;
}

/**
 * Starts the sandbox, and n8n on the demo's folder: installs what is missing, keeps the account and everything that the user has
 * made there, and puts in place the package, the credential and the example workflows as they are in the clone.
 * `onStarted` gets what is running so far, so that an interruption can stop it. Throws DemoError for what the user can fix.
 */
export async function startDemo(
	options: DemoOptions,
	report: Report,
	onStarted: (stop: () => Promise<void>) => void,
): Promise<DemoSession> {
	await requireFreePorts(options);
	const pidFile = await claimFolder(options.folder);
	const running: Array<{ stop(): Promise<void> }> = [{ stop: async () => await rm(pidFile, { force: true }) }];
	let isStopped = false;
	const stop = async () => {
		isStopped = true;
		for (const part of running.splice(0).reverse()) await part.stop();
	};
	/** Remembers a part that has to be stopped; refuses it if everything has been stopped in the meantime. */
	const keep = <T extends { stop(): Promise<void> }>(part: T): T => {
		if (isStopped) {
			void part.stop();
			throw new DemoError('Stopped.');
		}
		running.push(part);
		return part;
	};
	onStarted(stop);
	try {
		await installN8n(report);
		const tarball = await step(report, 'Building and packing the nodes', packPackage);
		const sandbox = keep(await startSandbox({ port: options.sandboxPort, sendVersions: ['1', '2', '3'] }));
		// So that the daily summary has something to show
		const now = sandbox.now();
		seedMessages(sandbox.store, { count: 400, from: now - 47 * HOUR_MS, until: now - HOUR_MS });
		const n8n = await step(report, 'Starting n8n (about 10 seconds; 10 more the first time)', async () =>
			startN8n({ userFolder: options.folder, port: options.port, tarball, onProcess: keep }),
		);
		await n8n.rest.saveCredential(sandboxCredential(sandbox.url));
		await placeExamples(n8n, (workflow) => n8n.notifyUrl(workflow));
		return { sandbox, n8n, stop };
	} catch (error) {
		await stop();
		throw explained(error, options.folder);
	}
}

export async function requireFreePorts({ port, sandboxPort }: DemoOptions): Promise<void> {
	if (port === sandboxPort) throw new DemoError('--port and --sandbox-port must be different.');
	if (!(await isPortFree(port))) {
		throw new DemoError(
			`Port ${port} is in use, so n8n cannot listen on it. Choose another: npm start -- --port ${port + 1}`,
		);
	}
	if (!(await isPortFree(sandboxPort))) {
		throw new DemoError(
			`Port ${sandboxPort} is in use, so the sandbox cannot listen on it. Choose another: npm start -- --sandbox-port ${sandboxPort + 1}`,
		);
	}
}

/** Marks the folder as in use by this process, and returns the file that does so. Two n8n processes on one database would corrupt it. */
async function claimFolder(folder: string): Promise<string> {
	const pidFile = join(folder, 'running.pid');
	const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''));
	if (pid > 0 && pid !== process.pid && isAlive(pid)) {
		throw new DemoError(
			`The demo is already running (process ${pid}). Stop it first; both would use the folder ${shown(folder)}.`,
		);
	}
	await mkdir(folder, { recursive: true });
	await writeFile(pidFile, String(process.pid));
	return pidFile;
}

/** The folder as a person in the clone would write it. */
function shown(folder: string): string {
	return relative(ROOT, folder) || '.';
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** Puts all example workflows in place, and publishes the two whose reports `notifyUrl` gives an address. */
export async function placeExamples(
	{ rest }: RunningN8n,
	notifyUrl: (workflow: WorkflowFile) => string,
): Promise<void> {
	for (const name of await exampleNames()) await rest.saveWorkflow(await readExample(name));
	const [notifications, rows] = [await readExample('delivery-notifications'), await readExample('rows-from-reports')];
	await rest.activate(notifications.id);
	await rest.saveWorkflow(withNotifyUrl(await readExample('bulk-send'), notifyUrl(notifications)));
	await rest.saveWorkflow(withNotifyUrl(rows, notifyUrl(rows)));
	await rest.activate(rows.id);
}

function explained(error: unknown, folder: string): unknown {
	if (error instanceof RestError && error.request.endsWith('/login')) {
		return new DemoError(
			`n8n in ${shown(folder)} no longer accepts the demo account (${OWNER.email}). Remove that folder to start over.`,
		);
	}
	return error;
}
