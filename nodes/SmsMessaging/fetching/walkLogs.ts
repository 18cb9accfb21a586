import type { Query } from '../fields/queryParameters';
import { DEFAULT_RESULTS, MOST_RESULTS, type Result } from '../service/client';
import { concernsAllRequests, type ServiceFailure } from '../service/failure';
import type { JsonObject } from '../service/types';
import type { LogHabits } from './logHabits';
import { logPage, timesIn, type Direction, type LogPage } from './logPage';
import { aroundSuspect, halves, widened, type Lacks, type Part } from './logParts';
import type { WalkGaps } from './gaps';
import { freeNarrowings, type Narrowing } from './narrowings';
import { OrderTrust } from './orderTrust';
import { WIDEST_OVERLAP_MS } from './overlap';
import { holdsAll, SeenEntries } from './seenEntries';
import { asQuery, clip, contains, mergeRanges, type TimeRange } from './timeRange';
import { isLeaving, WalkStart } from './walkStart';

/** @param entry interface: SentSMSLog; @param instant when it was sent, in milliseconds since 1970 */
export type TakeEntry = (entry: JsonObject, instant: number | undefined) => void;

/** Makes one call. */
interface Asking {
	/** For what the user asks for, with these bounds and filters. */
	ask(query: Query): Promise<Result<JsonObject[]>>;
	/** For all logs; absent if that is already what the user asks for. */
	askForAll?(): Promise<Result<JsonObject[]>>;
}

/** Limits the calls for one instant, since a service may return as few as ten entries per call. */
const MOST_CALLS_PER_INSTANT = 200;
/** A service that does not keep to the times asked for, or many messages that arrive meanwhile, must not make a walk endless. */
const MOST_CALLS = 10_000;
const TOO_MANY_CALLS: ServiceFailure = {
	kind: 'refused',
	message: `The node stopped after ${MOST_CALLS} calls`,
	description: 'Ask for shorter time ranges, or add filters.',
};
/** Asked for beyond the user's own bounds, where no entry would reveal that a service compares times in seconds or minutes. */
const MARGIN_MS = WIDEST_OVERLAP_MS;

/**
 * Reads all entries of a time range from a service that limits the entries per call and offers no paging other than by time. The limit,
 * the order of entries and whether bounds are inclusive are not documented. An answer counts as complete in only two cases: another
 * call has returned more entries; or answers are in an order that can be trusted, and asking further returned nothing. If the limit varies
 * from call to call, the first proves nothing, so as long as no two answers contradict an order, both are required. Without an order, or
 * within an instant, a limit that varies goes unnoticed.
 */
export class LogWalk {
	/** Entries that may come again. */
	private readonly seen = new SeenEntries();
	/** What is still to be read, with the next part last. */
	private readonly parts: Part[] = [];
	private readonly order: OrderTrust;
	/** What was not read because of the order. */
	private readonly passedOver: Part[] = [];
	/** Instants that filled an answer alone, with that answer: time bounds cannot separate their entries. */
	private readonly suspects = new Map<number, JsonObject[]>();
	private readonly crowded: WalkGaps['crowded'] = [];
	private readonly unreadable: TimeRange[] = [];
	private readonly unsure: TimeRange[] = [];
	/** The last answer. Its entries are taken once it is known which parts remain, where they may come again. */
	private untaken: { page: LogPage; asked: TimeRange } | undefined;
	private taken = 0;
	private calls = 0;
	private readonly start = new WalkStart();
	private failure: ServiceFailure | undefined;

	/** @param filters the user's own, which `asking.ask` adds to every call */
	constructor(
		private readonly asking: Asking,
		private readonly filters: Query,
		private readonly range: TimeRange,
		private readonly take: TakeEntry,
		private readonly habits: LogHabits,
	) {
		this.order = new OrderTrust(habits.order, this.start.time);
	}

