import { isReport, type Report } from '../reports/report';
import { isJsonObject } from '../service/json';
import type { Json } from '../service/types';

export interface FoundReports {
	reports: Report[];
	/** Entries next to the reports that are not reports. */
	othersCount: number;
}

/**
 * Finds the reports in a notification: `{results: […]}` (interface: reports response), a list, or a single report.
 * @returns an empty list if the notification says that there are none; undefined if it contains only other things
 */
export function findReports(value: Json): FoundReports | undefined {
	const entries = entriesOf(value);
	const reports = entries.filter(isReport);
	if (reports.length === 0 && entries.length > 0) return undefined;
	return { reports, othersCount: entries.length - reports.length };
}

function entriesOf(value: Json): Json[] {
	if (Array.isArray(value)) return value;
	const results = isJsonObject(value) ? (value.results ?? null) : null;
	// First, since the notification as a whole may have an ID and a status of its own
	if (Array.isArray(results)) return results;
	return [isReport(results) ? results : value];
}
