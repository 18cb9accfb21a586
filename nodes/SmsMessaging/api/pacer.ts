import type { Result } from './client';
import { concernsAllRequests, isNotNow, type ServiceFailure } from './failure';
import { host } from '../n8n/host';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../text/dateTime';
import { withoutFullStop } from '../text/words';

const SECOND_MS = 1000;

/**
 * When and how often something is tried again. Delays grow from the first to the longest (delayMs); the user sets the total time.
 * Which failures are worth another try: isNotNow in failure.ts.
 */
export const RETRY_TIMES = {
	/** A request that the service does not take now. With jitter, executions that began together do not come back together. */
	notNow: { firstMs: 0.5 * SECOND_MS, longestMs: 30 * SECOND_MS, jitter: 0.25 },
	/** When to ask the logs for messages without a clear answer, as fractions of the look-up time. What they do not show is sent once more. */
	lookUps: [0, 1 / 15, 3 / 15, 7 / 15, 1],
	/** After how many refusals with the same text, the first of destinations that were sent alone, a refused request is no longer split. */
	sameRefusals: 3,
	/** Reading logs or reports, which may take many calls: the least time between two once the service has refused one with 429. */
	reading: { firstMs: 0.25 * SECOND_MS, longestMs: 10 * SECOND_MS },
	/** Tries for a call with an unclear answer. Reports can be fetched only once, so a further call would hide that some were lost. */
	unclearAnswers: { logs: 3, reports: 1 },
	/** The polling trigger after a 429. A day is longer than services ask for, and short enough not to lose reports. */
	polling: { firstMs: MINUTE_MS, longestMs: 30 * MINUTE_MS, longestRetryAfterMs: DAY_MS },
	/** A node that waits looks into the logs, from when it has sent. */
	waiting: { firstMs: MINUTE_MS, longestMs: HOUR_MS },
} as const;

interface Growth {
	readonly firstMs: number;
	readonly longestMs: number;
	/** How much a delay may differ, as a fraction. */
	readonly jitter?: number;
	/** The most that is waited because the service asks for it. */
	readonly longestRetryAfterMs?: number;
}

interface Limits {
	/** How long requests are put off, from their first try. */
	patienceMs: number;
	/** Whether each request has this time for itself, or all have it together. */
	patienceFor: 'each' | 'all';
	/** The most tries for a request with an unclear answer. Without it there is one, since the service may have acted on it. */
	triesIfUnclear?: number;
	/** After a 429, requests keep this distance, doubled by each further one. */
	distance?: { readonly firstMs: number; readonly longestMs: number };
	/** Says, in the description, what to do once the patience has run out. */
	advice: string;
	stopped: ServiceFailure;
}

/**
 * Makes requests when the service wants them, and again while it takes none. Requests may be made at the same time: what one
 * of them is told applies to all.
 */
export class Pacer {
	/** No request leaves before this time, on the monotonic clock. */
	private notBefore = 0;
	private distanceMs = 0;
	/** Why no further request can succeed. */
	private end: ServiceFailure | undefined;
	/** What requests have used of a patience that they share. */
	private usedMs = 0;

	constructor(
		private readonly limits: Limits,
		private readonly signal: AbortSignal | undefined,
	) {}

