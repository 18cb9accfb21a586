import { LogSummary, type CostBasis } from '../summary/logSummary';
import type { Gathering } from './fetchLogs';

/** Totals in place of the entries, none of which is kept: an item for each total, or one item with an HTML page. */
export function gatherSummary(output: 'summary' | 'summaryHtml', costBasis: CostBasis, timezone: string): Gathering {
	const summary = new LogSummary(costBasis, timezone);
	return {
		take: (entry) => summary.add(entry),
		get count() {
			return summary.messages;
		},
		jsons: (shortfall) => (output === 'summary' ? summary.items(shortfall) : [summary.summaryItem(shortfall)]),
	};
}
