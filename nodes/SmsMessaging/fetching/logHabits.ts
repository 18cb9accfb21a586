import { MOST_RESULTS } from '../service/client';
import type { OrderHabits } from './orderTrust';
import { Overlap } from './overlap';

/** What a run's answers reveal about the service, none of which is documented. */
export class LogHabits {
	/** Most entries in one answer. */
	largest = 0;
	/** Time spans of answers with that many entries. */
	private readonly fullSpans = new Set<string>();
	hasAskedForAll = false;
	readonly order: OrderHabits = {};
	readonly since = new Overlap();
	readonly until = new Overlap();

	sawAnswer(size: number): void {
		if (size > this.largest) this.fullSpans.clear();
		this.largest = Math.max(this.largest, size);
	}

	sawFullSpan(first: number, last: number): void {
		this.fullSpans.add(`${first} ${last}`);
	}

	/** Whether that is the most the service returns in one call: different time spans do not have the same number of entries by chance. */
	get isLargestTheMost(): boolean {
		return this.largest >= MOST_RESULTS || this.fullSpans.size >= SURE_SPANS;
	}
}

/** Messages that arrive meanwhile can give two spans the same number of entries, but hardly three. */
const SURE_SPANS = 3;
