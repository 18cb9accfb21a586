import type { Entry } from '../api/entry';
import type { ServiceFailure } from '../api/failure';
import type { Query } from '../api/message';
import { MOST_RESULTS, requestLogs, type Result, type Service } from '../api/client';
import { readingPacer, RETRY_TIMES, type Pacer } from '../api/pacer';
import { host } from '../n8n/host';
import { contains, cut, divide, FEWEST_IN_FULL, RETENTION_HOURS, timesOf, widthAfter, type TimeRange } from './windows';

export type TakeEntry = (entry: Entry) => void;

/** A range of time that was not read, or not for certain. */
export interface LogGap extends TimeRange {
	/**
	 * - failed: a call failed, or there were too many
	 * - outside: the service's answers do not keep to the times asked for
	 * - crowded: a single instant has at least as many entries as one answer holds
	 */
	why: 'failed' | 'outside' | 'crowded';
	/** With 'failed'. */
	failure?: ServiceFailure;
}

/** What all answers of a run show about the service. */
interface SeenAnswers {
	/** Entries of the largest answer. */
	largest: number;
	/** How far beyond a window to ask, in milliseconds: 1, until an entry exactly at a bound shows that bounds are inclusive. */
	beyond: { since: number; until: number };
}

export interface ReadingLimits {
	/** Total time of failed calls and the pauses after them, across all calls. */
	patienceMs: number;
	mostCalls?: number;
	/** No call for a range begins later than this after the first. */
	mostMs?: number;
	triesIfUnclear?: number;
	request?: Parameters<typeof requestLogs>[2];
}

/** Keeps a read from going on forever while the service gets more and more messages. */
const MOST_CALLS = 10_000;

/** Reads logs for one run of a node, one call at a time. After the first 429 it calls less often. */
export class LogReader {
	private readonly seen: SeenAnswers = { largest: 0, beyond: { since: 1, until: 1 } };
	private readonly pacer: Pacer;

	constructor(
		private readonly service: Service,
		private readonly limits: ReadingLimits,
		private readonly signal: AbortSignal | undefined,
	) {
		const { patienceMs, triesIfUnclear = RETRY_TIMES.unclearAnswers.logs } = limits;
		const advice = `logs stay available for ${RETENTION_HOURS} hours.`;
		this.pacer = readingPacer({ patienceMs, triesIfUnclear, advice }, signal);
	}

	/** Makes one call, again after a refusal or an unclear answer, and reads nothing else. */
	async call(query: Query): Promise<Result<Entry[]>> {
		const more = { signal: this.signal, ...this.limits.request };
		return await this.pacer.request(async () => await requestLogs(this.service, query, more));
	}

	/**
	 * Reads a range of time in as many calls as it takes.
	 * @param filters what else to ask for, without times and limit
	 * @param take called for each entry of the range, exactly once
	 * @returns what was not read: if this is empty, the range was read whole, and has no other entries
	 */
	async read(range: TimeRange, filters: Query, take: TakeEntry): Promise<LogGap[]> {
		const ask = async (times: Query) => await this.call({ ...filters, ...times, limit: MOST_RESULTS });
		const { mostCalls = MOST_CALLS, mostMs = Infinity } = this.limits;
		return await new RangeReading(ask, this.seen, { mostCalls, mostMs }, range, take).run();
	}
}

/**
 * Reads one range of time from a service that limits the entries of an answer, and offers no paging but time. The range is read in windows,
 * newest first. An answer that is not full holds all of its window; a full one is asked for again in parts. No order is relied on.
 */
class RangeReading {
	/** Windows to read, with the next one last. */
	private readonly windows: TimeRange[];
	/** How wide the next window may be. */
	private width = Infinity;
	private readonly gaps: LogGap[] = [];
	/** Entries that do not say when they were sent: they may come with any answer. */
	private readonly undated = new Set<string>();
	/** The last full answer: its entries count if nothing else comes. */
	private full: readonly Entry[] = [];
	private calls = 0;
	private readonly beganAt = host.elapsed();

