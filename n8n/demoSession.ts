import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox';
import type { DemoOptions } from './demoOptions';
import { readExample, withNotifyUrl } from './exampleWorkflows';
import { installN8n } from './install';
import { OWNER, startN8n, type N8nInstance } from './instance';
import { packPackage } from './packedPackage';
import { DEMO_FOLDER } from './places';
import { isPortFree } from './ports';
import { step, type Report } from './progress';
import { RestError } from './restClient';
import { sandboxCredential } from './sandboxCredential';

/** What stands in the way of the demo and what to do about it, to be shown to the user as it is. */
export class DemoError extends Error {}

/** The sandbox and n8n, with everything in place for the example workflows. */
export interface DemoSession {
	sandbox: Sandbox;
	n8n: N8nInstance;
	stop(): Promise<void>;
}

const PID_FILE = join(DEMO_FOLDER, 'running.pid');

/**
 * Starts the sandbox and n8n on the folder .demo/: installs what is missing, keeps the account and all that the user has
 * made there, and puts in place the package, the credential and the example workflows as they are in the clone.
 * `onStarted` gets the part that runs so far, so that an interruption can stop it. Throws DemoError for what the user can mend.
 */
export async function startDemo(options: DemoOptions, report: Report, onStarted: (stop: () => Promise<void>) => void): Promise<DemoSession> {
	await requireFreePorts(options);
	await claimFolder();
	const running: Array<{ stop(): Promise<void> }> = [{ stop: async () => await rm(PID_FILE, { force: true }) }];
	const stop = async () => {
		for (const part of running.splice(0).reverse()) await part.stop();
	};
	onStarted(stop);
	try {
		await installN8n(report);
		const tarball = await step(report, 'Building and packing the nodes', packPackage);
		const sandbox = await startSandbox({ port: options.sandboxPort });
		running.push(sandbox);
		const n8n = await step(report, 'Starting n8n (about 10 seconds; 10 more the first time)', async () =>
			startN8n({ userFolder: DEMO_FOLDER, port: options.port, tarball, onProcess: (instance) => running.push(instance) }),
		);
		await n8n.rest.saveCredential(sandboxCredential(sandbox.url));
		await placeExamples(n8n);
		return { sandbox, n8n, stop };
	} catch (error) {
		await stop();
		throw explained(error);
	}
}

async function requireFreePorts({ port, sandboxPort }: DemoOptions): Promise<void> {
	if (port === sandboxPort) throw new DemoError('--port and --sandbox-port must be different.');
	if (!(await isPortFree(port))) {
		throw new DemoError(`Port ${port} is in use, n8n cannot take it. Choose another: npm start -- --port ${port + 1}`);
	}
	if (!(await isPortFree(sandboxPort))) {
		throw new DemoError(
			`Port ${sandboxPort} is in use, the sandbox cannot take it. Choose another: npm start -- --sandbox-port ${sandboxPort + 1}`,
		);
	}
}

/** Two n8n on one SQLite database would spoil it. */
async function claimFolder(): Promise<void> {
	const pid = Number(await readFile(PID_FILE, 'utf8').catch(() => ''));
	if (pid > 0 && pid !== process.pid && isAlive(pid)) {
		throw new DemoError(`The demo runs already (process ${pid}). Stop it first; both would use the folder .demo/.`);
	}
	await mkdir(DEMO_FOLDER, { recursive: true });
	await writeFile(PID_FILE, String(process.pid));
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** Puts the example workflows in place, and publishes the one that the service calls. */
async function placeExamples(n8n: N8nInstance): Promise<void> {
	const notifications = await readExample('delivery-notifications');
	await n8n.rest.saveWorkflow(notifications);
	await n8n.rest.activate(notifications.id);
	await n8n.rest.saveWorkflow(withNotifyUrl(await readExample('bulk-send'), n8n.notifyUrl(notifications)));
	await n8n.rest.saveWorkflow(await readExample('scheduled-reports'));
}

function explained(error: unknown): unknown {
	if (error instanceof RestError && error.request.endsWith('/login')) {
		return new DemoError(
			`n8n in .demo/ does not accept the demo account (${OWNER.email}) any more. Remove the folder .demo/ to begin anew.`,
		);
	}
	return error;
}
