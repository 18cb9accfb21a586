import type { ServiceFailure } from '../service/failure';
import type { TimeRange } from './timeRange';

/** A range of time that was not read, or not for certain. */
export interface LogGap extends TimeRange {
	/**
	 * - failed: a call failed, or there were too many
	 * - outside: the service's answers do not keep to the times asked for
	 * - crowded: a single instant has at least as many entries as one answer holds
	 */
	why: 'failed' | 'outside' | 'crowded';
	/** With 'failed'. */
	failure?: ServiceFailure;
	/** With 'crowded': how many of its entries were read. */
	read?: number;
}
