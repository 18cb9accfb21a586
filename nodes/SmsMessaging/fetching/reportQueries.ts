import type { Query } from '../fields/queryParameters';
import { idLists } from '../service/idLists';
import { groupByKeys } from '../service/matching';
import { withParameter, type ItemQuery } from './queries';

/** What one or more calls ask for. */
export interface ReportQuery {
	/** The key that its reports are kept under. */
	key: string;
	/** Everything except message IDs. */
	query: Query;
	/** If empty, all reports are asked for. */
	ids: string[];
	/** The items that ask. */
	itemIndexes: number[];
}

/** The message IDs that an item asks for, each once. */
export function idsOf({ query }: ItemQuery): string[] {
	const list = query.find(([name]) => name === 'messageId')?.[1];
	return [...new Set(list?.split(','))];
}

/** Splits the queries: one per message ID, or with `combineIds` one for as many IDs as a call can name. Without IDs, equal queries become one. */
export function reportQueries(queries: ItemQuery[], combineIds: boolean): ReportQuery[] {
	const groups = groupByKeys(queries, ({ query }) => [JSON.stringify(withParameter(query, 'messageId'))]);
	return [...groups.values()].flatMap((items) => {
		const query = withParameter(items[0]!.query, 'messageId');
		const open = items.filter((item) => idsOf(item).length === 0);
		const byId = groupByKeys(items, idsOf);
		const lists = combineIds ? idLists(byId.keys(), (id) => id) : [...byId.keys()].map((id) => [id]);
		const queryOf = (ids: string[], askers: ItemQuery[]): ReportQuery => ({
			key: JSON.stringify([query, ...ids]),
			query,
			ids,
			itemIndexes: [...new Set(askers.map(({ itemIndex }) => itemIndex))],
		});
		return [
			...(open.length === 0 ? [] : [queryOf([], open)]),
			...lists.map((ids) =>
				queryOf(
					ids,
					ids.flatMap((id) => byId.get(id)!),
				),
			),
		];
	});
}
