import type { IDataObject } from 'n8n-workflow';

import { presentEntry } from '../fields/simplify';
import type { Report } from './findReports';

export interface Presentation {
	/** One item per report, or one item with all reports of a notification. */
	output: 'reports' | 'notification';
	simplify: boolean;
}

/** The json of the items that start a run: what Get Reports gives for each report, or `{reports: […]}` of the same. No report, no item. */
export function presentReports(reports: Report[], { output, simplify }: Presentation): IDataObject[] {
	const presented = reports.map((report) => presentEntry('report', report, simplify));
	return output === 'notification' && presented.length > 0 ? [{ reports: presented }] : presented;
}
