import type { Query } from '../api/message';
import { groupByKeys } from '../text/matching';
import type { ItemQuery } from './queries';

export interface ReportQuery {
	query: Query;
	messageId?: string;
	itemIndexes: number[];
}

export function idsOf({ query }: ItemQuery): string[] {
	return [...new Set(query.messageIds)];
}

/** One query for each message ID, and one for the items that ask for all reports with the same filters. */
export function reportQueries(queries: ItemQuery[]): ReportQuery[] {
	const groups = groupByKeys(queries, ({ query }) => [JSON.stringify({ ...query, messageIds: undefined })]);
	return [...groups.values()].flatMap((items) => {
		const query = { ...items[0]!.query, messageIds: undefined };
		const forAll = items.filter((item) => idsOf(item).length === 0);
		return [
			...(forAll.length === 0 ? [] : [{ query, itemIndexes: indexesOf(forAll) }]),
			...[...groupByKeys(items, idsOf)].map(([messageId, askers]) => ({
				query: { ...query, messageIds: [messageId] },
				messageId,
				itemIndexes: indexesOf(askers),
			})),
		];
	});
}

function indexesOf(items: ItemQuery[]): number[] {
	return items.map(({ itemIndex }) => itemIndex);
}
