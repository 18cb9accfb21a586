import { createReadStream } from 'node:fs';
import { appendFile, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { errorOf, statusOf } from './catalogue';
import { SandboxStartError } from './options';
import { RECEIVED } from './received';
import type { SandboxMessage } from './message';
import type { MessageStore } from './store';

/** Version of the file format. */
const HEADER = '{"smsSandbox":1}';
const FLUSH_MS = 100;
/** A file with more lines is rewritten if most of them are outdated. */
const MOST_LINES = 50_000;
const LINES_PER_MESSAGE = 6;
const WRITTEN_AT_ONCE = 5000;

type Line =
	| { cleared: true }
	| { clockOffsetMs: number }
	| (Omit<SandboxMessage, 'status' | 'error' | 'history'> & { history: Array<[number, number, number]> });

function lineOf({ status: _, error: _error, history, ...fields }: SandboxMessage): string {
	const steps = history.map(({ status, error, at }) => [status.id, error.id, at]);
	return `${JSON.stringify({ ...fields, history: steps })}\n`;
}

/** The content of a file. */
export interface Kept {
	/** In the order of acceptance. */
	messages: SandboxMessage[];
	clockOffsetMs: number;
}

/**
 * Keeps messages in a file that only the sandbox's user can read: a line of JSON for each change. The last line of a
 * message counts.
 */
export class Journal {
	private waiting: string[] = [];
	private readonly changed = new Set<SandboxMessage>();
	private lines = 0;
	private clockOffsetMs = 0;
	private writing: Promise<void> = Promise.resolve();
	private timer: NodeJS.Timeout | undefined;

	private constructor(
		private readonly file: string,
		private readonly store: MessageStore,
		private readonly onProblem: (problem: string) => void,
	) {}

	/**
	 * Reads a file, if it exists, into the store, and writes all further changes to it. Throws SandboxStartError if it is no
	 * sandbox data file, or cannot be written.
	 */
	static async open(
		file: string,
		store: MessageStore,
		onProblem: (problem: string) => void,
	): Promise<{ journal: Journal; kept: Kept }> {
		const journal = new Journal(file, store, onProblem);
		try {
			const kept = await read(file);
			for (const message of kept.messages) store.add(message);
			journal.clockOffsetMs = kept.clockOffsetMs;
			await journal.rewrite();
			store.listen((change) => {
				if (change.kind === 'message') journal.changed.add(change.message);
				else {
					journal.changed.clear();
					journal.waiting.push('{"cleared":true}\n');
				}
				journal.flushSoon();
			});
			return { journal, kept };
		} catch (error) {
			if (error instanceof SandboxStartError) throw error;
			throw new SandboxStartError(`${file} cannot be used: ${(error as Error).message}`);
		}
	}

	/** Stores how far the clock was advanced. */
	keepClock(offsetMs: number): void {
		this.clockOffsetMs = offsetMs;
		this.waiting.push(`${JSON.stringify({ clockOffsetMs: offsetMs })}\n`);
		this.flushSoon();
	}

	/** Writes the pending lines. */
	async close(): Promise<void> {
		clearTimeout(this.timer);
		await this.flush();
	}

	private flushSoon(): void {
		this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
	}

	private async flush(): Promise<void> {
		this.timer = undefined;
		const lines = [...this.waiting, ...Array.from(this.changed, lineOf)];
		this.waiting = [];
		this.changed.clear();
		this.lines += lines.length;
		this.writing = this.writing.then(async () => {
			try {
				if (lines.length > 0) await appendFile(this.file, lines.join(''));
				if (this.lines > MOST_LINES + LINES_PER_MESSAGE * this.store.all.length) await this.rewrite();
			} catch (error) {
				this.onProblem(`${this.file} cannot be written: ${(error as Error).message}`);
			}
		});
		await this.writing;
	}

	/** Writes the current lines to a second file, then renames it: a crash leaves one or the other intact. */
	private async rewrite(): Promise<void> {
		const beside = `${this.file}.new`;
		await rm(beside, { force: true });
		const handle = await open(beside, 'wx', 0o600);
		try {
			await handle.write(`${HEADER}\n${JSON.stringify({ clockOffsetMs: this.clockOffsetMs })}\n`);
			this.lines = 2 + (await writeMessages(handle, this.store));
		} finally {
			await handle.close();
		}
		await rename(beside, this.file);
	}
}

async function writeMessages(handle: FileHandle, store: MessageStore): Promise<number> {
	const all = [...store.all];
	for (let at = 0; at < all.length; at += WRITTEN_AT_ONCE) {
		const part = all.slice(at, at + WRITTEN_AT_ONCE).filter(({ isForgotten }) => !isForgotten);
		await handle.write(part.map(lineOf).join(''));
		await setImmediate();
	}
	return all.length;
}

async function read(file: string): Promise<Kept> {
	const messages = new Map<number, SandboxMessage>();
	let [number, clockOffsetMs] = [0, 0];
	let broken: number | undefined;
	const input = createReadStream(file);
	try {
		for await (const text of createInterface({ input, crlfDelay: Infinity })) {
			number++;
			// A crash can cut off the last line only
			if (broken !== undefined || (number === 1 && text !== HEADER))
				throw new SandboxStartError(`${file} is not a sandbox data file (line ${broken ?? number})`);
			if (number === 1) continue;
			try {
				const line = JSON.parse(text) as Line;
				if ('cleared' in line) messages.clear();
				else if ('clockOffsetMs' in line) clockOffsetMs = line.clockOffsetMs;
				else messages.set(line.sequence!, messageOf(line));
			} catch {
				broken = number;
			}
		}
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
	}
	const inOrder = [...messages.values()].sort((a, b) => a.sequence! - b.sequence!);
	return { messages: inOrder, clockOffsetMs };
}

function messageOf({
	history: steps,
	...fields
}: Exclude<Line, { cleared: true } | { clockOffsetMs: number }>): SandboxMessage {
	const history = steps.map(([status, error, at]) => ({
		status: status === RECEIVED.id ? RECEIVED : statusOf(status),
		error: errorOf(error),
		at,
	}));
	const { status, error } = history.at(-1)!;
	return { ...fields, status, error, history };
}
