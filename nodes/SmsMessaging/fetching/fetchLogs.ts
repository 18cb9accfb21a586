import type { IDataObject } from 'n8n-workflow';

import { describeLogsFailure } from '../entries/kinds';
import { presentEntry, type EntryPresentation } from '../entries/presentEntry';
import type { LogReader, TakeEntry } from '../logs/logReader';
import { countText } from '../text/numbers';
import { LogSummary, type CostBasis } from '../summary/logSummary';
import { shortfallOf, LogQuery } from './logQuery';
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
	const groups = groupByQuery(queries);
	for (const { itemIndexes, ...asked } of groups) {
		const gathering = newGathering();
		// The messages of an execution may be anywhere in the range
		const readsAll = returnAll || asked.bulkIdPrefix !== undefined;
		const query = new LogQuery(asked, readsAll, gathering.take);
		const gaps = await query.run(reader);
		const failure = gaps.find(({ why }) => why === 'failed')?.failure;
		if (failure !== undefined && query.taken === 0) {
			const { message } = failure;
			output.fail({ itemIndexes, failure, message, description: describeLogsFailure(failure) });
			continue;
		}
		// What an execution has sent decides what is sent again, so any doubt counts as missing
		const isOfExecution = asked.bulkIdPrefix !== undefined;
		const doubts = query.caveats();
		const shortfall = shortfallOf(gaps, isOfExecution ? doubts : [], itemIndexes);
		const caveats = isOfExecution ? [] : doubts;
		const all = shortfall === undefined ? caveats : [shortfall.message, ...caveats];
		const jsons = gathering.jsons(all.length === 0 ? undefined : all.join(' '));
		// A service may ignore the limit
		output.addForEach(readsAll ? jsons : jsons.slice(0, limitOf(asked.query)), itemIndexes);
		if (shortfall !== undefined) output.fallShort(shortfall);
		if (itemIndexes.length > 1 && jsons.length > 0)
			output.hint(
				`${countText(itemIndexes.length)} input items ask for the same, and each gets all results. To get them once, turn on Settings → Execute Once`,
				'info',
				[],
			);
		for (const hint of [...caveats, ...query.hints()]) output.hint(hint, 'info', itemIndexes);
	}
}

/** One item per entry, newest first whatever the service's order. */
export function gatherEntries(presentation: EntryPresentation): Gathering {
	const dated: Array<{ json: IDataObject; sentAt: number }> = [];
	return {
		// Converted right away, so that entry and item are not both held in memory
		take: (entry) =>
			void dated.push({ json: presentEntry('log', entry, presentation), sentAt: entry.sentAt ?? -Infinity }),
		jsons: () => dated.sort((a, b) => b.sentAt - a.sentAt).map(({ json }) => json),
	};
}

/** Totals instead of entries, none of which is kept: one item per total, or a single item with an HTML page. */
export function gatherSummary(output: 'summary' | 'summaryHtml', costBasis: CostBasis, timezone: string): Gathering {
	const summary = new LogSummary(costBasis, timezone);
	return {
		take: (entry) => summary.add(entry),
		jsons: (caveat) => (output === 'summary' ? summary.items(caveat) : [summary.summaryItem(caveat)]),
	};
}
