import { reportFilter, senderFilter, textOf, type Selection as ReportSelection } from '../reports/selectReports';
import { digitsOf } from '../text/numbers';
import { RECEIVED, REPORTS, type EntryKind } from './kinds';
import type { Report } from '../reports/report';
import type { JsonObject } from '../text/json';

/** Which entries start a run. */
export interface Selection extends Omit<ReportSelection, 'startOn'> {
	startOn: ReportSelection['startOn'] | 'received';
	/** Of received messages: the numbers that they were sent to; none or empty for all. */
	numbers?: readonly string[];
	/** Words that the text begins with; none or empty for any text. */
	keywords?: readonly string[];
}

export function kindOf({ startOn }: Pick<Selection, 'startOn'>): EntryKind {
	return startOn === 'received' ? RECEIVED : REPORTS;
}

/** Tells whether an entry of that kind starts a run. */
export function entryFilter(selection: Selection): (entry: JsonObject) => boolean {
	const { startOn, senders, numbers = [], keywords = [] } = selection;
	if (startOn !== 'received') {
		const isChosen = reportFilter({ ...selection, startOn });
		return (entry) => isChosen(entry as Report);
	}
	const isFromSender = senderFilter(senders);
	const wantedNumbers = new Set(numbers.map(plain));
	const wantedWords = keywords.map((keyword) => words(keyword));
	return ({ from, to, text, keyword }) =>
		isFromSender(from) &&
		(wantedNumbers.size === 0 || wantedNumbers.has(plain(textOf(to)))) &&
		(wantedWords.length === 0 || [text, keyword].some((value) => beginsWithAny(textOf(value), wantedWords)));
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
