import type { Query } from '../api/message';
import { host } from '../n8n/host';
import { HOUR_MS } from '../text/dateTime';

/** The fewest entries that a full answer holds (docs/service-contract.md). */
export const FEWEST_IN_FULL = 50;
/** How long logs are kept (interface). */
export const RETENTION_HOURS = 48;
export const RETENTION_MS = RETENTION_HOURS * HOUR_MS;

/** How full an answer is meant to be: a few entries more than expected must not take another call. */
const AIM = 0.9;
/** A window next to one that was nearly empty is this much wider, next to others at most that much. */
const WIDEN_NEARLY_EMPTY = 16;
const WIDEN_MOST = 4;
const NEARLY_EMPTY = 1 / 20;

/** The first and last instant that a window may hold entries of, with an estimate where it is open. */
function extent({ since, until }: TimeRange, instants: number[]): { low: number; high: number } {
	const now = host.now();
	const high = until ?? instants.reduce((last, instant) => Math.max(last, instant), now);
	const kept = Math.min(now - RETENTION_MS, high - 1);
	return { low: since ?? instants.reduce((first, instant) => Math.min(first, instant), kept), high };
}

/**
 * Divides a window whose answer was full. The newest part holds most of the entries that came if these are the newest ones, and never more
 * than half of the time. If all that came are of one instant, that gets a part of its own.
 * @param instants of the entries that came
 * @returns the parts, oldest first; the window itself if it is a single instant
 */
export function divide(window: TimeRange, instants: number[]): TimeRange[] {
	const newestFirst = instants.filter((instant) => contains(window, instant)).sort((a, b) => b - a);
	const [newest, oldest] = [newestFirst[0], newestFirst.at(-1)];
	if (newest !== undefined && newest === oldest) return dividedAt(window, [newest, newest + 1]);
	const { low, high } = extent(window, newestFirst);
	const aim = newestFirst[Math.floor(AIM * newestFirst.length) - 1] ?? low;
	return dividedAt(window, [Math.max(aim, Math.ceil((low + high) / 2))]);
}

/** Divides a window that is wider than this, in milliseconds: the newer part is as wide. */
export function cut(window: TimeRange, width: number): TimeRange[] {
	const { low, high } = extent(window, []);
	return window.until === undefined || high - low < width ? [window] : dividedAt(window, [high - width + 1]);
}

/** @param starts where a new part begins */
function dividedAt({ since, until }: TimeRange, starts: number[]): TimeRange[] {
	const inner = starts.filter((start) => start > (since ?? -Infinity) && start <= (until ?? Infinity));
	return [since, ...inner].map((from, index) => ({
		since: from,
		until: index === inner.length ? until : inner[index]! - 1,
	}));
}

/**
 * How wide the next window may be, in milliseconds.
 * @param window one whose answer was not full
 * @param full how many entries a full answer has
 */
export function widthAfter(window: TimeRange, instants: number[], full: number): number {
	const { low, high } = extent(window, instants);
	const share = instants.length / full;
	const factor = share < NEARLY_EMPTY ? WIDEN_NEARLY_EMPTY : Math.min(WIDEN_MOST, AIM / share);
	return Math.max(1, Math.floor((high - low + 1) * factor));
}

/** Instants in milliseconds since 1970, both inclusive; undefined: unbounded. */
export interface TimeRange {
	since?: number | undefined;
	until?: number | undefined;
}

export const contains = ({ since = -Infinity, until = Infinity }: TimeRange, instant: number): boolean =>
	since <= instant && instant <= until;

export function timesOf({ since, until }: TimeRange): Pick<Query, 'since' | 'until'> {
	return { ...(since !== undefined && { since: isoOf(since) }), ...(until !== undefined && { until: isoOf(until) }) };
}

/** For example 'sent since 2030-01-31T08:30:00.000Z until 2030-01-31T09:30:00.000Z'. */
export function describeRange({ since, until }: TimeRange): string {
	if (since !== undefined && since === until) return `sent at ${isoOf(since)}`;
	if (since === undefined && until === undefined) return 'from any time';
	const from = since === undefined ? '' : ` since ${isoOf(since)}`;
	const to = until === undefined ? '' : ` until ${isoOf(until)}`;
	return `sent${from}${to}`;
}

export const isoOf = (instant: number): string => new Date(instant).toISOString();
