import { fromInstant } from '../text/dateTime';

/** Instants in milliseconds since 1970, both inclusive; undefined: unbounded. */
export interface TimeRange {
	since?: number;
	until?: number;
}

export function contains({ since = -Infinity, until = Infinity }: TimeRange, instant: number): boolean {
	return since <= instant && instant <= until;
}

/** The range as query parameters (interface: sentSince, sentUntil). */
export function asQuery({ since, until }: TimeRange): Array<[name: string, value: string]> {
	return [
		...(since === undefined ? [] : [['sentSince', fromInstant(since)] as [string, string]]),
		...(until === undefined ? [] : [['sentUntil', fromInstant(until)] as [string, string]]),
	];
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
