import type { Query } from '../fields/queryParameters';
import { MOST_RESULTS, type Result } from '../service/client';
import type { ServiceFailure } from '../service/failure';
import { host } from '../service/host';
import type { JsonObject } from '../service/types';
import { extentOf, isUsualLimit, logPage, type LogPage } from './logPage';
import { freeNarrowings, type Narrowing } from './narrowings';
import { Overlap, WIDEST_OVERLAP_MS } from './overlap';
import { asQuery, contains, mergeRanges, type TimeRange } from './timeRange';

/** What a walk could not read. */
export interface WalkGaps {
	/** Why the walk ended early. */
	failure?: ServiceFailure;
	/** What was not read because of that. */
	missing: TimeRange[];
	/** Instants with as many entries as the service gives in one call, or more. */
	crowded: CrowdedInstant[];
	/** Ranges that the service did not narrow its answers down to. */
	unreadable: TimeRange[];
}

export interface CrowdedInstant {
	instant: number;
	/** How many of its entries were read. */
	read: number;
	/** Whether it surely has more entries than one call gives; else it may have just as many. */
	isCertain: boolean;
}

/** @param entry interface: SentSMSLog; @param instant when it was sent, in milliseconds since 1970 */
export type TakeEntry = (entry: JsonObject, instant: number | undefined) => void;

/** A range to read; an entry seen at its bound has to come again. */
interface Part extends TimeRange {
	isSinceSeen?: boolean;
	isUntilSeen?: boolean;
}

/** Calls for one instant, at most: a service that gives ten entries a call must not be called without end. */
const MOST_CALLS_PER_INSTANT = 200;
/** Entries as old as this leave the logs while they are read. */
const LEAVING_AGE_MS = 47 * 3_600_000;

/**
 * Reads all entries of a range of time from a service that gives only so many in one call, and has no way of going on but time.
 * Which end of a range a full answer leaves out, whether bounds are inclusive and how many entries are a full answer is not
 * shown: what lies beyond an answer on either side is asked for until nothing new can be there.
 */
export class LogWalk {
	/** Entries that may come again, by when they were sent: how often each stood in one answer. */
	private readonly seen = new Map<number | undefined, Map<string, number>>();
	/** What is still to be read, the next one last. */
	private readonly parts: Part[] = [];
	private readonly sinceOverlap = new Overlap();
	private readonly untilOverlap = new Overlap();
	private readonly crowded: WalkGaps['crowded'] = [];
	private readonly unreadable: TimeRange[] = [];
	/** The last answer. Its entries are taken once it is known what is still to be read, where they may come again. */
	private untaken: { page: LogPage; asked: TimeRange } | undefined;
	/** Most entries in one answer, and how many answers had as many. */
	private largestPage = 0;
	private largestPages = 0;
	private failure: ServiceFailure | undefined;

	/**
	 * @param ask makes one call with these bounds and filters
	 * @param filters the user's own, which `ask` adds to every call
	 */
	constructor(
		private readonly ask: (query: Query) => Promise<Result<JsonObject[]>>,
		private readonly filters: Query,
		private readonly range: TimeRange,
		private readonly take: TakeEntry,
	) {}

	async run(): Promise<WalkGaps> {
		this.parts.push(this.range);
		for (let part = this.parts.at(-1); part !== undefined; part = this.parts.at(-1)) {
			const further = await this.readPart(part);
			if (this.failure !== undefined) break;
			this.parts.pop();
			this.parts.push(...further);
		}
		this.takeUntaken();
		return { failure: this.failure, missing: mergeRanges(this.parts), crowded: this.crowded, unreadable: mergeRanges(this.unreadable) };
	}

