import type { Entry } from '../api/entry';
import type { Query } from '../api/message';
import { MOST_RESULTS, requestLogs, type Result, type Service } from '../api/client';
import { readingPacer, type Pacer } from '../api/pacer';
import { RETRY_TIMES } from '../api/retryTimes';
import { RangeReading, type LogGap, type SeenAnswers, type TakeEntry } from './rangeReading';
import { RETENTION_HOURS, type TimeRange } from './windows';

export interface ReadingLimits {
	/** Total time of failed calls and the pauses after them, across all calls. */
	patienceMs: number;
	mostCalls?: number;
	/** No call for a range begins later than this after the first. */
	mostMs?: number;
	triesIfUnclear?: number;
	request?: Parameters<typeof requestLogs>[2];
}

/** Keeps a read from going on forever while the service gets more and more messages. */
const MOST_CALLS = 10_000;

/** Reads logs for one run of a node, one call at a time. After the first 429 it calls less often. */
export class LogReader {
	private readonly seen: SeenAnswers = { largest: 0, beyond: { since: 1, until: 1 } };
	private readonly pacer: Pacer;

	constructor(
		private readonly service: Service,
		private readonly limits: ReadingLimits,
		private readonly signal: AbortSignal | undefined,
	) {
		const { patienceMs, triesIfUnclear = RETRY_TIMES.unclearAnswers.logs } = limits;
		const advice = `logs stay available for ${RETENTION_HOURS} hours.`;
		this.pacer = readingPacer({ patienceMs, triesIfUnclear, advice }, signal);
	}

	/** Makes one call, again after a refusal or an unclear answer, and reads nothing else. */
	async call(query: Query): Promise<Result<Entry[]>> {
		const more = { signal: this.signal, ...this.limits.request };
		return await this.pacer.request(async () => await requestLogs(this.service, query, more));
	}

	/**
	 * Reads a range of time in as many calls as it takes.
	 * @param filters what else to ask for, without times and limit
	 * @param take called for each entry of the range, exactly once
	 * @returns what was not read: if this is empty, the range was read whole, and has no other entries
	 */
	async read(range: TimeRange, filters: Query, take: TakeEntry): Promise<LogGap[]> {
		const ask = async (times: Query) => await this.call({ ...filters, ...times, limit: MOST_RESULTS });
		const { mostCalls = MOST_CALLS, mostMs = Infinity } = this.limits;
		return await new RangeReading(ask, this.seen, { mostCalls, mostMs }, range, take).run();
	}
}
