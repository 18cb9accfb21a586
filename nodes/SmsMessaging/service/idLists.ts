import { MOST_RESULTS } from './client';

/** Far below what servers take as an address. */
const MOST_CHARACTERS = 1900;
/** An answer has room for what they bring, and for one more. */
const MOST_IDS = MOST_RESULTS - 1;

/** Cuts what has message IDs into lists, each short enough for the query of one call; a single long ID makes a list of its own. */
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