	async run(): Promise<WalkGaps> {
		const { since, until } = this.range;
		this.parts.push({
			since: since === undefined ? undefined : since - MARGIN_MS,
			until: until === undefined ? undefined : until + MARGIN_MS,
		});
		for (let part = this.parts.at(-1); part !== undefined; part = this.parts.at(-1)) {
			const further = await this.readPart(part);
			if (this.failure !== undefined) break;
			this.parts.pop();
			this.parts.push(...further.filter((next) => next === part || this.isWanted(next)));
		}
		this.takeUntaken();
		for (const [instant, entries] of this.suspects) {
			if (this.failure === undefined && contains(this.range, instant)) await this.readCrowded(instant, entries);
			if (this.failure !== undefined) break;
			this.suspects.delete(instant);
		}
		this.takeUntaken();
		const missing = this.inRange(this.left());
		return {
			failure: missing.length === 0 ? undefined : this.failure,
			missing,
			crowded: this.crowded,
			unreadable: this.inRange(this.unreadable),
			unsure: this.inRange(this.unsure),
		};
	}

	/** What the walk did not get to. */
	private left(): TimeRange[] {
		const suspects = [...this.suspects].filter(([, entries]) => entries.length === this.habits.largest);
		return [
			...this.parts.filter((part) => !this.isPassed(part)),
			...suspects.map(([instant]) => ({ since: instant, until: instant })),
		];
	}

	private isPassed({ isReadIf = [] }: Part): boolean {
		return this.order.trusted !== undefined && isReadIf.includes(this.order.trusted);
	}

	/** Whether to read a part: not if it is far inside the margin (a service may not tell times within a second apart), or after the start. */
	private isWanted(part: Part): boolean {
		const near = { since: (part.since ?? -Infinity) - 1000, until: (part.until ?? Infinity) + 1000 };
		return clip(near, this.range) !== undefined && !this.start.isBefore(part);
	}

	private inRange(ranges: TimeRange[]): TimeRange[] {
		return mergeRanges(ranges.flatMap((range) => clip(range, this.range) ?? []));
	}

	/** @returns what else to read, with the next part last */
	private async readPart(part: Part): Promise<Part[]> {
		if (this.isPassed(part)) {
			this.passedOver.push(part);
			return [];
		}
		const page = await this.readPage(part);
		if (page === undefined) return [];
		this.order.learn(part, page);
		// There may be more in the parts skipped because of an order that is none after all
		if (this.order.trusted === undefined) this.unreadable.push(...this.passedOver.splice(0));
		const mayBeCut = await this.mayBeCut(page);
		if (this.failure !== undefined) return [];
		if (this.learnInclusive(part, page) && mayBeCut) return [part];
		if (mayBeCut && this.start.isIgnored(part, page)) {
			this.unreadable.push(part);
			return [];
		}
		const further = await this.furtherParts(part, page, mayBeCut);
		return further.map((next) => (next === part ? part : { ...next, met: this.start.count(next, page) }));
	}

	private async furtherParts(part: Part, page: LogPage, mayBeCut: boolean): Promise<Part[]> {
		const instants = [...new Set(timesIn(page, part))].sort((a, b) => a - b);
		const order = mayBeCut ? await this.orderOfCut(part, page, instants) : undefined;
		if (this.failure !== undefined) return [];
		const isWithin = mayBeCut && (order === undefined || instants.length === 1);
		const lacks: Lacks = {
			since: this.lacks('since', part, page, isWithin),
			until: this.lacks('until', part, page, isWithin),
		};
		if (this.asksFurther(part, lacks, mayBeCut, order)) return [part];

		const [first, last] = [instants[0], instants.at(-1)];
		if (first === undefined || last === undefined) {
			// A service that ignores bounds, or does not say when messages were sent, fills the answer with useless entries
			if (!mayBeCut || (part.isUntilSeen === true && isLeaving(part.until))) return [];
			(this.isRepetition(part, page) ? this.unsure : this.unreadable).push(part);
			return [];
		}
		if (!mayBeCut) return this.beyond(part, first, last, page.entries.length, false);
		if (first === last) {
			this.suspects.set(first, page.entries);
			return aroundSuspect(part, first, lacks);
		}
		this.habits.sawFullSpan(first, last);
		return order === undefined
			? halves(part, instants, lacks, this.order.seen)
			: this.beyond(part, first, last, page.entries.length, true);
	}

