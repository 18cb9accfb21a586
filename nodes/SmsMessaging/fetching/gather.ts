import type { IDataObject } from 'n8n-workflow';

import { presentEntry, type EntryPresentation } from '../entries/presentEntry';
import { LogSummary, type CostBasis } from '../summary/logSummary';
import type { Gathering } from './fetchLogs';

/** One item per entry, newest first whatever the service's order. */
export function gatherEntries(presentation: EntryPresentation): Gathering {
	const jsons: IDataObject[] = [];
	const instants: number[] = [];
	return {
		take: (entry) => {
			// Converted right away, so that entry and item are not both held in memory
			jsons.push(presentEntry('log', entry, presentation));
			instants.push(entry.sentAt ?? -Infinity);
		},
		jsons: () => {
			const order = instants.map((_, index) => index).sort((a, b) => instants[b]! - instants[a]!);
			return order.map((index) => jsons[index]!);
		},
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
