import { host } from '../service/host';
import { timesIn, type LogPage } from './logPage';
import type { Part } from './logParts';
import { WIDEST_OVERLAP_MS } from './overlap';
import { contains, type TimeRange } from './timeRange';

/** A service's clock may be ahead by this much without a sign of it. */
const AHEAD_MS = 60_000;
/** Entries this old drop out of the logs while they are being read. */
const LEAVING_AGE_MS = 47 * 3_600_000;

export function isLeaving(sentAt = Infinity): boolean {
	return sentAt < host.now() - LEAVING_AGE_MS;
}

/** Messages sent after the start of a walk need not be read, and prove nothing: there may be ever more of them. */
export class WalkStart {
	readonly time = host.now();
	/** How far the service's clock is ahead, as far as entries show it. */
	private aheadMs = 0;

	learn({ times }: LogPage): void {
		const now = host.now();
		for (const time of times) if (time !== undefined) this.aheadMs = Math.max(this.aheadMs, time - now);
	}

	/** Whether all of this part's messages are sent after the start. */
	isBefore({ since = -Infinity }: Part): boolean {
		return since > this.time + this.aheadMs + AHEAD_MS;
	}

	/** How many entries of this part an answer holds that were sent before the start. */
	count(part: Part, page: LogPage): number {
		return timesIn(page, part).filter((time) => time <= this.time).length;
	}

	/** Whether the service did not restrict an answer to this part: it has entries far outside, and no more inside than the one before. */
	isIgnored(part: Part, page: LogPage): boolean {
		const near: TimeRange = {
			since: (part.since ?? -Infinity) - 2 * WIDEST_OVERLAP_MS,
			until: (part.until ?? Infinity) + 2 * WIDEST_OVERLAP_MS,
		};
		const isFarOutside = (time: number | undefined) => time !== undefined && !contains(near, time);
		return part.met !== undefined && this.count(part, page) <= part.met && page.times.some(isFarOutside);
	}
}
