import type { Query } from '../fields/queryParameters';
import type { Result } from '../service/client';
import { instantOfDateTime } from '../service/dateTime';
import type { ServiceFailure } from '../service/failure';
import { host } from '../service/host';
import { isBlankId } from '../service/matching';
import type { JsonObject } from '../service/types';
import type { LogGap } from './gap';
import { asQuery, contains, type TimeRange } from './timeRange';
import { cut, divide, FEWEST_IN_FULL, widthAfter } from './windows';

/** @param entry interface: SentSMSLog; @param instant when it was sent, in milliseconds since 1970; undefined if it does not say */
export type TakeEntry = (entry: JsonObject, instant: number | undefined) => void;

/** What all answers of a run show about the service. */
export interface SeenAnswers {
	/** Entries of the largest answer. */
	largest: number;
	/** How far beyond a window to ask, in milliseconds: 1, until an entry exactly at a bound shows that bounds are inclusive. */
	beyond: { since: number; until: number };
}

/** How much one range may take. */
export interface RangeLimits {
	mostCalls: number;
	/** No call begins later than this after the first. */
	mostMs: number;
}

interface Answer {
	entries: JsonObject[];
	/** When each was sent. */
	instants: Array<number | undefined>;
}

/**
 * Reads one range of time from a service that limits the entries of an answer, and offers no paging but time. The range is read in windows,
 * newest first. An answer that is not full holds all of its window; a full one is asked for again in two parts. No order is relied on.
 */
export class RangeReading {
	/** Windows to read, with the next one last. */
	private readonly windows: TimeRange[];
	/** How wide the next window may be. */
	private width = Infinity;
	private readonly gaps: LogGap[] = [];
	/** Entries that do not say when they were sent: they may come with any answer. */
	private readonly undated = new Set<string>();
	/** The last full answer, in case that nothing else comes. */
	private full: Answer | undefined;
	private calls = 0;
	private readonly beganAt = host.elapsed();

	constructor(
		private readonly ask: (query: Query) => Promise<Result<JsonObject[]>>,
		private readonly seen: SeenAnswers,
		private readonly limits: RangeLimits,
		range: TimeRange,
		private readonly take: TakeEntry,
	) {
		this.windows = [range];
	}

	/** @returns what was not read */
	async run(): Promise<LogGap[]> {
		for (let window = this.nextWindow(); window !== undefined; window = this.nextWindow()) {
			const failure = this.tooMuch() ?? (await this.read(window));
			if (failure !== undefined) this.end(window, 'failed', failure);
		}
		return this.gaps;
	}

	private nextWindow(): TimeRange | undefined {
		const window = this.windows.pop();
		const parts = window && cut(window, this.width);
		if (parts === undefined) return window;
		this.windows.push(parts[0]);
		return parts[1];
	}

	private async read(window: TimeRange): Promise<ServiceFailure | undefined> {
		const { seen } = this;
		const asked = {
			since: window.since === undefined ? undefined : window.since - seen.beyond.since,
			until: window.until === undefined ? undefined : window.until + seen.beyond.until,
		};
		this.calls++;
		const result = await this.ask(asQuery(asked));
		if (!result.ok) return result.failure;
		const answer = { entries: result.value, instants: result.value.map(({ sentAt }) => instantOfDateTime(sentAt)) };
		const { length } = answer.entries;
		seen.largest = Math.max(seen.largest, length);
		this.takeUndated(answer);
		if (length >= FEWEST_IN_FULL && length === seen.largest) this.takeFull(window, asked, answer);
		else {
			this.takeWithin(answer, window);
			this.width = widthAfter(window, datesOf(answer), Math.max(FEWEST_IN_FULL, seen.largest));
		}
		return undefined;
	}

	private takeFull(window: TimeRange, asked: TimeRange, answer: Answer): void {
		this.full = answer;
		const instants = datesOf(answer);
		if (instants.length === 0 || !instants.every((instant) => contains(asked, instant)))
			return this.end(window, 'outside');
		const isNews = this.learnBounds(asked, instants);
		const parts = divide(window, instants);
		if (parts.length === 0 && isNews) parts.push(window);
		this.windows.push(...parts);
		if (parts.length === 0) this.gaps.push({ ...window, why: 'crowded', read: this.takeWithin(answer, window) });
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
		const isTooMuch = this.calls >= mostCalls || host.elapsed() - this.beganAt > mostMs;
		return !isTooMuch
			? undefined
			: {
					kind: 'refused',
					message: `The node stopped reading the logs after ${this.calls} calls`,
					description: 'Ask for shorter time ranges, or add filters.',
				};
	}

	/** Makes a gap of everything that is left. */
	private end(window: TimeRange, why: LogGap['why'], failure?: ServiceFailure): void {
		const left = { since: (this.windows[0] ?? window).since, until: window.until };
		if (this.full !== undefined) this.takeWithin(this.full, left);
		this.gaps.push({ ...left, why, ...(failure !== undefined && { failure }) });
		this.windows.length = 0;
	}

	/** @returns how many */
	private takeWithin({ entries, instants }: Answer, window: TimeRange): number {
		let taken = 0;
		for (const [index, instant] of instants.entries()) {
			if (instant === undefined || !contains(window, instant)) continue;
			this.take(entries[index]!, instant);
			taken++;
		}
		return taken;
	}

	private takeUndated({ entries, instants }: Answer): void {
		for (const [index, instant] of instants.entries()) {
			if (instant !== undefined) continue;
			const entry = entries[index]!;
			const name = isBlankId(entry.messageId) ? JSON.stringify(entry) : String(entry.messageId);
			if (this.undated.has(name)) continue;
			this.undated.add(name);
			this.take(entry, undefined);
		}
	}
}

function datesOf({ instants }: Answer): number[] {
	return instants.filter((instant) => instant !== undefined);
}