	/** Whether an answer only repeats the few entries there are, because the service tells times less precisely than asked. */
	private isRepetition(part: Part, { entries, times }: LogPage): boolean {
		const isKnown = (time: number | undefined) =>
			time !== undefined && this.seen.has(time) && contains(widened(part), time) && contains(this.range, time);
		return this.taken <= entries.length && !this.habits.isLargestTheMost && times.every(isKnown);
	}

	/** The order that says what a full answer leaves out; undefined if there is none. A run checks it once, by asking again. */
	private async orderOfCut(part: Part, page: LogPage, instants: number[]): Promise<Direction | undefined> {
		const { sure, trusted, isUncheckable } = this.order;
		if (sure === undefined || sure === trusted || instants.length < 2) return trusted;
		const fromEnd = sure === 'newestFirst' ? instants : instants.toReversed();
		const upTo = (end: number): Part =>
			sure === 'newestFirst' ? { ...part, since: end, isSinceSeen: true } : { ...part, until: end, isUntilSeen: true };
		// Without its last instant it leaves room for more; half of it, if the service compares times less precisely
		const ends = isUncheckable ? [] : new Set([fromEnd[1]!, fromEnd[Math.floor(fromEnd.length / 2)]!]);
		for (const end of ends) {
			const again = await this.readPage(upTo(end));
			if (again === undefined) return undefined;
			const found = this.order.check(upTo(end), end, page, again, {
				isFull: again.entries.length === this.habits.largest,
				mayLeave: this.mayHaveLeft(instants[0]),
			});
			if (found === 'more' || found === 'tooRecent') return undefined;
			if (found === 'same') return sure;
		}
		this.order.cannotCheck();
		this.unreadable.push(upTo(fromEnd[0]!));
		return sure;
	}

	/** Answers in order: the next one starts where this one ended, even if this one was small, since some services vary their limit. */
	private beyond(part: Part, first: number, last: number, size: number, mayBeCut: boolean): Part[] {
		const { seen, trusted } = this.order;
		if (seen === undefined) return [];
		const isDown = seen === 'newestFirst';
		const end = isDown ? first : last;
		if (seen === trusted) this.passedOver.push({ ...part, [isDown ? 'since' : 'until']: end });
		// If messages are being sent all the time, there would be no end
		if (!isDown && !mayBeCut && end > this.start.time) return [];
		const isAt = (bound: number | undefined, isSeen = false) => isSeen && end === bound;
		const [isAtSince, isAtUntil] = [isAt(part.since, part.isSinceSeen), isAt(part.until, part.isUntilSeen)];
		// An instant at the other bound belongs to another part
		if (isDown ? isAtSince : isAtUntil) return [];
		// A single entry where this part begins is all there is, as at the end of all logs; several may be a limit that varies
		const isStuck = isDown ? isAtUntil : isAtSince;
		if (isStuck && size === 1) return [];
		const from = isStuck ? end + (isDown ? -1 : 1) : end;
		const rest: Part = isDown ? { until: from, isUntilSeen: !isStuck } : { since: from, isSinceSeen: !isStuck };
		return [{ ...part, ...rest, isReadIf: [], ...(mayBeCut && { follows: seen }) }];
	}

