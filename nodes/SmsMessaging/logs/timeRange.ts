import type { Query } from '../api/message';

/** Instants in milliseconds since 1970, both inclusive; undefined: unbounded. */
export interface TimeRange {
	since?: number | undefined;
	until?: number | undefined;
}

export function contains({ since = -Infinity, until = Infinity }: TimeRange, instant: number): boolean {
	return since <= instant && instant <= until;
}

export function timesOf({ since, until }: TimeRange): Pick<Query, 'since' | 'until'> {
	return {
		...(since !== undefined && { since: isoOf(since) }),
		...(until !== undefined && { until: isoOf(until) }),
	};
}

/** For example 'sent since 2030-01-31T08:30:00.000Z until 2030-01-31T09:30:00.000Z'. */
export function describeRange({ since, until }: TimeRange): string {
	if (since !== undefined && since === until) return `sent at ${isoOf(since)}`;
	if (since === undefined && until === undefined) return 'from any time';
	const from = since === undefined ? '' : ` since ${isoOf(since)}`;
	const to = until === undefined ? '' : ` until ${isoOf(until)}`;
	return `sent${from}${to}`;
}

export function isoOf(instant: number): string {
	return new Date(instant).toISOString();
}
