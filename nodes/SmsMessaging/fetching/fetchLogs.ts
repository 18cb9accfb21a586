import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Query } from '../fields/queryParameters';
import type { ErrorMode } from '../output/errorItems';
import { requestLogs } from '../service/client';
import { instantOfDateTime } from '../service/dateTime';
import { MostResults } from '../service/mostResults';
import { RETRY_TIMES } from '../service/retryTimes';
import { createTransport } from '../service/transport';
import { ExecutionSieve } from './executionSieve';
import { describeLogsFailure } from './describeFailure';
import { FilterSieve } from './filterSieve';
import { doubtsAbout, RETENTION_HOURS, shortfallOf, type WalkGaps } from './gaps';
import { LogHabits } from './logHabits';
import { PatientReader } from './patientReader';
import { groupByQuery, limitOf, limitHints, type Queries, withParameter } from './queries';
import { RunOutput } from './runOutput';
import { isoOf } from './timeRange';
import { LogWalk, type TakeEntry } from './walkLogs';

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

const ADVICE = `logs stay available for ${RETENTION_HOURS} hours.`;
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
	const transport = createTransport(context);
	const signal = context.getExecutionCancelSignal();
	const reader = new PatientReader(
		{ patienceMs: options.patienceMs, triesIfUnclear: RETRY_TIMES.unclearAnswers.logs, advice: ADVICE },
		signal,
	);
	const request = async (query: Query) => await requestLogs(transport, query, { signal, isNothingEmpty: true });
	const most = new MostResults();
	const calls: Calls = {
		once: async (query) => await reader.read(async () => await request(query)),
		most: async (query) =>
			await reader.read(async () => await most.ask(async (limit) => await request([...query, ...limit]))),
	};
	const habits = new LogHabits();
	const output = new RunOutput(context, mode, faulty);
	for (const { query, executionId, itemIndexes } of groupByQuery(queries)) {
		const gathering = newGathering();
		// What an execution has sent may be anywhere in the range
		const readsAll = returnAll || executionId !== undefined;
		const filters = new FilterSieve(query, gathering.take);
		const sieve = executionId === undefined ? undefined : new ExecutionSieve(context, executionId, filters.take);
		const gaps =
			output.obstacle === undefined
				? await read(query, readsAll, sieve?.take ?? filters.take, calls, habits)
				: { ...NO_GAPS, failure: output.obstacle };
		filters.finish();
		if (gaps.failure !== undefined && gathering.count === 0) {
			output.fail(gaps.failure, describeLogsFailure(gaps.failure), itemIndexes);
			continue;
		}
		const shortfall = shortfallOf(gaps);
		const doubts = [...doubtsAbout(gaps, boundOf(query, 'sentSince')), ...filters.doubts(), ...(sieve?.doubts() ?? [])];
		const caveats = [...(shortfall === undefined ? [] : [shortfall.message]), ...doubts];
		const jsons = gathering.jsons(caveats.length === 0 ? undefined : caveats.join(' '));
		// A service may ignore the limit
		output.addForEach(readsAll ? jsons : jsons.slice(0, limitOf(query)), itemIndexes);
		if (shortfall !== undefined) output.fallShort(shortfall, itemIndexes);
		const hints = [
			...rangeHints(query),
			...(readsAll ? [] : limitHints(query, filters.seen, 'entries')),
			...filters.hints(),
			...(sieve?.hints() ?? []),
		];
		for (const hint of [...doubts, ...hints]) output.hint(hint, 'info', itemIndexes);
	}
	return output.items();
}

/** Makes a call with the user's limit, or for as many entries as one call can return. */
type Calls = Record<'once' | 'most', (query: Query) => ReturnType<typeof requestLogs>>;

const NO_GAPS: WalkGaps = { missing: [], crowded: [], unreadable: [], unsure: [] };

async function read(
	query: Query,
	returnAll: boolean,
	take: TakeEntry,
	calls: Calls,
	habits: LogHabits,
): Promise<WalkGaps> {
	if (!returnAll) {
		const result = await calls.once(query);
		if (!result.ok) return { ...NO_GAPS, failure: result.failure };
		for (const entry of result.value) take(entry, instantOfDateTime(entry.sentAt));
		return NO_GAPS;
	}
	const filters = ['sentSince', 'sentUntil', 'limit'].reduce((left, name) => withParameter(left, name), query);
	const range = { since: boundOf(query, 'sentSince'), until: boundOf(query, 'sentUntil') };
	const asksForAll = filters.length === 0 && range.since === undefined && range.until === undefined;
	const asking = {
		ask: async (further: Query) => await calls.most([...filters, ...further]),
		...(!asksForAll && { askForAll: async () => await calls.most([]) }),
	};
	return await new LogWalk(asking, filters, range, take, habits).run();
}

function boundOf(query: Query, name: string): number | undefined {
	return instantOfDateTime(query.find(([parameter]) => parameter === name)?.[1]);
}

function rangeHints(query: Query): string[] {
	const [since = -Infinity, until = Infinity] = ['sentSince', 'sentUntil'].map((name) => boundOf(query, name));
	return since > until
		? [`Sent Since (${isoOf(since)}) is later than Sent Until (${isoOf(until)}), so there can be no messages.`]
		: [];
}
