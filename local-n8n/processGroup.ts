import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

/** All that were started and have not ended, so that none outlives this process. */
const running = new Set<ProcessGroup>();
process.once('exit', () => running.forEach((group) => group.signal('SIGKILL')));

const STOP_TIMEOUT_MS = 15_000;

/** A server with the processes that it starts: a terminal's Ctrl-C reaches this process alone, a signal sent here all of them. */
export class ProcessGroup {
	/** Resolves when the server has ended, or could not be started. */
	readonly exited: Promise<void>;
	isRunning = true;
	private readonly child: ChildProcess;

	/** Starts it; all that it prints is added to `logFile`. */
	constructor(
		[program, ...args]: readonly [string, ...string[]],
		options: { cwd: string; env: NodeJS.ProcessEnv; logFile: string },
	) {
		const log = openSync(options.logFile, 'a');
		this.child = spawn(program, args, {
			cwd: options.cwd,
			env: options.env,
			stdio: ['ignore', log, log],
			detached: true,
		});
		closeSync(log);
		running.add(this);
		this.exited = new Promise<void>((resolve) => {
			this.child.once('error', () => resolve());
			this.child.once('exit', () => resolve());
		}).then(() => {
			running.delete(this);
			this.isRunning = false;
		});
	}

	get pid(): number | undefined {
		return this.child.pid;
	}

	signal(name: NodeJS.Signals): void {
		if (this.child.pid === undefined || !this.isRunning) return;
		try {
			process.kill(-this.child.pid, name);
		} catch {
			// gone already
		}
	}

	/** Ends it as a service manager does: SIGTERM, and SIGKILL for what is left after the timeout. */
	async stop(timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
		this.signal('SIGTERM');
		const timer = setTimeout(() => this.signal('SIGKILL'), timeoutMs);
		await this.exited;
		clearTimeout(timer);
	}

	/** Ends it at once, as a crash does (SIGKILL). */
	async kill(): Promise<void> {
		this.signal('SIGKILL');
		await this.exited;
	}
}