	/** @returns what is to be read besides, the next one last */
	private async readPart(part: Part): Promise<Part[]> {
		const page = await this.readPage(part);
		if (page === undefined) return [];
		if (page.isWhole) {
			if (!this.hasGap(part, page)) return [];
			if (this.askFurther(part, page)) return [part];
			this.unreadable.push({ since: part.since, until: part.until });
			return [];
		}
		if (this.learnInclusive(part, page)) return [part];
		const extent = extentOf(page.times.filter((time) => time !== undefined && contains(part, time)) as number[]);
		if (extent === undefined) {
			this.unreadable.push({ since: part.since, until: part.until });
			return [];
		}
		const { first, last, order } = extent;
		if (first === last) return this.isLikelyLimit(page.entries.length) ? await this.readCrowded(part, first, page.entries) : [];

		const below: Part = { ...part, until: first, isUntilSeen: true };
		const above: Part = { ...part, since: last, isSinceSeen: true };
		if (order === 'newestFirst') return last === part.until && part.isUntilSeen === true ? [below] : [below, above];
		if (order === 'oldestFirst') return first === part.since && part.isSinceSeen === true ? [above] : [above, below];
		const middle = Math.floor((first + last) / 2);
		return [
			{ ...part, until: middle, isUntilSeen: false },
			{ ...part, since: middle + 1, isSinceSeen: false },
		];
	}

	/** One call; what is new in it is handed on. Undefined: it failed. */
	private async readPage({ since, until }: TimeRange, narrowing: Query = []): Promise<LogPage | undefined> {
		const asked = {
			since: since === undefined ? undefined : since - this.sinceOverlap.ms,
			until: until === undefined ? undefined : until + this.untilOverlap.ms,
		};
		this.takeUntaken();
		const result = await this.ask([...asQuery(asked), ...narrowing]);
		if (!result.ok) {
			this.failure = result.failure;
			return undefined;
		}
		const page = logPage(result.value, this.largestPage);
		this.note(page.entries.length);
		this.untaken = { page, asked };
		return page;
	}

	private takeUntaken(): void {
		if (this.untaken !== undefined) this.takeNew(this.untaken.page, this.untaken.asked);
		this.untaken = undefined;
	}

	private note(length: number): void {
		if (length > this.largestPage) this.largestPages = 0;
		if (length >= this.largestPage) this.largestPages++;
		this.largestPage = Math.max(this.largestPage, length);
	}

	/** For entries of one instant, of which there are as many as one request had destinations: whether the service may have left some out. */
	private isLikelyLimit(length: number): boolean {
		return isUsualLimit(length) || (length === this.largestPage && this.largestPages > 1);
	}

	/**
	 * An entry that stands in an answer twice is two; one that stands in two answers is one.
	 * @param asked what lies outside belongs to another part, though the service gave it
	 */
	private takeNew({ entries, times }: LogPage, asked: TimeRange): void {
		const near = this.parts.map(({ since = -Infinity, until = Infinity }): TimeRange => ({ since: since - WIDEST_OVERLAP_MS, until: until + WIDEST_OVERLAP_MS }));
		const mayComeAgain = (instant: number | undefined) => instant === undefined || near.some((range) => contains(range, instant));
		const inPage = new Map<string, number>();
		entries.forEach((entry, index) => {
			const instant = times[index];
			if (instant !== undefined && !contains(asked, instant)) return;
			// Most entries are far from all that is still to be read, and need no look
			if ((this.seen.has(instant) || mayComeAgain(instant)) && !this.isNew(entry, instant, inPage)) return;
			if (instant === undefined || contains(this.range, instant)) this.take(entry, instant);
		});
		for (const instant of this.seen.keys()) if (!mayComeAgain(instant)) this.seen.delete(instant);
	}

	/** @param inPage how often each entry stood in this answer so far */
	private isNew(entry: JsonObject, instant: number | undefined, inPage: Map<string, number>): boolean {
		const name = nameOf(entry, instant);
		const count = (inPage.get(name) ?? 0) + 1;
		inPage.set(name, count);
		const counts = this.seen.get(instant) ?? new Map<string, number>();
		if (count <= (counts.get(name) ?? 0)) return false;
		this.seen.set(instant, counts.set(name, count));
		return true;
	}