	constructor(
		private readonly ask: (times: Pick<Query, 'since' | 'until'>) => Promise<Result<Entry[]>>,
		private readonly seen: SeenAnswers,
		private readonly limits: { mostCalls: number; mostMs: number },
		range: TimeRange,
		private readonly take: TakeEntry,
	) {
		this.windows = [range];
	}

	async run(): Promise<LogGap[]> {
		for (let next = this.windows.pop(); next !== undefined; next = this.windows.pop()) {
			this.windows.push(...cut(next, this.width));
			const window = this.windows.pop()!;
			const failure = this.tooMuch() ?? (await this.read(window));
			if (failure !== undefined) this.end(window, 'failed', failure);
		}
		return this.gaps;
	}

	private async read(window: TimeRange): Promise<ServiceFailure | undefined> {
		const { seen } = this;
		const asked = {
			since: window.since === undefined ? undefined : window.since - seen.beyond.since,
			until: window.until === undefined ? undefined : window.until + seen.beyond.until,
		};
		this.calls++;
		const result = await this.ask(timesOf(asked));
		if (!result.ok) return result.failure;
		const answer = result.value;
		const instants = answer.map(({ sentAt }) => sentAt).filter((instant) => instant !== undefined);
		seen.largest = Math.max(seen.largest, answer.length);
		this.takeUndated(answer);
		if (answer.length >= FEWEST_IN_FULL && answer.length === seen.largest) {
			this.full = answer;
			this.takeFull(window, asked, instants);
		} else {
			this.takeWithin(answer, window);
			this.width = widthAfter(window, instants, Math.max(FEWEST_IN_FULL, seen.largest));
		}
		return undefined;
	}

	private takeFull(window: TimeRange, asked: TimeRange, instants: number[]): void {
		if (instants.length === 0 || !instants.every((instant) => contains(asked, instant)))
			return this.end(window, 'outside');
		const isNews = this.learnBounds(asked, instants);
		const parts = divide(window, instants);
		if (parts.length > 1 || isNews) this.windows.push(...parts);
		else {
			this.takeWithin(this.full, window);
			this.gaps.push({ ...window, why: 'crowded' });
		}
	}

	/** @returns whether smaller bounds will do from now on */
	private learnBounds({ since, until }: TimeRange, instants: number[]): boolean {
		const { beyond } = this.seen;
		const isSince = beyond.since > 0 && since !== undefined && instants.includes(since);
		const isUntil = beyond.until > 0 && until !== undefined && instants.includes(until);
		if (isSince) beyond.since = 0;
		if (isUntil) beyond.until = 0;
		return isSince || isUntil;
	}

	private tooMuch(): ServiceFailure | undefined {
		const { mostCalls, mostMs } = this.limits;
		if (this.calls < mostCalls && host.elapsed() - this.beganAt <= mostMs) return undefined;
		return {
			kind: 'refused',
			message: `The node stopped reading the logs after ${this.calls} calls`,
			description: 'Choose a shorter time range, or add filters.',
		};
	}

	/** Makes a gap of everything that is left. */
	private end(window: TimeRange, why: LogGap['why'], failure?: ServiceFailure): void {
		const left = { since: (this.windows[0] ?? window).since, until: window.until };
		this.takeWithin(this.full, left);
		this.gaps.push({ ...left, why, ...(failure !== undefined && { failure }) });
		this.windows.length = 0;
	}

	private takeWithin(answer: readonly Entry[], window: TimeRange): void {
		for (const entry of answer) if (entry.sentAt !== undefined && contains(window, entry.sentAt)) this.take(entry);
	}

	private takeUndated(answer: readonly Entry[]): void {
		for (const entry of answer.filter(({ sentAt }) => sentAt === undefined)) {
			const name = JSON.stringify([entry.messageId, entry.to]);
			if (this.undated.has(name)) continue;
			this.undated.add(name);
			this.take(entry);
		}
	}
}
