import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

import { ROOT } from '../../../tools/n8n/places';
import type { HostileBody } from './bodies';

/** A process of its own that reads hostile bodies with little memory. */
export class Reader {
	private child?: ChildProcess;

	constructor(private readonly heapMb: number) {}

	/** Processor time in microseconds; undefined if the process died of it. */
	async costOf(body: HostileBody, size: number): Promise<number | undefined> {
		return await this.ask({ body, size });
	}

	/** Processor time of ten plain passes over 16 million characters. */
	async costOfTenPasses(): Promise<number> {
		return (await this.ask('calibrate')) ?? 0;
	}

	stop(): void {
		this.child?.kill();
	}

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
		return fork(join(__dirname, 'readerProcess.ts'), [], {
			cwd: ROOT,
			execPath: join(ROOT, 'node_modules', '.bin', 'node'),
			execArgv: ['--import', 'tsx', `--max-old-space-size=${this.heapMb}`, '--max-semi-space-size=2'],
			env: { PATH: process.env.PATH },
			// Its exit shows how it died
			stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
		});
	}
}
