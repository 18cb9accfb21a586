import type { IDataObject } from 'n8n-workflow';

import { presentEntry, type EntryPresentation } from '../output/presentEntry';
import { Extent } from '../service/limits';
import type { JsonObject } from '../service/types';
import { isReport } from './report';

export interface Presentation extends EntryPresentation {
	/** One item per report, or one item with all reports that arrived together. */
	output: 'reports' | 'notification';
}

/**
 * The json of the items that start a run: for each report as Get Reports outputs it, or `{reports: […]}`. No reports, no items.
 * Callback data beyond LIMITS, counted over all reports, stays text.
 */
export function presentReports(reports: JsonObject[], { output, ...presentation }: Presentation): IDataObject[] {
	const extent = new Extent('JSON');
	const presented = reports.map((report) => presentReport(report, { ...presentation, extent }));
	return output === 'notification' && presented.length > 0 ? [{ reports: presented }] : presented;
}

/** The json of one report. An entry that is not a report is also output whole, since it may have none of the flat fields. */
export function presentReport(report: JsonObject, presentation: EntryPresentation): IDataObject {
	return presentEntry('report', report, isReport(report) ? presentation : { ...presentation, simplify: false });
}
