import type { IDataObject } from 'n8n-workflow';

import { presentEntry, type EntryPresentation } from '../output/presentEntry';
import { Extent } from '../text/limits';
import { isReport } from './report';
import type { JsonObject } from '../text/json';

export interface Presentation extends EntryPresentation {
	/** One item for each entry, or one item with all that arrived together. */
	output: 'reports' | 'notification';
}

/**
 * The json of the items that start a run: one for each entry, or `{reports: […]}`. No entries, no items.
 * Callback data beyond LIMITS, counted over all entries, stays text.
 */
export function presentTogether(
	entries: JsonObject[],
	{ output, ...presentation }: Presentation,
	{ list, present }: { list: string; present: typeof presentReport },
): IDataObject[] {
	const extent = new Extent('JSON');
	const presented = entries.map((entry) => present(entry, { ...presentation, extent }));
	return output === 'notification' && presented.length > 0 ? [{ [list]: presented }] : presented;
}

/** The json of one report. An entry that is not a report is also output whole, since it may have none of the flat fields. */
export function presentReport(report: JsonObject, presentation: EntryPresentation): IDataObject {
	return presentEntry('report', report, isReport(report) ? presentation : { ...presentation, simplify: false });
}
