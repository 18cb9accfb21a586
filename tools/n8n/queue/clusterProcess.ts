import { join } from 'node:path';
import { N8N_NODE, N8N_PROGRAM, ROOT } from '../places';
import { ProcessGroup } from '../processGroup';

/** What the script starts, and what n8n prints once it is up. */
const READY = { worker: 'worker is now ready', webhook: 'Webhook listener waiting for requests' };
const SCRIPT = join(ROOT, 'deploy', 'queue', 'run.sh');

/** A worker, or a process that takes webhooks. Started with deploy/queue/run.sh. */
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
		this.group = new ProcessGroup([SCRIPT, this.kind], {
			cwd: this.userFolder,
			env: { ...this.env, N8N: `${N8N_NODE} ${N8N_PROGRAM}` },
			logFile: this.logFile,
		});
		await this.group.untilUp(`n8n ${this.kind}`, async (log) => log.includes(READY[this.kind]));
	}

	/** Kills it at once, like a crash (SIGKILL). */
	async kill(): Promise<void> {
		await this.group?.kill();
	}

	async stop(): Promise<void> {
		await this.group?.stop();
	}
}