	/** Makes one call; undefined if it failed. @param within entries outside are not taken */
	private async readPage(
		{ since, until, isSinceSeen = false, isUntilSeen = false }: Part,
		narrowing: Query = [],
		within?: TimeRange,
	): Promise<LogPage | undefined> {
		const { habits } = this;
		const asked = {
			since: since === undefined ? undefined : since - habits.since.ms(isSinceSeen),
			until: until === undefined ? undefined : until + habits.until.ms(isUntilSeen),
		};
		this.takeUntaken();
		this.calls++;
		if (this.calls > MOST_CALLS) {
			this.failure = TOO_MANY_CALLS;
			return undefined;
		}
		const result = await this.asking.ask([...asQuery(asked), ...narrowing]);
		if (!result.ok) {
			this.failure = result.failure;
			return undefined;
		}
		const page = logPage(result.value);
		habits.sawAnswer(page.entries.length);
		this.start.learn(page);
		this.untaken = { page, asked: within ?? asked };
		return page;
	}

	/** Whether an answer may be cut off, since no call has returned more entries. A call for all logs usually does. */
	private async mayBeCut({ entries: { length } }: LogPage): Promise<boolean> {
		const { habits } = this;
		if (
			length > 0 &&
			length === habits.largest &&
			length < MOST_RESULTS &&
			this.order.sure === undefined &&
			!habits.hasAskedForAll
		) {
			habits.hasAskedForAll = true;
			const result = await this.asking.askForAll?.();
			if (result?.ok === true) habits.sawAnswer(result.value.length);
			else if (result !== undefined && concernsAllRequests(result.failure)) this.failure = result.failure;
		}
		return length > 0 && length === habits.largest;
	}

	private takeUntaken(): void {
		if (this.untaken !== undefined) this.takeNew(this.untaken.page, this.untaken.asked);
		this.untaken = undefined;
	}

	/** @param asked entries outside belong to another part, even though the service returned them */
	private takeNew({ entries, times }: LogPage, asked: TimeRange): void {
		// Also parts passed over because of the order, which may turn out to be none
		const near = this.parts.map(widened);
		const mayComeAgain = (instant: number | undefined) =>
			instant === undefined || this.suspects.has(instant) || near.some((range) => contains(range, instant));
		const isNew = this.seen.nextAnswer();
		entries.forEach((entry, index) => {
			const instant = times[index];
			if (instant !== undefined && !contains(asked, instant)) return;
			// Most entries are far from everything still to be read, and need no check
			if ((this.seen.has(instant) || mayComeAgain(instant)) && !isNew(entry, instant)) return;
			this.taken++;
			if (instant === undefined || contains(this.range, instant)) this.take(entry, instant);
		});
		this.seen.keep(mayComeAgain);
	}

	/** An entry exactly at the bound asked for beyond the part shows that bounds are inclusive; from then on the part itself is enough. */
	private learnInclusive(
		{ since, until, isSinceSeen = false, isUntilSeen = false }: Part,
		{ times }: LogPage,
	): boolean {
		const { habits } = this;
		const isAt = (bound: number | undefined, offset: number) =>
			bound !== undefined && offset !== 0 && times.includes(bound + offset);
		const isSinceLearned = isAt(since, -habits.since.ms(isSinceSeen)) && habits.since.sawInclusive();
		const isUntilLearned = isAt(until, habits.until.ms(isUntilSeen)) && habits.until.sawInclusive();
		return isSinceLearned || isUntilLearned;
	}

	/**
	 * Whether an entry seen at a bound of this part did not come again. If only some did, the service keeps times more precisely than it
	 * shows them. @param isWithin the answer may be cut off within the instant at the bound
	 */
	private lacks(bound: 'since' | 'until', part: Part, { entries, times }: LogPage, isWithin: boolean): boolean {
		const [at, isSeen, overlap] =
			bound === 'since'
				? [part.since, part.isSinceSeen, this.habits.since]
				: [part.until, part.isUntilSeen, this.habits.until];
		if (at === undefined || isSeen !== true) return false;
		if (!times.some((time) => time !== undefined && (bound === 'since' ? time <= at : time >= at))) return true;
		if (!isWithin && this.seen.hasOtherThan(entries, at)) return true;
		overlap.sawBound();
		return false;
	}

