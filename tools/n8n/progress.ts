/** Gets one line for a person to read. */
export type Report = (line: string) => void;

const REPEAT_MS = 15_000;

/**
 * Runs a long step: says what begins, every 15 seconds that it is still running, and how long it took.
 * Returns what the step returns; a failure is passed on.
 */
export async function step<T>(report: Report, title: string, work: () => Promise<T>): Promise<T> {
	const started = Date.now();
	const seconds = () => Math.round((Date.now() - started) / 1000);
	report(`${title} …`);
	const timer = setInterval(() => report(`  … ${seconds()} s`), REPEAT_MS);
	try {
		const result = await work();
		report(`  done in ${seconds()} s`);
		return result;
	} finally {
		clearInterval(timer);
	}
}
