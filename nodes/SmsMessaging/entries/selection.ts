import type { Entry } from '../api/entry';
import { fateOf, isKnownGroup } from '../api/statuses';
import { cleanNumber, senderForm } from '../text/numbers';
import { behindWords, wordsOf } from '../text/words';
import { RECEIVED, REPORTS, type EntryKind } from './kinds';

export const STATUS_CHOICES = ['final', 'failed', 'all', 'groups'] as const;

export interface Selection {
	startOn: (typeof STATUS_CHOICES)[number] | 'received';
	/** With 'groups': names of status groups (public status catalogue). */
	statusGroups: readonly string[];
	/** Pattern for the callbackData of reports: * matches any text, ? one character. Without it, all reports match. */
	callbackDataPattern?: string;
	/** Patterns for the sender, as above; empty for all. */
	senders: readonly string[];
	/** Of received messages: the numbers that they were sent to; none or empty for all. */
	numbers?: readonly string[];
	/** Finds the keywords that a text begins with: it has to begin with one. Without it, any text will do. */
	keywordsOf?: ReturnType<typeof keywordFinder>;
	/** Tells opt-outs, if only these start a run. */
	isOptOut?: (text: string, ...behindKeywords: Array<string | undefined>) => boolean;
}

export const kindOf = ({ startOn }: Pick<Selection, 'startOn'>): EntryKind =>
	startOn === 'received' ? RECEIVED : REPORTS;

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

function messageFilter({ numbers = [], keywordsOf, isOptOut }: Selection): (message: Entry) => boolean {
	const wantedNumbers = new Set(numbers.map(plain));
	return (message) => {
		const { to = '', text = '', keyword = '' } = message;
		return (
			(wantedNumbers.size === 0 || wantedNumbers.has(plain(to))) &&
			(keywordsOf === undefined || [text, keyword].some((value) => keywordsOf(value).length > 0)) &&
			(isOptOut === undefined || isOptOut(text, ...behindKeywords(message, keywordsOf)))
		);
	};
}

/** The text of a message without its keyword: without each that the trigger finds, and without that of the service. */
export const behindKeywords = (message: Entry, keywordsOf: Selection['keywordsOf'] = () => []) => [
	...keywordsOf(message.text ?? '').map(({ cleanText }) => cleanText),
	message.cleanText,
];

function senderFilter(patterns: readonly string[]): (from: string) => boolean {
	const matchers = patterns.map((pattern) => wildcardMatcher(senderForm(pattern)));
	return (from) => matchers.length === 0 || matchers.some((matches) => matches(senderForm(from)));
}

/** A number as people write it, or the name of a sender. */
const plain = (number: string): string => cleanNumber(number).digits;

/** Finds the keywords that a text begins with, the longest first, and what follows each. */
export function keywordFinder(keywords: readonly string[]) {
	const wanted = keywords.map((keyword) => ({ keyword, words: wordsOf(keyword) }));
	// A組 before A
	wanted.sort((one, other) => other.words.length - one.words.length);
	const longest = Math.max(...wanted.map(({ words }) => words.length));
	return (text: string): Array<{ keyword: string; cleanText: string }> => {
		const beginning = wordsOf(text, longest);
		return wanted
			.filter(({ words }) => words.every((word, place) => word === beginning[place]))
			.map(({ keyword, words }) => ({ keyword, cleanText: behindWords(text, words.length) }));
	};
}

/** Means something in a regular expression, and only itself in a pattern. */
const SPECIAL = /[\\^$.+()[\]{}|/]/g;

/**
 * Tests texts against a pattern, where * matches any text and ? one character. The parts between the stars are looked for one after the
 * other, each as early as possible, so nothing that was found is given up again, however hostile the text.
 */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
	const sources = pattern.split('*').map((part) => part.replace(SPECIAL, '\\$&').replaceAll('?', '[^]'));
	const last = sources.length - 1;
	const parts = sources.map(
		// eslint-disable-next-line no-restricted-syntax -- texts and single characters without any repetition take time that grows with the text only
		(source, place) => new RegExp(`${place === 0 ? '^' : ''}${source}${place === last ? '$' : ''}`, 'gu'),
	);
	return (text) => {
		let at = 0;
		return parts.every((part) => {
			part.lastIndex = at;
			const isThere = part.test(text);
			at = part.lastIndex;
			return isThere;
		});
	};
}