	/**
	 * @param triesIfUnclear 1 for a request that changes something
	 * @returns the last answer or, if no request was made or the patience has run out, why
	 */
	async request<T>(
		make: () => Promise<Result<T>>,
		triesIfUnclear = this.limits.triesIfUnclear ?? 1,
	): Promise<Result<T>> {
		const { patienceMs, patienceFor, advice, stopped } = this.limits;
		const used = patienceFor === 'all' ? this.usedMs : 0;
		let firstAt: number | undefined;
		for (let tries = 1; ; tries++) {
			await this.turn();
			if (this.signal?.aborted === true) this.end = stopped;
			if (this.end !== undefined) return { ok: false, failure: this.end };
			const beganAt = host.elapsed();
			firstAt ??= beganAt;
			this.usedMs = used + beganAt - firstAt;
			this.notBefore = Math.max(this.notBefore, beganAt + this.distanceMs);

			const result = await make();
			if (result.ok) return result;
			const { failure } = result;
			const mayPass = isNotNow(failure);
			if (!mayPass && concernsAllRequests(failure)) this.end = failure;
			if (!mayPass && (failure.kind !== 'unclear' || tries >= triesIfUnclear)) return result;
			if (failure.kind === 'notNow' && tries === 1) this.keepDistance();
			const triedMs = host.elapsed() - firstAt;
			const delay = delayMs(RETRY_TIMES.notNow, triedMs, failure.retryAfterMs);
			if (used + triedMs + delay > patienceMs) {
				if (!mayPass) return result;
				this.end ??= outOfPatience(failure, patienceMs, advice);
				return { ok: false, failure: this.end };
			}
			this.notBefore = Math.max(this.notBefore, host.elapsed() + delay);
		}
	}

	/** Waits until a request may leave. Another answer may put it off meanwhile. */
	private async turn(): Promise<void> {
		while (host.elapsed() < this.notBefore && this.signal?.aborted !== true)
			await pause(this.notBefore - host.elapsed(), this.signal);
	}

	private keepDistance(): void {
		const { firstMs, longestMs } = this.limits.distance ?? { firstMs: 0, longestMs: 0 };
		this.distanceMs = Math.min(longestMs, Math.max(firstMs, 2 * this.distanceMs));
	}
}

/** For calls that read, one after the other. @param limits what differs between readers */
export function readingPacer(
	limits: Pick<Limits, 'patienceMs' | 'advice'> & { triesIfUnclear: number },
	signal: AbortSignal | undefined,
): Pacer {
	return new Pacer({ ...limits, patienceFor: 'all', distance: RETRY_TIMES.reading, stopped: READING_STOPPED }, signal);
}

/** Before a call, so nothing was fetched or lost. */
const READING_STOPPED: ServiceFailure = {
	kind: 'unreachable',
	message: 'The execution was stopped',
	description: 'Run it again.',
};

/**
 * How long to wait before the next try: as long as one has tried so far, within limits, so that delays double; and at least as
 * long as the service asks for.
 */
export function delayMs(
	{ firstMs, longestMs, jitter = 0, longestRetryAfterMs = Infinity }: Growth,
	triedMs: number,
	retryAfterMs?: number,
): number {
	const grown = retryAfterMs === undefined ? Math.min(longestMs, Math.max(firstMs, triedMs)) : firstMs;
	const own = grown * (1 - jitter + 2 * jitter * host.random());
	return Math.max(own, Math.min(retryAfterMs ?? 0, longestRetryAfterMs));
}

const SLICE_MS = 200;

/** Waits, but ends early if the execution is stopped. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	const until = host.elapsed() + ms;
	for (let left = ms; left > 0 && signal?.aborted !== true; left = until - host.elapsed())
		await host.sleep(Math.min(left, SLICE_MS));
}

function outOfPatience(failure: ServiceFailure, patienceMs: number, advice: string): ServiceFailure {
	const seconds = (ms: number) => (ms === 1000 ? '1 second' : `${Math.ceil(ms / 100) / 10} seconds`);
	const { retryAfterMs = 0 } = failure;
	const asked =
		retryAfterMs > patienceMs
			? `; it asks to wait ${seconds(retryAfterMs)}, which is longer than this node waits (${seconds(patienceMs)})`
			: `, even after ${seconds(patienceMs)}`;
	const check =
		failure.kind === 'unreachable'
			? 'Check the Base URL in the SMS Messaging API credential, and that this n8n can reach it, or run'
			: 'Run';
	return {
		...failure,
		message: `${withoutFullStop(failure.message)}${asked}`,
		description: `${check} again later; ${advice}`,
	};
}
