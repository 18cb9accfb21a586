import type { IDataObject } from 'n8n-workflow';

import type { LogReader } from '../logs/logReader';
import type { TakeEntry } from '../logs/rangeReading';
import { describeLogsFailure } from '../entries/fetchFailure';
import { shortfallOf } from './describeGaps';
import { LogQuery } from './logQuery';
import { groupByQuery, limitOf, type ItemQuery } from './queries';
import type { RunOutput } from './runOutput';

export interface Gathering {
	take: TakeEntry;
	/** The json of the output items, entries newest first. @param caveat why entries may be missing */
	jsons(caveat?: string): IDataObject[];
}

/**
 * Reads logs for the input items; a query asked by several items is sent only once.
 * @param returnAll whether to read the time range in as many calls as it takes
 * @throws NodeOperationError with mode 'stop', if a query yielded nothing
 */
export async function fetchLogs(
	reader: LogReader,
	queries: ItemQuery[],
	returnAll: boolean,
	newGathering: () => Gathering,
	output: RunOutput,
): Promise<void> {
	for (const { itemIndexes, ...asked } of groupByQuery(queries)) {
		const gathering = newGathering();
		// The messages of an execution may be anywhere in the range
		const readsAll = returnAll || asked.bulkIdPrefix !== undefined;
		const query = new LogQuery(asked, readsAll, gathering.take);
		const gaps = await query.run(reader);
		const failure = gaps.find(({ why }) => why === 'failed')?.failure;
		if (failure !== undefined && query.taken === 0) {
			const { message } = failure;
			output.fail({ failure, message, description: describeLogsFailure(failure) }, itemIndexes);
			continue;
		}
		const shortfall = shortfallOf(gaps);
		const doubts = query.doubts();
		const caveats = shortfall === undefined ? doubts : [shortfall.message, ...doubts];
		const jsons = gathering.jsons(caveats.length === 0 ? undefined : caveats.join(' '));
		// A service may ignore the limit
		output.addForEach(readsAll ? jsons : jsons.slice(0, limitOf(asked.query)), itemIndexes);
		if (shortfall !== undefined) output.fallShort(shortfall, itemIndexes);
		for (const hint of [...doubts, ...query.hints()]) output.hint(hint, 'info', itemIndexes);
	}
}
