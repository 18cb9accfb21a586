import type { Entry } from '../api/entry';
import { fateOf, isKnownGroup } from '../api/statuses';
import { digitsOf } from '../text/numbers';
import { RECEIVED, REPORTS, type EntryKind } from './kinds';
import { wildcardMatcher } from './wildcards';

/** Which statuses start a run: final ones, failures, all, or those of selected groups. */
export const STATUS_CHOICES = ['final', 'failed', 'all', 'groups'] as const;

/** Which entries start a run. */
export interface Selection {
	/** Which statuses, or received messages. */
	startOn: (typeof STATUS_CHOICES)[number] | 'received';
	/** With 'groups': names of status groups (public status catalogue). */
	statusGroups: readonly string[];
	/** Pattern for the callbackData of reports: * matches any text, ? one character. Without it, all reports match. */
	callbackDataPattern?: string;
	/** Patterns for the sender, as above; empty for all. */
	senders: readonly string[];
	/** Of received messages: the numbers that they were sent to; none or empty for all. */
	numbers?: readonly string[];
	/** Words that the text begins with; none or empty for any text. */
	keywords?: readonly string[];
}

export function kindOf({ startOn }: Pick<Selection, 'startOn'>): EntryKind {
	return startOn === 'received' ? RECEIVED : REPORTS;
}

/** Tells whether an entry starts a run. */
export function entryFilter(selection: Selection): (entry: Entry) => boolean {
	const isFromSender = senderFilter(selection.senders);
	const isChosen = selection.startOn === 'received' ? messageFilter(selection) : reportFilter(selection);
	return (entry) => isFromSender(entry.from ?? '') && isChosen(entry);
}

function reportFilter({ startOn, statusGroups, callbackDataPattern }: Selection): (report: Entry) => boolean {
	const hasCallbackData = callbackDataPattern === undefined ? () => true : wildcardMatcher(callbackDataPattern);
	const hasStatus = (report: Entry): boolean => {
		const { statusGroup } = report;
		// Those of unknown groups too, so that a message's last status is never missed
		if (startOn === 'final') return fateOf(report) !== 'underWay';
		if (startOn === 'failed') return fateOf(report) === 'failed';
		return startOn === 'all' || (isKnownGroup(statusGroup) && statusGroups.includes(statusGroup));
	};
	return (report) => hasStatus(report) && hasCallbackData(report.callbackData ?? '');
}

function messageFilter({ numbers = [], keywords = [] }: Selection): (message: Entry) => boolean {
	const wantedNumbers = new Set(numbers.map(plain));
	const wantedWords = keywords.map((keyword) => words(keyword));
	return ({ to = '', text = '', keyword = '' }) =>
		(wantedNumbers.size === 0 || wantedNumbers.has(plain(to))) &&
		(wantedWords.length === 0 || [text, keyword].some((value) => beginsWithAny(value, wantedWords)));
}

/** Tells whether a sender matches one of the patterns; a leading plus does not count. */
function senderFilter(patterns: readonly string[]): (from: string) => boolean {
	const matchers = patterns.map((pattern) => wildcardMatcher(withoutPlus(pattern)));
	return (from) => matchers.length === 0 || matchers.some((matches) => matches(withoutPlus(from)));
}

/** A sender as filters compare it. */
export function withoutPlus(sender: string): string {
	return sender.replace(/^\+/, '');
}

/** A number that may be written with a plus or spaces, or the name of a sender. */
function plain(number: string): string {
	return digitsOf(number) || number;
}

function beginsWithAny(text: string, wanted: ReadonlyArray<readonly string[]>): boolean {
	const longest = Math.max(...wanted.map(({ length }) => length));
	const beginning = words(text, longest);
	return wanted.some((keyword) => keyword.every((word, place) => word === beginning[place]));
}

/** The first words of a text, comparable whatever their case. */
export function words(text: string, most = Infinity): string[] {
	const found: string[] = [];
	for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
		if (found.length >= most) break;
		found.push(word.normalize().toLowerCase());
	}
	return found;
}
