import { isFailed, isFinal, knownStatusGroup } from '../service/statuses';
import type { Report } from './report';

/** Which statuses start a run: final ones, failures, all, or those of chosen groups. */
export const STATUS_CHOICES = ['final', 'failed', 'all', 'groups'] as const;
export type StatusChoice = (typeof STATUS_CHOICES)[number];

/** Which reports start a run. */
export interface Selection {
	startOn: StatusChoice;
	/** With 'groups': names of status groups (public status catalogue). */
	statusGroups: readonly string[];
	/** Pattern of the callbackData, where * stands for any text and ? for one character; none for all. */
	callbackDataPattern?: string;
	/** Senders (`from`); empty for all. */
	senders: readonly string[];
}

/** The reports that start a run, in the order in which they came. */
export function selectReports(reports: Report[], selection: Selection): Report[] {
	return reports.filter((report) => isChosen(report, selection));
}

/** Whether a report starts a run. */
export function isChosen(report: Report, { startOn, statusGroups, callbackDataPattern, senders }: Selection): boolean {
	const { status, callbackData, from } = report;
	if (!isChosenStatus(status, startOn, statusGroups)) return false;
	if (callbackDataPattern !== undefined && !matchesPattern(textOf(callbackData), callbackDataPattern)) return false;
	return senders.length === 0 || senders.includes(textOf(from));
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

/** Steps back to the last * only, so that no pattern takes longer than the product of both lengths. */
function matchesPattern(text: string, pattern: string): boolean {
	let at = 0;
	let inPattern = 0;
	let lastStar: { at: number; inPattern: number } | undefined;
	while (at < text.length) {
		if (pattern[inPattern] === '*') {
			lastStar = { at, inPattern };
			inPattern++;
		} else if (pattern[inPattern] === '?' || (inPattern < pattern.length && pattern[inPattern] === text[at])) {
			at++;
			inPattern++;
		} else if (lastStar !== undefined) {
			lastStar.at++;
			at = lastStar.at;
			inPattern = lastStar.inPattern + 1;
		} else return false;
	}
	while (pattern[inPattern] === '*') inPattern++;
	return inPattern === pattern.length;
}