	/** An entry at the very bound that was asked for shows that bounds are inclusive; then no more than the range need be asked for. */
	private learnInclusive({ since, until }: TimeRange, { times }: LogPage): boolean {
		const isAt = (bound: number | undefined, offset: number) => bound !== undefined && times.includes(bound + offset);
		const isSinceInclusive = isAt(since, -this.sinceOverlap.ms) && this.sinceOverlap.sawInclusive();
		const isUntilInclusive = isAt(until, this.untilOverlap.ms) && this.untilOverlap.sawInclusive();
		return isSinceInclusive || isUntilInclusive;
	}

	private lacks(bound: 'since' | 'until', part: Part, { times }: LogPage): boolean {
		const { since, until } = part;
		if (bound === 'since') return part.isSinceSeen === true && since !== undefined && !times.some((time) => time !== undefined && time <= since);
		return part.isUntilSeen === true && until !== undefined && !times.some((time) => time !== undefined && time >= until);
	}

	/** Whether an entry that was seen at a bound of this range did not come again, though nothing was cut off. */
	private hasGap(part: Part, page: LogPage): boolean {
		// Messages leave a status group, and the logs
		if (this.filters.some(([name]) => name === 'generalStatus')) return false;
		if ((part.until ?? Infinity) < host.now() - LEAVING_AGE_MS) return false;
		return this.lacks('since', part, page) || this.lacks('until', part, page);
	}

	private askFurther(part: Part, page: LogPage): boolean {
		const isSinceFurther = this.lacks('since', part, page) && this.sinceOverlap.sawGap();
		const isUntilFurther = this.lacks('until', part, page) && this.untilOverlap.sawGap();
		return isSinceFurther || isUntilFurther;
	}

	/** An instant with more entries than one call gives; on each side of it the walk goes on. */
	private async readCrowded(part: Part, instant: number, entries: JsonObject[]): Promise<Part[]> {
		const calls = { left: MOST_CALLS_PER_INSTANT };
		const isWhole = await this.narrow(instant, freeNarrowings(this.filters), [], entries, calls);
		if (this.failure !== undefined) return [];
		if (!isWhole) {
			this.takeUntaken();
			const read = [...(this.seen.get(instant)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
			this.crowded.push({ instant, read, isCertain: read > entries.length || entries.length >= MOST_RESULTS });
		}
		const below: Part = { ...part, until: instant - 1, isUntilSeen: false };
		const above: Part = { ...part, since: instant + 1, isSinceSeen: false };
		return [
			...(part.since === undefined || part.since < instant ? [below] : []),
			...(part.until === undefined || part.until > instant ? [above] : []),
		];
	}

	/**
	 * Asks for the entries of an instant value by value of a filter, and where that is still too much by the next filter as well.
	 * @param met entries that show which values there are
	 * @returns whether all entries of the instant are surely read
	 */
	private async narrow(instant: number, [narrowing, ...others]: Narrowing[], narrowed: Query, met: JsonObject[], calls: { left: number }): Promise<boolean> {
		if (narrowing === undefined) return false;
		const { known, valueOf } = narrowing;
		const found = met.flatMap((entry) => valueOf(entry) ?? []);
		let isWhole = known.length > 0 && met.every((entry) => known.includes(valueOf(entry) ?? ''));
		for (const value of new Set([...known, ...found])) {
			if (calls.left-- <= 0) return false;
			const query = [...narrowed, ...narrowing.asQuery(value)];
			const page = await this.readPage({ since: instant, until: instant }, query);
			if (page === undefined) return false;
			// The service does not know this filter
			if (!page.entries.every((entry) => valueOf(entry) === value)) return await this.narrow(instant, others, narrowed, met, calls);
			if (!page.isWhole && !(await this.narrow(instant, others, query, page.entries, calls))) isWhole = false;
			if (this.failure !== undefined) return false;
		}
		return isWhole;
	}
}

/** What makes entries the same. */
function nameOf(entry: JsonObject, instant: number | undefined): string {
	const { messageId, to } = entry;
	const name = messageId === undefined || messageId === null ? JSON.stringify(entry) : `${String(messageId)} ${String(to)}`;
	return `${instant} ${name}`;
}
