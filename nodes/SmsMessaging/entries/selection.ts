import type { Entry } from '../api/entry';
import { fateOf, isKnownGroup } from '../api/statuses';
import { digitsOf, senderForm } from '../text/numbers';
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
	/** Finds the keyword that a text has to begin with; without it, any text will do. */
	keywordOf?: ReturnType<typeof keywordFinder>;
	/** Tells opt-outs, if only these start a run. */
	isOptOut?: (text: string) => boolean;
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

function messageFilter({ numbers = [], keywordOf, isOptOut = () => true }: Selection): (message: Entry) => boolean {
	const wantedNumbers = new Set(numbers.map(plain));
	return ({ to = '', text = '', keyword = '' }) =>
		(wantedNumbers.size === 0 || wantedNumbers.has(plain(to))) &&
		isOptOut(text) &&
		(keywordOf === undefined || [text, keyword].some((value) => keywordOf(value) !== undefined));
}

function senderFilter(patterns: readonly string[]): (from: string) => boolean {
	const matchers = patterns.map((pattern) => wildcardMatcher(senderForm(pattern)));
	return (from) => matchers.length === 0 || matchers.some((matches) => matches(senderForm(from)));
}

/** A number that may be written with a plus or spaces, or the name of a sender. */
const plain = (number: string): string => digitsOf(number) || number;

/** Finds the keyword that a text begins with, and what follows it. */
export function keywordFinder(keywords: readonly string[]) {
	const wanted = keywords.map((keyword) => ({ keyword, words: wordsOf(keyword) }));
	const longest = Math.max(...wanted.map(({ words }) => words.length));
	return (text: string): { keyword: string; cleanText: string } | undefined => {
		const beginning = wordsOf(text, longest);
		const found = wanted.find(({ words }) => words.every((word, place) => word === beginning[place]));
		return found && { keyword: found.keyword, cleanText: behindWords(text, found.words.length) };
	};
}

/** What stands between two stars: its texts with their places in it, the longest first, and ? around them. */
interface Part {
	texts: ReadonlyArray<readonly [text: string, place: number]>;
	length: number;
}

/**
 * Tests texts against a pattern, where * matches any text and ? one character. The parts between the stars are looked for one after the
 * other, each as early as possible, so nothing that was found is given up again.
 */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
	const parts = pattern.split('*').map(partOf);
	const [first, last] = [parts.shift()!, parts.pop()];
	return (text) => {
		if (!isAt(text, first, 0)) return false;
		if (last === undefined) return text.length === first.length;
		let at = first.length;
		for (const part of parts) {
			at = find(text, part, at) + part.length;
			if (at > text.length) return false;
		}
		return text.length - last.length >= at && isAt(text, last, text.length - last.length);
	};
}

function partOf(part: string): Part {
	const texts = [...part.matchAll(/[^?]+/g)].map(({ 0: text, index }) => [text, index] as const);
	return { texts: texts.sort(([one], [other]) => other.length - one.length), length: part.length };
}

/** Infinity if it is nowhere. */
function find(text: string, part: Part, from: number): number {
	const [rarest = '', place = 0] = part.texts[0] ?? [];
	for (let at = from; at + part.length <= text.length; at++) {
		at = text.indexOf(rarest, at + place) - place;
		if (at < from) return Infinity;
		if (isAt(text, part, at)) return at;
	}
	return Infinity;
}

const isAt = (text: string, { texts, length }: Part, position: number): boolean =>
	position + length <= text.length && texts.every(([one, place]) => text.startsWith(one, position + place));