	/**
	 * Handles entries seen at a bound that did not come again, though nothing was cut off there: bounds may be exclusive, or times
	 * compared in seconds. Returns whether to repeat the call with other bounds.
	 */
	private asksFurther(part: Part, lacks: Lacks, mayBeCut: boolean, order: Direction | undefined): boolean {
		const isSinceGap = lacks.since && (!mayBeCut || order === 'oldestFirst');
		const isUntilGap = lacks.until && (!mayBeCut || order === 'newestFirst');
		// If entries are missing at both bounds, the one with a proven overlap is not the cause
		const { since, until } = this.habits;
		const isSinceFurther = isSinceGap && !(isUntilGap && since.isProven && !until.isProven) && since.sawGap();
		const isUntilFurther = isUntilGap && !(isSinceGap && until.isProven && !since.isProven) && until.sawGap();
		if (isSinceFurther || isUntilFurther) return true;
		const isLost = (isGap: boolean, bound: number | undefined) => isGap && !this.mayHaveLeft(bound);
		if (isLost(isSinceGap, part.since) || isLost(isUntilGap, part.until)) this.unreadable.push(part);
		return false;
	}

	/** Whether an entry may have dropped out: messages move on to another status group, and old ones leave the logs. */
	private mayHaveLeft(sentAt = Infinity): boolean {
		return this.filters.some(([name]) => name === 'generalStatus') || isLeaving(sentAt);
	}

	/** An instant that may have more entries than one call returns. */
	private async readCrowded(instant: number, entries: JsonObject[]): Promise<void> {
		if (entries.length < this.habits.largest) return;
		// If the service never seemed to cut anything off, a few entries are not worth many calls
		const isWorthIt = this.taken > entries.length || entries.length >= DEFAULT_RESULTS;
		const isWhole =
			isWorthIt &&
			(await this.narrow(instant, freeNarrowings(this.filters), [], entries, { left: MOST_CALLS_PER_INSTANT }));
		if (isWhole || this.failure !== undefined) return;
		this.takeUntaken();
		const read = this.seen.countAt(instant);
		this.crowded.push({ instant, read, isCertain: read > entries.length || this.habits.isLargestTheMost });
	}

	/**
	 * Asks for the entries of an instant, one filter value at a time; if there are still too many, adds the next filter.
	 * @param met entries that show which values occur
	 * @returns whether all entries of the instant were certainly read
	 */
	private async narrow(
		instant: number,
		[narrowing, ...others]: Narrowing[],
		narrowed: Query,
		met: JsonObject[],
		calls: { left: number },
	): Promise<boolean> {
		if (narrowing === undefined) return false;
		const { known, valueOf } = narrowing;
		const found = new Set(met.flatMap((entry) => valueOf(entry) ?? []));
		// The service does not show what this filter asks for
		if (found.size === 0) return await this.narrow(instant, others, narrowed, met, calls);
		let isWhole = known.length > 0 && met.every((entry) => known.includes(valueOf(entry) ?? ''));
		/** Those that have to come again, and those that did. A service that keeps times more precisely than it shows them may find only some. */
		const expected: JsonObject[] = [];
		const came: JsonObject[] = [];
		for (const value of new Set([...known, ...found])) {
			if (calls.left-- <= 0) return false;
			const query = [...narrowed, ...narrowing.asQuery(value)];
			const page = await this.readPage({ since: instant, until: instant }, query, { since: instant, until: instant });
			if (page === undefined) return false;
			// The service does not know this filter, or finds nothing with it
			const isKnown =
				page.entries.every((entry) => valueOf(entry) === value) && (page.entries.length > 0 || !found.has(value));
			if (!isKnown) return await this.narrow(instant, others, narrowed, met, calls);
			came.push(...page.entries);
			const isCut = await this.mayBeCut(page);
			if (!isCut) expected.push(...met.filter((entry) => valueOf(entry) === value));
			else if (!(await this.narrow(instant, others, query, page.entries, calls))) isWhole = false;
			if (this.failure !== undefined) return false;
		}
		return isWhole && holdsAll(came, expected);
	}
}
