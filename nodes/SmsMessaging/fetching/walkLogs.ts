import type { Query } from '../fields/queryParameters';
import { DEFAULT_RESULTS, MOST_RESULTS, type Result } from '../service/client';
import { concernsAllRequests, type ServiceFailure } from '../service/failure';
import { host } from '../service/host';
import type { JsonObject } from '../service/types';
import { LogOrder, logPage, type Direction, type LogPage } from './logPage';
import { freeNarrowings, type Narrowing } from './narrowings';
import { Overlap, WIDEST_OVERLAP_MS } from './overlap';
import { SeenEntries } from './seenEntries';
import { asQuery, clip, contains, mergeRanges, type TimeRange } from './timeRange';

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

/** Makes one call. */
export interface Asking {
	/** For what the user asks for, with these bounds and filters. */
	ask(query: Query): Promise<Result<JsonObject[]>>;
	/** For all logs that there are; absent where the user asks for just that. */
	askForAll?(): Promise<Result<JsonObject[]>>;
}

/** What the answers of a run tell about the service: nothing of it is shown anywhere. */
export class LogHabits {
	/** Most entries in one answer. */
	largest = 0;
	hasAskedForAll = false;
	readonly since = new Overlap();
	readonly until = new Overlap();
}

/** A range to read. */
interface Part extends TimeRange {
	/** An entry was seen at the bound, and has to come again. */
	isSinceSeen?: boolean;
	isUntilSeen?: boolean;
	/** The part was already read, if one of these is the order of the service's answers. */
	isReadIf?: Direction[];
}

/** Whether what was seen at the bounds of a part did not come again. */
type Lacks = Record<'since' | 'until', boolean>;

/** Under which order an answer shows a side of it to be read: none, where it did not begin at the bound. */
const readIf = (order: Direction, lacks: Lacks): Direction[] =>
	lacks[order === 'newestFirst' ? 'until' : 'since'] ? [] : [order];

/** Calls for one instant, at most: a service that gives ten entries a call must not be called without end. */
const MOST_CALLS_PER_INSTANT = 200;
/** Entries as old as this leave the logs while they are read. */
const LEAVING_AGE_MS = 47 * 3_600_000;
/** Some services compare times in seconds: at the user's own bounds, where no entry shows it, that much more is asked for. */
const MARGIN_MS = 1000;

/**
 * Reads all entries of a range of time from a service that gives only so many in one call, and has no way of going on but time.
 * How many that are, in which order they come and whether bounds are inclusive is not shown. An answer is whole in two cases only:
 * the service has given more entries in another call; or its answers are in order, and nothing came when it was asked further.
 * That the number of entries in a call changes from call to call is guarded against where answers are in order, except within an instant.
 */
export class LogWalk {
	/** Entries that may come again. */
	private readonly seen = new SeenEntries();
	/** What is still to be read, the next one last. */
	private readonly parts: Part[] = [];
	private readonly order = new LogOrder();
	/** What was not read because of the order. */
	private readonly passedOver: Part[] = [];
	/** Instants that filled an answer alone, and that answer: no bound of time parts their entries. */
	private readonly suspects = new Map<number, JsonObject[]>();
	private readonly crowded: WalkGaps['crowded'] = [];
	private readonly unreadable: TimeRange[] = [];
	/** The last answer. Its entries are taken once it is known what is still to be read, where they may come again. */
	private untaken: { page: LogPage; asked: TimeRange } | undefined;
	private taken = 0;
	/** What is sent later need not be read. */
	private readonly began = host.now();
	private failure: ServiceFailure | undefined;

