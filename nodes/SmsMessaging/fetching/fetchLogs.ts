import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Query } from '../fields/queryParameters';
import { LogReader } from '../logs/logReader';

import type { LogGap, TakeEntry } from '../logs/rangeReading';
import { isoOf, type TimeRange } from '../logs/timeRange';
import type { ErrorMode } from '../output/errorItems';
import { bulkIdPrefix } from '../service/bulkIds';
import { instantOfDateTime } from '../service/dateTime';
import { createTransport } from '../service/transport';
import { describeLogsFailure } from './describeFailure';
import { describeGone, shortfallOf } from './describeGaps';
import { FilterSieve } from './filterSieve';
import { groupByQuery, limitHints, limitOf, withLimit, type ItemQuery, type Queries } from './queries';
import { RunOutput } from './runOutput';

export interface LogOptions {
	patienceMs: number;
}

/** How the entries of one query become items. */
export interface Gathering {
	take: TakeEntry;
	readonly count: number;
	/** The json of the output items, entries newest first. @param caveat why entries may be missing */
	jsons(caveat?: string): IDataObject[];
}

/**
 * Reads logs for the input items; a query asked by several items is sent only once.
 * @param returnAll whether to read the time range in as many calls as it takes
 * @throws NodeOperationError with mode 'stop', if a query yielded nothing
 */
export async function fetchLogs(
	context: IExecuteFunctions,
	mode: ErrorMode,
	{ queries, faulty, options }: Queries<LogOptions>,
	returnAll: boolean,
	newGathering: () => Gathering,
): Promise<INodeExecutionData[]> {
	const reader = new LogReader(createTransport(context), options, context.getExecutionCancelSignal());
	const output = new RunOutput(context, mode, faulty);
	for (const { itemIndexes, ...asked } of groupByQuery(queries)) {
		const gathering = newGathering();
		const reading = new QueryReading(context, asked, returnAll, gathering.take);
		const gaps = await reading.run(reader);
		const failure = gaps.find(({ why }) => why === 'failed')?.failure;
		if (failure !== undefined && gathering.count === 0) {
			const { message } = failure;
			output.fail({ failure, message, description: describeLogsFailure(failure) }, itemIndexes);
			continue;
		}
		const shortfall = shortfallOf(gaps);
		const doubts = reading.doubts();
		const caveats = shortfall === undefined ? doubts : [shortfall.message, ...doubts];
		const jsons = gathering.jsons(caveats.length === 0 ? undefined : caveats.join(' '));
		// A service may ignore the limit
		output.addForEach(reading.readsAll ? jsons : jsons.slice(0, limitOf(asked.query)), itemIndexes);
		if (shortfall !== undefined) output.fallShort(shortfall, itemIndexes);
		for (const hint of [...doubts, ...reading.hints()]) output.hint(hint, 'info', itemIndexes);
	}
	return output.items();
}

/** Reads what a query asks for, and says what its result does not show. */
class QueryReading {
	/** What an execution has sent may be anywhere in the range. */
	readonly readsAll: boolean;
	private readonly query: Query;
	private readonly range: TimeRange;
	private readonly filters: FilterSieve;
	private undated = 0;

	constructor(
		context: IExecuteFunctions,
		{ query, executionId }: Omit<ItemQuery, 'itemIndex'>,
		returnAll: boolean,
		take: TakeEntry,
	) {
		this.readsAll = returnAll || executionId !== undefined;
		this.query = query;
		const bounds = new Map(query);
		const [since, until] = ['sentSince', 'sentUntil'].map((name) => instantOfDateTime(bounds.get(name)));
		this.range = { since, until };
		const execution =
			executionId === undefined
				? undefined
				: { id: executionId, bulkIdPrefix: bulkIdPrefix(context, { id: executionId }) };
		this.filters = new FilterSieve(query, execution, take);
	}

	async run(reader: LogReader): Promise<LogGap[]> {
		const take: TakeEntry = (entry, instant) => {
			if (instant === undefined) this.undated++;
			this.filters.take(entry, instant);
		};
		if (this.readsAll) {
			const others = this.query.filter(([name]) => !['sentSince', 'sentUntil', 'limit'].includes(name));
			return this.isReversed ? [] : await reader.read(this.range, others, take);
		}
		const result = await reader.once(withLimit(this.query, limitOf(this.query)));
		if (!result.ok) return [failed(this.range, result.failure)];
		for (const entry of result.value) take(entry, instantOfDateTime(entry.sentAt));
		return [];
	}

	/** Why entries may be missing. */
	doubts(): string[] {
		const gone = describeGone(this.range.since);
		return [
			...(gone === undefined ? [] : [gone]),
			...(this.undated === 0 || !this.readsAll
				? []
				: [`${this.undated} log entries do not say when they were sent. Others like them may be missing.`]),
			...this.filters.doubts(),
		];
	}

	/** What the result does not show by itself. */
	hints(): string[] {
		const { since = 0, until = 0 } = this.range;
		return [
			...(this.isReversed
				? [`Sent Since (${isoOf(since)}) is later than Sent Until (${isoOf(until)}), so there can be no messages.`]
				: []),
			...(this.readsAll ? [] : limitHints(this.query, this.filters.seen, 'entries')),
			...this.filters.hints(),
		];
	}

	private get isReversed(): boolean {
		const { since = -Infinity, until = Infinity } = this.range;
		return since > until;
	}
}

function failed(range: TimeRange, failure: LogGap['failure']): LogGap {
	return { ...range, why: 'failed', failure };
}
