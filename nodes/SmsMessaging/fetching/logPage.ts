import { DEFAULT_RESULTS } from '../service/client';
import { instantOfDateTime } from '../service/dateTime';
import type { JsonObject } from '../service/types';

/** One answer of the logs. */
export interface LogPage {
	entries: JsonObject[];
	/** When each was sent, in milliseconds since 1970; undefined where the entry does not say. */
	times: Array<number | undefined>;
	/** Surely nothing was cut off. */
	isWhole: boolean;
}

/** No service is known to give fewer entries in a call. */
const SMALLEST_LIMIT = 10;

/** Whether a service may well have such a limit for an answer: a round number or a power of two. */
export function isUsualLimit(length: number): boolean {
	return length >= DEFAULT_RESULTS && (length % 10 === 0 || Number.isInteger(Math.log2(length)));
}

/** @param largestPage most entries that this service has given in one call */
export function logPage(entries: JsonObject[], largestPage: number): LogPage {
	return {
		entries,
		times: entries.map(({ sentAt }) => instantOfDateTime(sentAt)),
		isWhole: entries.length < SMALLEST_LIMIT || entries.length < largestPage,
	};
}

export type PageOrder = 'newestFirst' | 'oldestFirst' | 'none';

/** First and last instant of the times, and their order; undefined for no times. */
export function extentOf(times: number[]): { first: number; last: number; order: PageOrder } | undefined {
	const [start] = times;
	if (start === undefined) return undefined;
	let [first, last, isFalling, isRising] = [start, start, true, true];
	times.forEach((time, index) => {
		const before = times[index - 1] ?? time;
		if (time > before) isFalling = false;
		if (time < before) isRising = false;
		first = Math.min(first, time);
		last = Math.max(last, time);
	});
	return { first, last, order: isFalling ? 'newestFirst' : isRising ? 'oldestFirst' : 'none' };
}
