import { instantOfDateTime } from '../service/dateTime';
import type { JsonObject } from '../service/types';
import { contains, type TimeRange } from './timeRange';

/** One answer of the logs. */
export interface LogPage {
	entries: JsonObject[];
	/** When each was sent, in milliseconds since 1970; undefined if the entry does not say. */
	times: Array<number | undefined>;
}

export function logPage(entries: JsonObject[]): LogPage {
	return { entries, times: entries.map(({ sentAt }) => instantOfDateTime(sentAt)) };
}

/** When the entries of an answer were sent that lie in a range. */
export function timesIn({ times }: LogPage, range: TimeRange): number[] {
	return times.filter((time) => time !== undefined && contains(range, time)) as number[];
}

export type Direction = 'newestFirst' | 'oldestFirst';

/**
 * The evidence, in bits, that makes an order certain: it arises by chance one time in a million. Ten different instants per answer will do.
 */
const SURE_BITS = 20;

/** The order of a service's answers. It is not documented, so it is inferred from all of them together. */
export class LogOrder {
	private bits: Record<Direction, number> = { newestFirst: 0, oldestFirst: 0 };
	/** Neighboring instants that have counted, as long as that matters: the same entries may come in several answers. */
	private readonly counted = new Set<string>();

	/** The only direction seen so far; undefined for none or both. */
	get seen(): Direction | undefined {
		const { newestFirst, oldestFirst } = this.bits;
		if (newestFirst > 0 === oldestFirst > 0) return undefined;
		return newestFirst > 0 ? 'newestFirst' : 'oldestFirst';
	}

	/** The direction, once it is certain: a few entries may be in order by chance. */
	get sure(): Direction | undefined {
		return this.seen !== undefined && this.bits[this.seen] >= SURE_BITS ? this.seen : undefined;
	}

	learn({ times }: LogPage): void {
		const steps: Record<Direction, number> = { newestFirst: 0, oldestFirst: 0 };
		let before: number | undefined;
		for (const time of times) {
			if (time === undefined || time === before) continue;
			if (before !== undefined) {
				const direction = time < before ? 'newestFirst' : 'oldestFirst';
				steps[direction]++;
				const pair = `${before} ${time}`;
				// The nth instant of an answer comes first among n by chance one time in n
				if (!this.counted.has(pair)) this.bits[direction] += Math.log2(steps[direction] + 1);
				if (this.seen !== undefined && this.sure === undefined) this.counted.add(pair);
			}
			before = time;
		}
	}
}
