import type { Result } from './client';
import { concernsAllRequests, isNotNow, type ServiceFailure } from './failure';
import { host } from '../n8n/host';
import { outOfPatience, pause, retryDelayMs } from './pace';
import { RETRY_TIMES } from './retryTimes';

interface Patience {
	/** Total time of failed calls and the pauses after them, across all calls of a run. */
	patienceMs: number;
	/** Maximum number of tries for a call with an unclear outcome (5xx, a lost connection). */
	triesIfUnclear: number;
	/** Ends the failure's description when the patience runs out. */
	advice: string;
}

/** Before a call, so nothing was fetched or lost. */
const READING_STOPPED: ServiceFailure = {
	kind: 'unreachable',
	message: 'The execution was stopped',
	description: 'Run it again.',
};

const { firstIntervalMs, longestIntervalMs } = RETRY_TIMES.reading;

/** Makes calls, one at a time, and waits while the service refuses calls. */
export class PatientReader {
	private waitedMs = 0;
	private intervalMs = 0;
	private lastCallAt = 0;
	/** Why no further call is made. */
	private end: ServiceFailure | undefined;

	constructor(
		private readonly limits: Patience,
		private readonly signal: AbortSignal | undefined,
	) {}

	/** @param triesIfUnclear 1 for a call that changes something */
	async read<T>(call: () => Promise<Result<T>>, triesIfUnclear = this.limits.triesIfUnclear): Promise<Result<T>> {
		for (let tries = 0; ; tries++) {
			await pause(this.lastCallAt + this.intervalMs - host.elapsed(), this.signal);
			if (this.signal?.aborted === true) this.end = READING_STOPPED;
			if (this.end !== undefined) return { ok: false, failure: this.end };
			this.lastCallAt = host.elapsed();
			const result = await call();
			if (result.ok) return result;
			const { failure } = result;
			if (!isNotNow(failure) && concernsAllRequests(failure)) this.end = failure;
			if (!isNotNow(failure) && (failure.kind !== 'unclear' || tries + 1 >= triesIfUnclear)) return result;
			if (failure.kind === 'notNow' && tries === 0) this.slowDown();
			const delay = retryDelayMs(failure, tries);
			if (this.waitedMs + delay > this.limits.patienceMs) {
				if (!isNotNow(failure)) return result;
				this.end = outOfPatience(failure, this.limits.patienceMs, delay, this.limits.advice);
				return { ok: false, failure: this.end };
			}
			await pause(delay, this.signal);
			this.waitedMs += host.elapsed() - this.lastCallAt;
		}
	}

	private slowDown(): void {
		this.intervalMs = Math.min(longestIntervalMs, Math.max(firstIntervalMs, 2 * this.intervalMs));
	}
}
