import { knownStatusGroup } from '../service/statuses';
import type { Report } from './findReports';

/** Which reports start a run. */
export interface Selection {
	/** Names of status groups (public status catalogue); empty for all reports, also those of unknown groups. */
	statusGroups: readonly string[];
}

/** The reports that start a run, in the order in which they came. */
export function selectReports(reports: Report[], { statusGroups }: Selection): Report[] {
	if (statusGroups.length === 0) return reports;
	return reports.filter((report) => {
		const group = knownStatusGroup(report.status);
		return group !== undefined && statusGroups.includes(group);
	});
}
