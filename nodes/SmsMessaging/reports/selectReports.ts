import { isFailed, isFinal, knownStatusGroup } from '../service/statuses';
import type { Report } from './report';
import { wildcardMatcher } from './wildcards';

/** Which statuses start a run: final ones, failures, all, or those of selected groups. */
export const STATUS_CHOICES = ['final', 'failed', 'all', 'groups'] as const;
type StatusChoice = (typeof STATUS_CHOICES)[number];

/** Which reports start a run. */
export interface Selection {
	startOn: StatusChoice;
	/** With 'groups': names of status groups (public status catalogue). */
	statusGroups: readonly string[];
	/** Pattern for the callbackData: * matches any text, ? one character. Without it, all reports match. */
	callbackDataPattern?: string;
	/** Senders (`from`); empty for all. */
	senders: readonly string[];
}

/** The reports that start a run, in order of arrival. */
export function selectReports(reports: Report[], selection: Selection): Report[] {
	return reports.filter(reportFilter(selection));
}

/** Tells whether a report starts a run. */
export function reportFilter({
	startOn,
	statusGroups,
	callbackDataPattern,
	senders,
}: Selection): (report: Report) => boolean {
	const hasCallbackData = callbackDataPattern === undefined ? () => true : wildcardMatcher(callbackDataPattern);
	return ({ status, callbackData, from }) =>
		isChosenStatus(status, startOn, statusGroups) &&
		hasCallbackData(textOf(callbackData)) &&
		(senders.length === 0 || senders.includes(textOf(from)));
}

function isChosenStatus(status: Report['status'], startOn: StatusChoice, statusGroups: readonly string[]): boolean {
	if (startOn === 'all') return true;
	if (startOn === 'final') return isFinal(status);
	if (startOn === 'failed') return isFailed(status);
	const group = knownStatusGroup(status);
	return group !== undefined && statusGroups.includes(group);
}

function textOf(value: Report[string]): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
