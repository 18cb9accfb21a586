import type { Query } from '../fields/queryParameters';
import type { KeptResult, KeptResults } from '../kept/keptResults';
import { idLists } from '../service/idLists';
import { groupByKeys } from '../service/matching';
import type { JsonObject } from '../service/types';
import { withParameter, type ItemQuery } from './queries';

/** What one or more calls ask for. */
export interface ReportQuery {
	/** The key that its reports are kept under. */
	key: string;
	/** Everything except message IDs. */
	query: Query;
	/** The items that ask for each message ID; if empty, all reports are asked for. */
	ids: Map<string, number[]>;
	/** All items that ask. */
	itemIndexes: number[];
}

/** A message ID and the items that ask for it. */
export type AskedId = [id: string, itemIndexes: number[]];

/** Splits the queries: one per message ID, or with `combineIds` one for as many IDs as a call can name. Without IDs, equal queries become one. */
export function reportQueries(queries: ItemQuery[], combineIds: boolean): ReportQuery[] {
	const withoutIds = queries.map(({ itemIndex, query }) => {
		const list = query.find(([name]) => name === 'messageId')?.[1];
		return { itemIndex, query: withParameter(query, 'messageId'), ids: list?.split(',') ?? [] };
	});
	return [...groupByKeys(withoutIds, ({ query }) => [JSON.stringify(query)]).values()].flatMap(
		(items): ReportQuery[] => {
			const { query } = items[0]!;
			const open = indexesOf(items.filter(({ ids }) => ids.length === 0));
			const byId = groupByKeys(items, ({ ids }) => [...new Set(ids)]);
			const asked = [...byId].map(([id, askers]): AskedId => [id, indexesOf(askers)]);
			const lists = combineIds ? idLists(asked, ([id]) => id) : asked.map((one) => [one]);
			return [
				...(open.length === 0 ? [] : [reportQueryOf(query, [], open)]),
				...lists.map((list) =>
					reportQueryOf(
						query,
						list,
						list.flatMap(([, askers]) => askers),
					),
				),
			];
		},
	);
}

function reportQueryOf(query: Query, asked: AskedId[], itemIndexes: number[]): ReportQuery {
	const ids = new Map(asked);
	return { key: JSON.stringify([query, ...ids.keys()]), query, ids, itemIndexes: [...new Set(itemIndexes)] };
}

function indexesOf(items: Array<{ itemIndex: number }>): number[] {
	return items.map(({ itemIndex }) => itemIndex);
}

/** Message IDs without a report so far. */
export function missingIds(ids: ReportQuery['ids'], { entries }: KeptResult): string[] {
	const reported = new Set(entries.map(({ messageId }) => String(messageId)));
	return [...ids.keys()].filter((id) => !reported.has(id));
}

/**
 * The node may have been changed before Retry, and now have other queries. Each of these takes the kept reports of its
 * message IDs.
 * @returns the remaining reports, which nobody asks for any more
 */
export function claimKept(kept: KeptResults, queries: ReportQuery[]): JsonObject[] {
	const unclaimed = kept.of('unclaimed');
	const claims = new Map(queries.flatMap(({ key, ids }) => [...ids.keys()].map((id) => [id, key])));
	for (const { entries, lost = [] } of kept.takeOthers(['unclaimed', ...queries.map(({ key }) => key)])) {
		for (const entry of entries) {
			const key = claims.get(String(entry.messageId));
			(key === undefined ? unclaimed : kept.of(key)).entries.push(entry);
		}
		(unclaimed.lost ??= []).push(...lost);
	}
	return unclaimed.entries;
}