	/** @param filters the user's own, which `asking.ask` adds to every call */
	constructor(
		private readonly asking: Asking,
		private readonly filters: Query,
		private readonly range: TimeRange,
		private readonly take: TakeEntry,
		private readonly habits: LogHabits,
	) {}

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
			this.parts.push(...further);
		}
		this.takeUntaken();
		for (const [instant, entries] of this.suspects) {
			if (this.failure === undefined && contains(this.range, instant)) await this.readCrowded(instant, entries);
			if (this.failure !== undefined) break;
			this.suspects.delete(instant);
		}
		this.takeUntaken();
		return {
			failure: this.failure,
			missing: this.failure === undefined ? [] : this.inRange(this.left()),
			crowded: this.crowded,
			unreadable: this.inRange(this.unreadable),
		};
	}

	/** What the walk did not come to. */
	private left(): TimeRange[] {
		const suspects = [...this.suspects].filter(([, entries]) => entries.length === this.habits.largest);
		return [
			...this.parts.filter((part) => !this.isPassed(part)),
			...suspects.map(([instant]) => ({ since: instant, until: instant })),
		];
	}

	private isPassed({ isReadIf = [] }: Part): boolean {
		return this.order.sure !== undefined && isReadIf.includes(this.order.sure);
	}

	private inRange(ranges: TimeRange[]): TimeRange[] {
		return mergeRanges(ranges.flatMap((range) => clip(range, this.range) ?? []));
	}

	/** @returns what is to be read besides, the next one last */
	private async readPart(part: Part): Promise<Part[]> {
		if (this.isPassed(part)) {
			this.passedOver.push(part);
			return [];
		}
		const page = await this.readPage(part);
		if (page === undefined) return [];
		this.learnOrder(page);
		const mayBeCut = await this.mayBeCut(page);
		if (this.failure !== undefined) return [];
		if (this.learnInclusive(part, page) && mayBeCut) return [part];
		const lacks: Lacks = { since: this.lacks('since', part, page), until: this.lacks('until', part, page) };
		if (this.asksFurther(part, lacks, mayBeCut)) return [part];

		const instants = [
			...new Set(page.times.filter((time) => time !== undefined && contains(part, time)) as number[]),
		].sort((a, b) => a - b);
		if (instants.length === 0) {
			// A service that ignores bounds, or does not say when messages were sent, fills the answer with what is no help
			if (mayBeCut) this.unreadable.push(part);
			return [];
		}
		if (instants.length === 1 && mayBeCut) return this.aroundSuspect(part, instants[0]!, page.entries, lacks);
		if (this.order.sure === undefined) return mayBeCut ? this.halves(part, instants, lacks) : [];
		return this.beyond(part, instants, this.order.sure, mayBeCut);
	}

	/** Answers in order: the next one begins where this one ended. Also after a small one, since some services give now more, now fewer entries. */
	private beyond(part: Part, instants: number[], order: Direction, mayBeCut: boolean): Part[] {
		const [first, last] = [instants[0]!, instants.at(-1)!];
		if (order === 'newestFirst') {
			this.passedOver.push({ ...part, since: first });
			return first === part.until && part.isUntilSeen === true
				? []
				: [{ ...part, until: first, isUntilSeen: true, isReadIf: [] }];
		}
		this.passedOver.push({ ...part, until: last });
		// A service on which messages are sent all the time has no end there
		const isAtEnd = (last === part.since && part.isSinceSeen === true) || (!mayBeCut && last > this.began);
		return isAtEnd ? [] : [{ ...part, since: last, isSinceSeen: true, isReadIf: [] }];
	}

	/** Answers without an order, or not enough to know it: anything may be missing anywhere. An instant that both halves share shows whether bounds do what they should. */
	private halves(part: Part, instants: number[], lacks: Lacks): Part[] {
		const [first, last, middle] = [instants[0]!, instants.at(-1)!, instants[Math.floor(instants.length / 2)]!];
		const isPair = middle === last;
		const lower: Part = {
			...part,
			until: isPair ? first : middle,
			isUntilSeen: true,
			isReadIf: readIf('oldestFirst', lacks),
		};
		const upper: Part = { ...part, since: middle, isSinceSeen: true, isReadIf: readIf('newestFirst', lacks) };
		const between: Part = {
			since: first + 1,
			until: last - 1,
			isReadIf: [...readIf('oldestFirst', lacks), ...readIf('newestFirst', lacks)],
		};
		return [
			...(isPair && last - first > 1 ? [between] : []),
			...(this.order.seen === 'oldestFirst' ? [lower, upper] : [upper, lower]),
		];
	}

	/** An instant that fills an answer alone: on each side of it the walk goes on. First of all it is seen whether the service finds just this instant. */
	private aroundSuspect(part: Part, instant: number, entries: JsonObject[], lacks: Lacks): Part[] {
		this.suspects.set(instant, entries);
		const below: Part = { ...part, until: instant - 1, isUntilSeen: false, isReadIf: readIf('oldestFirst', lacks) };
		const above: Part = { ...part, since: instant + 1, isSinceSeen: false, isReadIf: readIf('newestFirst', lacks) };
		const alone: Part = { since: instant, until: instant, isSinceSeen: true, isUntilSeen: true };
		return [
			...(instant === part.since ? [] : [below]),
			...(instant === part.until ? [] : [above]),
			...(instant === part.since && instant === part.until ? [] : [alone]),
		];
	}

	/** One call; what is new in it is handed on. Undefined: it failed. @param within what lies outside is not taken */
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
		const result = await this.asking.ask([...asQuery(asked), ...narrowing]);
		if (!result.ok) {
			this.failure = result.failure;
			return undefined;
		}
		const page = logPage(result.value);
		habits.largest = Math.max(habits.largest, page.entries.length);
		this.untaken = { page, asked: within ?? asked };
		return page;
	}

	/** Whether an answer may be one that was cut off: the service has given no more in any call. Asked for all logs, it mostly does. */
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
			if (result?.ok === true) habits.largest = Math.max(habits.largest, result.value.length);
			else if (result !== undefined && concernsAllRequests(result.failure)) this.failure = result.failure;
		}
		return length > 0 && length === habits.largest;
	}

	private takeUntaken(): void {
		if (this.untaken !== undefined) this.takeNew(this.untaken.page, this.untaken.asked);
		this.untaken = undefined;
	}

	/** @param asked what lies outside belongs to another part, though the service gave it */
	private takeNew({ entries, times }: LogPage, asked: TimeRange): void {
		const near = this.parts
			.filter((part) => !this.isPassed(part))
			.map(
				({ since = -Infinity, until = Infinity }): TimeRange => ({
					since: since - WIDEST_OVERLAP_MS,
					until: until + WIDEST_OVERLAP_MS,
				}),
			);
		const mayComeAgain = (instant: number | undefined) =>
			instant === undefined || this.suspects.has(instant) || near.some((range) => contains(range, instant));
		const isNew = this.seen.nextAnswer();
		entries.forEach((entry, index) => {
			const instant = times[index];
			if (instant !== undefined && !contains(asked, instant)) return;
			// Most entries are far from all that is still to be read, and need no look
			if ((this.seen.has(instant) || mayComeAgain(instant)) && !isNew(entry, instant)) return;
			this.taken++;
			if (instant === undefined || contains(this.range, instant)) this.take(entry, instant);
		});
		this.seen.keep(mayComeAgain);
	}

	/** Answers that seemed to be in order, and are not after all: there may be more in what was passed over because of that. */
	private learnOrder(page: LogPage): void {
		this.order.learn(page);
		if (this.order.sure === undefined) this.unreadable.push(...this.passedOver.splice(0));
	}

	/** An entry at the very bound that was asked for beyond the part shows that bounds are inclusive; then no more than the part need be asked for. */
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

	/** Whether an entry that was seen at a bound of this part did not come again. */
	private lacks(bound: 'since' | 'until', part: Part, { times }: LogPage): boolean {
		const [at, isSeen, overlap] =
			bound === 'since'
				? [part.since, part.isSinceSeen, this.habits.since]
				: [part.until, part.isUntilSeen, this.habits.until];
		if (at === undefined || isSeen !== true) return false;
		if (!times.some((time) => time !== undefined && (bound === 'since' ? time <= at : time >= at))) return true;
		overlap.sawBound();
		return false;
	}

	/**
	 * What was seen at a bound and did not come again, though nothing was cut off there: bounds may be exclusive, or times compared in
	 * seconds. Whether to ask the same again with other bounds.
	 */
	private asksFurther(part: Part, lacks: Lacks, mayBeCut: boolean): boolean {
		const isSinceGap = lacks.since && (!mayBeCut || this.order.sure === 'oldestFirst');
		const isUntilGap = lacks.until && (!mayBeCut || this.order.sure === 'newestFirst');
		// Where entries of both bounds are lacking, it is not for the one that is known to do
		const { since, until } = this.habits;
		const isSinceFurther = isSinceGap && !(isUntilGap && since.isProven && !until.isProven) && since.sawGap();
		const isUntilFurther = isUntilGap && !(isSinceGap && until.isProven && !since.isProven) && until.sawGap();
		if (isSinceFurther || isUntilFurther) return true;
		if ((isSinceGap || isUntilGap) && !this.mayHaveLeft(part)) this.unreadable.push(part);
		return false;
	}

	/** Messages leave a status group, and the logs. */
	private mayHaveLeft({ until = Infinity }: Part): boolean {
		return this.filters.some(([name]) => name === 'generalStatus') || until < host.now() - LEAVING_AGE_MS;
	}

	/** An instant that may have more entries than one call gives. */
	private async readCrowded(instant: number, entries: JsonObject[]): Promise<void> {
		if (entries.length < this.habits.largest) return;
		// Where the service was not seen to cut anything off, a few entries are not worth many calls
		const isWorthIt = this.taken > entries.length || entries.length >= DEFAULT_RESULTS;
		const isWhole =
			isWorthIt &&
			(await this.narrow(instant, freeNarrowings(this.filters), [], entries, { left: MOST_CALLS_PER_INSTANT }));
		if (isWhole || this.failure !== undefined) return;
		this.takeUntaken();
		const read = this.seen.countAt(instant);
		this.crowded.push({ instant, read, isCertain: read > entries.length || entries.length >= MOST_RESULTS });
	}

	/**
	 * Asks for the entries of an instant value by value of a filter, and where that is still too much by the next filter as well.
	 * @param met entries that show which values there are
	 * @returns whether all entries of the instant are surely read
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
		let isWhole = known.length > 0 && met.every((entry) => known.includes(valueOf(entry) ?? ''));
		for (const value of new Set([...known, ...found])) {
			if (calls.left-- <= 0) return false;
			const query = [...narrowed, ...narrowing.asQuery(value)];
			const page = await this.readPage({ since: instant, until: instant }, query, { since: instant, until: instant });
			if (page === undefined) return false;
			// The service does not know this filter, or finds nothing by it
			const isKnown =
				page.entries.every((entry) => valueOf(entry) === value) && (page.entries.length > 0 || !found.has(value));
			if (!isKnown) return await this.narrow(instant, others, narrowed, met, calls);
			if ((await this.mayBeCut(page)) && !(await this.narrow(instant, others, query, page.entries, calls)))
				isWhole = false;
			if (this.failure !== undefined) return false;
		}
		return isWhole;
	}
}
