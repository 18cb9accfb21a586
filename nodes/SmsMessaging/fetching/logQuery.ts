import type { Entry } from '../api/entry';
import type { Query } from '../api/message';
import type { LogReader } from '../logs/logReader';
import type { LogGap, TakeEntry } from '../logs/rangeReading';
import { contains, type TimeRange } from '../logs/timeRange';
import { instantOfDateTime } from '../text/dateTime';
import { describeGone } from './describeGaps';
import { matchesQuery } from './matchesQuery';
import { limitHints, limitOf, type ItemQuery } from './queries';

export class LogQuery {
	private readonly query: Query;
	private readonly bulkIdPrefix: string | undefined;
	private readonly range: TimeRange;
	private readonly isAskedFor: (entry: Entry) => boolean;
	taken = 0;
	/** How many entries the service returned, and how many of these were left out, or lack a time or a bulk ID. */
	private returned = 0;
	private leftOut = 0;
	private undated = 0;
	private withoutBulkId = 0;

	/** @param readsAll whether to read the time range in as many calls as it takes */
	constructor(
		{ query, bulkIdPrefix }: Omit<ItemQuery, 'itemIndex'>,
		private readonly readsAll: boolean,
		private readonly takeAsked: TakeEntry,
	) {
		this.query = query;
		this.bulkIdPrefix = bulkIdPrefix;
		this.range = { since: instantOfDateTime(query.since), until: instantOfDateTime(query.until) };
		this.isAskedFor = matchesQuery(query);
	}

	async run(reader: LogReader): Promise<LogGap[]> {
		if (this.readsAll) {
			const { since, until, limit, ...filters } = this.query;
			return await reader.read(this.range, filters, this.take);
		}
		const result = await reader.call({ ...this.query, limit: limitOf(this.query) });
		if (!result.ok) return [{ ...this.range, why: 'failed', failure: result.failure }];
		for (const entry of result.value) this.take(entry);
		return [];
	}

	doubts(): string[] {
		const { undated, withoutBulkId } = this;
		const gone = describeGone(this.range.since);
		return [
			...(gone === undefined ? [] : [gone]),
			...(undated === 0 || !this.readsAll
				? []
				: [`${undated} log entries do not say when they were sent. Others like them may be missing.`]),
			...(withoutBulkId === 0
				? []
				: [`Some log entries have no bulk ID (${withoutBulkId}). The node cannot tell which execution sent them.`]),
		];
	}

	/** What the result does not show by itself. */
	hints(): string[] {
		return [
			...(this.readsAll ? [] : limitHints(this.query, this.returned, 'entries')),
			...(this.leftOut === 0
				? []
				: [
						`The service also returned entries that do not match the filters (${this.leftOut}). The node left them out.`,
					]),
			...(this.bulkIdPrefix === undefined || this.taken > 0
				? []
				: [`The logs show no messages of this execution. Messages with your own Bulk ID are not recognized.`]),
		];
	}

	private readonly take: TakeEntry = (entry) => {
		const { sentAt } = entry;
		this.returned++;
		if (sentAt === undefined) this.undated++;
		if (!this.isOfExecution(entry)) return;
		if (this.isAskedFor(entry) && (sentAt === undefined || contains(this.range, sentAt))) {
			this.taken++;
			this.takeAsked(entry);
		} else this.leftOut++;
	};

	private isOfExecution({ bulkId = '' }: Entry): boolean {
		if (this.bulkIdPrefix === undefined) return true;
		if (bulkId === '') this.withoutBulkId++;
		return bulkId.startsWith(this.bulkIdPrefix);
	}
}
