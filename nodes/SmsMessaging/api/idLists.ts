/** Of a query, encoded: far below the URL length that servers accept. */
const MOST_CHARACTERS = 2000;
const COMMA = '%2C';

/** Splits message IDs into lists, each short enough for one call's query; a single long ID gets its own list. */
export function idLists(ids: Iterable<string>): string[][] {
	const lists: string[][] = [];
	let characters = 0;
	for (const id of ids) {
		const length = encodedLength(id) + COMMA.length;
		const last = lists.at(-1);
		if (last === undefined || characters + length > MOST_CHARACTERS) {
			lists.push([id]);
			characters = 0;
		} else last.push(id);
		characters += length;
	}
	return lists;
}

const encodedLength = (id: string): number => new URLSearchParams([['', id]]).toString().length - 1;
