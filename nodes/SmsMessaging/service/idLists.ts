import { MOST_RESULTS } from './client';

/** Far below the URL length that servers accept. */
const MOST_CHARACTERS = 1900;
/** Allows for one more entry in the answer. */
const MOST_IDS = MOST_RESULTS - 1;

/** Splits elements with message IDs into lists, each short enough for one call's query; a single long ID gets its own list. */
export function idLists<T>(parts: Iterable<T>, idOf: (part: T) => string): T[][] {
	const lists: T[][] = [];
	let characters = 0;
	for (const part of parts) {
		const { length } = idOf(part);
		const last = lists.at(-1);
		if (last === undefined || characters + length + 1 > MOST_CHARACTERS || last.length >= MOST_IDS) {
			lists.push([part]);
			characters = 0;
		} else last.push(part);
		characters += length + 1;
	}
	return lists;
}
