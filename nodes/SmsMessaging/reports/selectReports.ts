import { isFailed, isFinal, knownStatusGroup } from '../api/statuses';
import type { Report } from './report';
import { wildcardMatcher } from './wildcards';
import type { JsonObject } from '../text/json';

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
	/** Patterns for the sender (`from`), as above; empty for all. */
	senders: readonly string[];
}

/** Tells whether a report starts a run. */
export function reportFilter({
	startOn,
	statusGroups,
	callbackDataPattern,
	senders,
}: Selection): (report: Report) => boolean {
	const isFromSender = senderFilter(senders);
	const hasCallbackData = callbackDataPattern === undefined ? () => true : wildcardMatcher(callbackDataPattern);
	return ({ status, callbackData, from }) =>
		isChosenStatus(status, startOn, statusGroups) && hasCallbackData(textOf(callbackData)) && isFromSender(from);
}

/** Tells whether a sender matches one of the patterns; a leading plus does not count. */
export function senderFilter(patterns: readonly string[]): (from: JsonObject[string]) => boolean {
	const matchers = patterns.map((pattern) => wildcardMatcher(withoutPlus(pattern)));
	return (from) => matchers.length === 0 || matchers.some((matches) => matches(withoutPlus(textOf(from))));
}

/** A sender as filters compare it. */
export function withoutPlus(sender: string): string {
	return sender.replace(/^\+/, '');
}

function isChosenStatus(status: Report['status'], startOn: StatusChoice, statusGroups: readonly string[]): boolean {
	if (startOn === 'all') return true;
	if (startOn === 'final') return isFinal(status);
	if (startOn === 'failed') return isFailed(status);
	const group = knownStatusGroup(status);
	return group !== undefined && statusGroups.includes(group);
}

export function textOf(value: JsonObject[string]): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
