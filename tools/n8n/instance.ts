import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { n8nEnvironment } from './environment';
import { installN8n } from './install';
import { packPackage } from './packedPackage';
import { N8N_NODE, N8N_PROGRAM, TEST_RESULTS } from './places';
import { freePorts } from './ports';
import { ProcessGroup } from './processGroup';
import type { Report } from './progress';
import { RestClient, type WorkflowFile } from './restClient';
import { CommandError, runCommand } from './runCommand';
import { prepareUserFolder } from './userFolder';

/** The account that is created on every instance. It can only be reached on this machine's loopback address. */
export const OWNER = {
	email: 'owner@example.com',
	password: 'Sandbox-2025',
	firstName: 'Demo',
	lastName: 'Owner',
};

export interface N8nOptions {
	/** Where n8n keeps its data. Default: a new folder below test-results/, removed by `stop`. */
	userFolder?: string;
	/** Port on 127.0.0.1. Default: any free one. */
	port?: number;
	/** Additional environment variables, for example NODE_EXTRA_CA_CERTS. They come last, so they can change any setting. */
	env?: Record<string, string>;
	/** The packed package. Default: built and packed from the clone. */
	tarball?: string;
	/** Starts n8n in an empty folder, without package and credential. */
	isEmpty?: boolean;
	/** The command line program of another n8n. Default: the pinned one. */
	program?: string;
	/** Gets a line for every long step. */
	report?: Report;
	/** Gets the instance before n8n is up, so that an interruption can stop it. */
	onProcess?: (instance: N8nInstance) => void;
}

/** A running n8n, whoever started it, and what a test can do with it from outside. */
export class RunningN8n {
	/** REST calls as the owner (see restClient.ts): save, publish and run workflows, read executions. */
	readonly rest: RestClient;

	/** With `session` (RestClient.sessionCookie) the owner is already signed in. */
	constructor(
		readonly userFolder: string,
		readonly port: number,
		session?: string,
	) {
		this.rest = new RestClient(this.baseUrl, session);
	}

	/** For example http://127.0.0.1:5678, without a trailing slash. */
	get baseUrl(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	/** Everything n8n has printed, across all starts on this folder. */
	get logFile(): string {
		return join(this.userFolder, 'n8n.log');
	}

	/** The URL at which the SMS Messaging Trigger of a published workflow takes delivery reports. */
	notifyUrl(workflow: WorkflowFile): string {
		const trigger = workflow.nodes.find(({ type }) => type.endsWith('.smsMessagingTrigger'));
		if (trigger?.webhookId === undefined)
			throw new Error(`Workflow '${workflow.name}' has no trigger with a webhookId`);
		return `${this.baseUrl}/webhook/${trigger.webhookId}/sms-notifications`;
	}
}

/** A real n8n with the package installed, started by `startN8n`. */
export class N8nInstance extends RunningN8n {
	program = N8N_PROGRAM;
	private group: ProcessGroup | undefined;

	constructor(
		userFolder: string,
		port: number,
		private readonly brokerPort: number,
		private readonly env: Record<string, string>,
		private readonly removeOnStop: boolean,
	) {
		super(userFolder, port);
	}

	/** The process id of n8n, while it runs. */
	get pid(): number | undefined {
		return this.group?.isRunning ? this.group.pid : undefined;
	}

	/**
	 * Starts n8n, waits until it answers, also at the webhooks of published workflows, and signs in the owner.
	 * `env` is added to the options' env, for this start. Throws with the end of n8n's log if it does not come up.
	 */
	async start(env: Record<string, string> = {}): Promise<void> {
		if (this.group?.isRunning) throw new Error('n8n is running already');
		this.group = new ProcessGroup([N8N_NODE, this.program, 'start'], {
			cwd: this.userFolder,
			env: this.environment(env),
			logFile: this.logFile,
		});
		await this.group.untilUp('n8n', async (log) => await this.isReady(log));
		await this.rest.signIn(OWNER);
	}

	/** Fulfilled when n8n has ended, for whatever reason. */
	get ended(): Promise<void> {
		return this.group?.exited ?? Promise.resolve();
	}

	/** Ends n8n as a service manager does: SIGTERM, and SIGKILL for what is left after 15 seconds. Can be called twice. */
	async stop(): Promise<void> {
		await this.group?.stop();
		if (this.removeOnStop) await rm(this.userFolder, { recursive: true, force: true, maxRetries: 3 });
	}

	/** Kills n8n at once, like a crash (SIGKILL); the folder stays, and `start` continues with it. */
	async kill(): Promise<void> {
		await this.group?.kill();
	}

	/** Stops n8n cleanly and starts it again on the same folder and ports. */
	async restart(env: Record<string, string> = {}): Promise<void> {
		this.group?.signal('SIGTERM');
		await this.group?.exited;
		await this.start(env);
	}

	/**
	 * Runs n8n's command line program on this instance's folder and returns what it printed on stdout, for example
	 * `cli('execute', '--id=…', '--rawOutput')`. Takes about 3 seconds, even while the instance is running.
	 */
	async cli(...args: string[]): Promise<string> {
		const [port = 0, brokerPort = 0] = await freePorts(2);
		return await runCommand(N8N_NODE, [this.program, ...args], {
			cwd: this.userFolder,
			env: n8nEnvironment({ userFolder: this.userFolder, port, brokerPort, extra: this.env }),
		});
	}

	private environment(extra: Record<string, string>): NodeJS.ProcessEnv {
		return n8nEnvironment({
			userFolder: this.userFolder,
			port: this.port,
			brokerPort: this.brokerPort,
			extra: { ...this.env, ...extra },
		});
	}

	/** The health check succeeds before n8n has finished starting; the line in the log comes last. */
	private async isReady(log: string): Promise<boolean> {
		if (!log.includes('Editor is now accessible via')) return false;
		return await fetch(`${this.baseUrl}/healthz/readiness`).then(
			({ ok }) => ok,
			() => false,
		);
	}
}

/**
 * Starts a real n8n with the package installed as a community package, the owner account signed in and the sandbox
 * credential (sandboxCredential.ts) in place; point that at a sandbox with
 * `n8n.rest.saveCredential(sandboxCredential(sandbox.baseUrl))`. Installs n8n and packs the package if that was not done.
 * Takes about 8 seconds. Throws with a readable reason if n8n cannot be installed, the package cannot be built or n8n
 * does not come up.
 *
 *     const n8n = await startN8n();
 *     const id = await n8n.rest.saveWorkflow(workflow);
 *     const execution = await n8n.rest.runToEnd(id, 'When clicking ‘Execute workflow’');
 *     await n8n.stop();
 */
export async function startN8n(options: N8nOptions = {}): Promise<N8nInstance> {
	await installN8n(options.report);
	const userFolder = options.userFolder ?? (await newUserFolder());
	if (options.isEmpty !== true) await prepareUserFolder(userFolder, options.tarball ?? (await packed()));
	const [port = 0, brokerPort = 0] = await freePorts(2);
	const instance = new N8nInstance(
		userFolder,
		options.port ?? port,
		brokerPort,
		options.env ?? {},
		options.userFolder === undefined,
	);
	instance.program = options.program ?? N8N_PROGRAM;
	options.onProcess?.(instance);
	await instance.start();
	return instance;
}

async function packed(): Promise<string> {
	try {
		return await packPackage();
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		throw new Error(`The package could not be built and packed.\n${error.output}`, { cause: error });
	}
}

async function newUserFolder(): Promise<string> {
	await mkdir(TEST_RESULTS, { recursive: true });
	return await mkdtemp(join(TEST_RESULTS, 'user-'));
}
