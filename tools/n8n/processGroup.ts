import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Those that were started and have not ended, so that none outlives this process. */
const running = new Set<ProcessGroup>();
process.once('exit', () => running.forEach((group) => group.signal('SIGKILL')));

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 15_000;
const POLL_MS = 100;
const LOG_LINES_SHOWN = 40;

/** A server with the processes that it starts: a terminal's Ctrl-C reaches only this process, a signal sent here reaches all of them. */
export class ProcessGroup {
	/** Resolves when the server has ended, or could not be started. */
	readonly exited: Promise<void>;
	isRunning = true;
	private readonly child: ChildProcess;
	/** Where its own lines begin: the log may contain those of an earlier start. */
	private readonly logStart: number;

	/** Starts it; everything it prints is added to `logFile`. */
	constructor(
		[program, ...args]: readonly [string, ...string[]],
		private readonly options: { cwd: string; env: NodeJS.ProcessEnv; logFile: string },
	) {
		const log = openSync(options.logFile, 'a');
		this.logStart = fstatSync(log).size;
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

	/**
	 * Waits until it works; `isUp` gets what it has printed. Ends it and throws with the end of its log if it ends by itself or
	 * takes longer than two minutes.
	 */
	async untilUp(name: string, isUp: (log: string) => Promise<boolean>): Promise<void> {
		const giveUpAt = Date.now() + START_TIMEOUT_MS;
		while (!(await isUp(await this.log()))) {
			const isLate = Date.now() > giveUpAt;
			if (isLate || !this.isRunning) {
				await this.kill();
				const lines = (await this.log()).trimEnd().split('\n').slice(-LOG_LINES_SHOWN);
				throw new Error(
					`${name} ${isLate ? `was not up after ${START_TIMEOUT_MS / 1000} s` : 'ended while it started'}. Its log, ${this.options.logFile}:\n${lines.join('\n')}`,
				);
			}
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		}
	}

	private async log(): Promise<string> {
		return (await readFile(this.options.logFile)).subarray(this.logStart).toString('utf8');
	}

	signal(name: NodeJS.Signals): void {
		if (this.child.pid === undefined || !this.isRunning) return;
		try {
			process.kill(-this.child.pid, name);
		} catch {
			// Already gone
		}
	}

	/** Ends it as a service manager does: SIGTERM, and SIGKILL for what is left after the timeout. */
	async stop(timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
		this.signal('SIGTERM');
		const timer = setTimeout(() => this.signal('SIGKILL'), timeoutMs);
		await this.exited;
		clearTimeout(timer);
	}

	/** Kills it at once, like a crash (SIGKILL). */
	async kill(): Promise<void> {
		this.signal('SIGKILL');
		await this.exited;
	}
}
