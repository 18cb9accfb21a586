import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Environment of an n8n whose memory is to be measured. */
export const MEASURABLE = { NODE_OPTIONS: `--require "${join(__dirname, 'collectOnSignal.cjs')}"` };

const POLL_MS = 500;
/** How often in a row an idle process must have the same memory. */
const SAME_IN_A_ROW = 6;
const SAME_BYTES = 2_000_000;

/** Resident memory of an n8n process that runs with MEASURABLE, without its task runners, in bytes. Reads /proc, so it works only on Linux. */
export class ProcessMemory {
	private constructor(
		private readonly pid: number,
		/** What it has when idle. */
		readonly idle: number,
	) {}

	/** Starts measuring. Garbage from n8n's start is collected first: otherwise it would sometimes count as idle memory. */
	static async begin(pid: number): Promise<ProcessMemory> {
		process.kill(pid, 'SIGUSR2');
		const idle = await settledBytes(pid);
		// Makes the peak start from here
		writeFileSync(`/proc/${pid}/clear_refs`, '5');
		return new ProcessMemory(pid, idle);
	}

	/** Its peak since measuring began. */
	get peak(): number {
		return residentBytes(this.pid, 'VmHWM');
	}
}

async function settledBytes(pid: number): Promise<number> {
	for (let [last, same] = [0, 0]; ; ) {
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		const now = residentBytes(pid, 'VmRSS');
		same = Math.abs(now - last) < SAME_BYTES ? same + 1 : 0;
		if (same >= SAME_IN_A_ROW) return now;
		last = now;
	}
}

function residentBytes(pid: number, figure: 'VmRSS' | 'VmHWM'): number {
	const kilobytes = new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
	return Number(kilobytes) * 1024;
}
