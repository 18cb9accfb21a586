import type { Direction } from './logPage';
import { WIDEST_OVERLAP_MS } from './overlap';
import type { TimeRange } from './timeRange';

/** A range to read. */
export interface Part extends TimeRange {
	/** An entry was seen at the bound, and has to come again. */
	isSinceSeen?: boolean;
	isUntilSeen?: boolean;
	/** The part was already read if the service's answers are in one of these orders. */
	isReadIf?: Direction[];
	/** It lies beyond an answer in this order that held everything up to there. */
	follows?: Direction;
	/** How many of its entries the answer before it held, apart from those sent since the walk began. */
	met?: number;
}

/** As far as a service may show entries of a part. */
export function widened({ since = -Infinity, until = Infinity }: Part): TimeRange {
	return { since: since - WIDEST_OVERLAP_MS, until: until + WIDEST_OVERLAP_MS };
}

/** Whether entries seen at the bounds of a part failed to come again. */
export type Lacks = Record<'since' | 'until', boolean>;

/** The order in which an answer has covered one of its sides; none if it did not start at the bound. */
const readIf = (order: Direction, lacks: Lacks): Direction[] =>
	lacks[order === 'newestFirst' ? 'until' : 'since'] ? [] : [order];

/**
 * For answers in no order, or with too little evidence of one: anything may be missing anywhere. The instant shared by both halves shows
 * whether bounds reach far enough.
 * @param instants those of the answer, earliest first
 * @param seen the order to expect
 * @returns what to read, with the next part last
 */
export function halves(part: Part, instants: number[], lacks: Lacks, seen: Direction | undefined): Part[] {
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
		...(seen === 'oldestFirst' ? [lower, upper] : [upper, lower]),
	];
}

/** An instant that fills an answer alone: first a check whether the service finds just this instant, then each side of it. */
export function aroundSuspect(part: Part, instant: number, lacks: Lacks): Part[] {
	const below: Part = { ...part, until: instant - 1, isUntilSeen: false, isReadIf: readIf('oldestFirst', lacks) };
	const above: Part = { ...part, since: instant + 1, isSinceSeen: false, isReadIf: readIf('newestFirst', lacks) };
	const alone: Part = { since: instant, until: instant, isSinceSeen: true, isUntilSeen: true };
	return [
		...(instant === part.since ? [] : [below]),
		...(instant === part.until ? [] : [above]),
		...(instant === part.since && instant === part.until ? [] : [alone]),
	];
}
