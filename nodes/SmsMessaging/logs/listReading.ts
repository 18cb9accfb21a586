import { MOST_RESULTS } from '../api/client';
import type { ServiceFailure } from '../api/failure';
import type { Entry } from '../api/entry';
import { judgeLog } from '../api/statuses';
import { groupByKeys, isBlankId } from '../text/matching';
import type { LogReader } from './logReader';
import { FEWEST_IN_FULL } from './windows';

/** What the logs say about message IDs. */
export interface LogsOfIds {
	/** What they were asked for, without the known ID. */
	ids: readonly string[];
	/** Entries by message ID (interface: SentSMSLog). */
	entriesOf: ReadonlyMap<string, Entry[]>;
	/** Whether they have no more entries of the IDs that they show. */
	areAll: boolean;
	/** Whether they have none of the other IDs: they show the known one, and nothing is cut off. */
	isProof: boolean;
}

/**
 * Asks the logs for message IDs, in as many lists as calls can carry.
 * @param knownId an ID known to be there, to be asked for with each call
 * @returns why it could not ask
 */
export async function readLists(
	reader: LogReader,
	ids: Iterable<string>,
	knownId: () => string | undefined,
	take: (logs: LogsOfIds) => void,
): Promise<ServiceFailure | undefined> {
	for (const list of idLists(ids)) {
		const failure = await readList(reader, list, knownId, take);
		if (failure !== undefined) return failure;
	}
	return undefined;
}

/**
 * Asks for a list that one call can carry, again for the rest of it as long as more turns up, and in parts for what may have more entries
 * than an answer holds.
 */
async function readList(
	reader: LogReader,
	list: readonly string[],
	knownId: () => string | undefined,
	take: (logs: LogsOfIds) => void,
): Promise<ServiceFailure | undefined> {
	const lists = [list];
	for (let ids = lists.pop(); ids !== undefined; ids = lists.pop()) {
		const known = knownId();
		const asked = known === undefined || ids.includes(known) ? ids : [...ids, known];
		const result = await reader.call({ messageIds: [...asked], limit: MOST_RESULTS });
		if (!result.ok) return result.failure;
		const entriesOf = byMessageId(result.value);
		const areAll = result.value.length < FEWEST_IN_FULL;
		const isProof = areAll && known !== undefined && entriesOf.has(known);
		take({ ids, entriesOf, areAll, isProof });
		const left = ids.filter((id) => !entriesOf.has(id));
		const isOver = isProof || left.length === ids.length || (areAll && knownId() === undefined);
		if (!isOver && left.length > 0) lists.push(left);
		// An accepted message needs no other entries
		const isOpen = (id: string) => entriesOf.get(id)?.every((entry) => judgeLog(entry) !== 'accepted') === true;
		// A service that ignores the list answers its parts no better
		const isOfList = result.value.every(({ messageId }) => isBlankId(messageId) || asked.includes(messageId!));
		const open = areAll || !isOfList ? [] : ids.filter(isOpen);
		const middle = Math.ceil(open.length / 2);
		if (ids.length > 1) lists.push(...[open.slice(middle), open.slice(0, middle)].filter((part) => part.length > 0));
	}
	return undefined;
}

/** Entries without an ID are left out. */
export const byMessageId = (entries: readonly Entry[]): Map<string, Entry[]> =>
	groupByKeys(entries, ({ messageId }) => [messageId]);

/** Of a query, encoded: far below the URL length that servers accept. */
const MOST_CHARACTERS = 2000;
const COMMA = '%2C';

/** Splits message IDs into lists, each short enough for one call's query; a single long ID gets its own list. */
function idLists(ids: Iterable<string>): string[][] {
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
