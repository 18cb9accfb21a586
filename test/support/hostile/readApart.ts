import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { ROOT } from '../../../tools/n8n/places';
import type { HostileBody } from './bodies';

const MEBIBYTE = 2 ** 20;
/** The most that a notification may have. */
export const SIZE = 4 * MEBIBYTE;
/** What the process has without a body. */
const PROCESS_MB = 24;
/** Plain passes over 16 million characters, for a body of full size: some seconds, since this machine may be slow. */
const PASSES_ALLOWED = 100;

/** A process of its own that reads hostile bodies of one size, with ten times their memory. */
export class Reader {
	private child?: ChildProcess;
	private costOfPass?: number;

	constructor(private readonly size = SIZE) {}

	/**
	 * Whether it needs too much processor time, or memory, of which it dies. Other programs can only make it dearer, so what is too dear
	 * is measured twice more, each time beside the passes.
	 */
	async isTooDear(body: HostileBody): Promise<boolean> {
		const { size } = this;
		for (let measured = 0; measured < 3; measured++) {
			if (measured > 0 || this.costOfPass === undefined) this.costOfPass = ((await this.ask('calibrate')) ?? 0) / 10;
			const cost = (await this.ask({ body, size })) ?? Infinity;
			if (cost < (this.costOfPass * PASSES_ALLOWED * size) / SIZE) return false;
		}
		return true;
	}

	stop(): void {
		this.child?.kill();
	}

	/** Processor time in microseconds; undefined if the process died of it. */
	private async ask(task: { body: HostileBody; size: number } | 'calibrate'): Promise<number | undefined> {
		const child = (this.child ??= this.start());
		return await new Promise((resolve) => {
			const died = (): void => {
				this.child = undefined;
				resolve(undefined);
			};
			child.once('exit', died);
			child.once('message', (cost) => {
				child.off('exit', died);
				resolve(Number(cost));
			});
			child.send(task);
		});
	}

	private start(): ChildProcess {
		const heapMb = (10 * this.size) / MEBIBYTE + PROCESS_MB;
		return fork(join(__dirname, 'readerProcess.ts'), [], {
			cwd: ROOT,
			execPath: join(ROOT, 'node_modules', '.bin', 'node'),
			execArgv: ['--import', 'tsx', `--max-old-space-size=${heapMb}`, '--max-semi-space-size=2'],
			env: { PATH: process.env.PATH },
			// Its exit shows how it died
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		});
	}
}
