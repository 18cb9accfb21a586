import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { N8N_NODE, N8N_PROGRAM, ROOT } from '../places';
import { ProcessGroup } from '../processGroup';

/** What the script starts, and what n8n prints when that is up. */
const READY = { worker: 'worker is now ready', webhook: 'Webhook listener waiting for requests' };
const SCRIPT = join(ROOT, 'deploy', 'queue', 'run.sh');
const START_TIMEOUT_MS = 120_000;
const POLL_MS = 100;

/** A worker, or a process that takes webhooks. It runs by deploy/queue/run.sh. */
export class ClusterProcess {
	private group: ProcessGroup | undefined;

	constructor(
		readonly kind: keyof typeof READY,
		readonly port: number,
		private readonly userFolder: string,
		private readonly env: NodeJS.ProcessEnv,
	) {}

	/** For example http://127.0.0.1:5678, without a trailing slash. */
	get url(): string {
		return `http://127.0.0.1:${this.port}`;
	}

	get pid(): number | undefined {
		return this.group?.isRunning ? this.group.pid : undefined;
	}

	get logFile(): string {
		return join(this.userFolder, 'n8n.log');
	}

	/** Starts it, and waits until it works. */
	async start(): Promise<void> {
		const logStart = await stat(this.logFile).then(
			({ size }) => size,
			() => 0,
		);
		const group = new ProcessGroup([SCRIPT, this.kind], {
			cwd: this.userFolder,
			env: { ...this.env, N8N: `${N8N_NODE} ${N8N_PROGRAM}` },
			logFile: this.logFile,
		});
		this.group = group;
		const giveUpAt = Date.now() + START_TIMEOUT_MS;
		while (!(await readFile(this.logFile)).subarray(logStart).includes(READY[this.kind])) {
			if (!group.isRunning || Date.now() > giveUpAt)
				throw new Error(`n8n ${this.kind} did not start. Its log:\n${await readFile(this.logFile, 'utf8')}`);
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		}
	}

	/** Ends it at once, as a crash does (SIGKILL). */
	async kill(): Promise<void> {
		await this.group?.kill();
	}

	async stop(): Promise<void> {
		await this.group?.stop();
	}
}
