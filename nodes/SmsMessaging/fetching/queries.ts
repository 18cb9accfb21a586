import type { INodeProperties } from 'n8n-workflow';

import type { Query } from '../api/message';
import type { EntryKind } from '../entries/kinds';
import { readItem, readItems, type ReadItem } from '../parameters/items';
import { optionNames, parameterReader, requireSame } from '../parameters/parameterReader';
import { readQueryParameters } from '../fields/fetchFields';
import { asValues, isBlank, readBoolean, readInteger, type AddFault, type Values } from '../parameters/values';
import { faultyOf } from '../output/errorItems';
import { DEFAULT_RESULTS } from '../api/client';
import { bulkIdPrefix } from '../sending/plan/identity';
import { FEWEST_IN_FULL } from '../logs/windows';
import type { NodeRun } from '../n8n/execution';
import { host } from '../n8n/host';
import { groupByKeys } from '../text/matching';

/** When and where the parameters are read. It is the same for all items, so that equal filters stay one query. */
export interface Moment {
	/** Milliseconds since 1970. */
	now: number;
	/** The workflow's time zone: for its days, and for date-times without an offset. */
	timezone: string;
}

export interface Filters {
	fields: INodeProperties[];
	read(filters: Values, moment: Moment, addFault: AddFault): Query;
	/** Reads the filter that the node itself applies to the results: the execution that sent them. */
	readExecution?(filters: Values, addFault: AddFault): string | undefined;
}

/** They count for all items. */
interface RunOptions {
	returnAll: boolean;
	simplify: boolean;
}

export interface ItemQuery {
	itemIndex: number;
	query: Query;
	/** Only what one execution has sent: how the bulk IDs of its requests begin, which the service cannot search for. */
	bulkIdPrefix?: string;
}

/**
 * Reads what each input item asks for, and the options, which apply to the whole run.
 * @throws NodeOperationError with mode 'stop' if anything is faulty; nothing was asked for then
 */
export function readQueries<Options>(
	{ context, mode, labelOf }: NodeRun,
	filters: Filters,
	readOptions: (options: Values, addFault: AddFault) => Options,
): { queries: ItemQuery[]; faulty: Array<ReadItem<unknown>>; options: Options & RunOptions } {
	const itemCount = context.getInputData().length;
	const moment: Moment = { now: host.now(), timezone: context.getTimezone() };
	const ownNames = [...filters.fields.map(({ name }) => name), 'limit'];
	const storedFilters: unknown = context.getNodeParameter('filters', 0, {}, { rawExpressions: true });
	const readParameter = parameterReader(context);
	const storedLimit: unknown = context.getNodeParameter('limit', 0, '', { rawExpressions: true });
	const { value: options, faults: optionFaults } = readItem(0, readParameter, (read, addFault) => {
		const values = asValues(read('options'));
		requireSame(context, readParameter, ['returnAll', 'simplify', ...optionNames(values)], addFault);
		const readSwitch = (name: string, otherwise: boolean) => {
			const value = context.getNodeParameter(name, 0, otherwise) as unknown;
			if (isBlank(value)) addFault(name, 'is empty; check its expression');
			return readBoolean(value, name, addFault) ?? otherwise;
		};
		return {
			...readOptions(values, addFault),
			returnAll: readSwitch('returnAll', false),
			simplify: readSwitch('simplify', true),
		};
	});
	const items = readItems(itemCount, readParameter, (read, addFault): Omit<ItemQuery, 'itemIndex'> => {
		const values = filters.fields.length === 0 ? {} : asValues(read('filters'));
		const narrowing = storedLimit === '' ? values : { ...values, limit: read('limit') };
		const byExpression = [storedFilters, { limit: storedLimit }].flatMap((stored) => namesByExpression(stored, values));
		addEmptyFilterFaults(narrowing, byExpression, addFault);
		const limit = readInteger(narrowing.limit, 'limit', addFault, { min: 1 });
		const query: Query = {
			...filters.read(values, moment, addFault),
			limit,
			extra: readQueryParameters(read('queryParameters'), ownNames, addFault),
		};
		const id = filters.readExecution?.(values, addFault);
		return { query, ...(id !== undefined && { bulkIdPrefix: bulkIdPrefix(context, id) }) };
	}).map((item) => ({ ...item, faults: [...item.faults, ...optionFaults] }));
	const faulty = faultyOf(items, { node: context.getNode(), mode, labelOf });
	const queries = items
		.filter(({ faults }) => faults.length === 0)
		.map(({ itemIndex, value }) => ({ itemIndex, ...value }));
	return { queries, faulty, options };
}

export function groupByQuery(queries: ItemQuery[]): Array<Omit<ItemQuery, 'itemIndex'> & { itemIndexes: number[] }> {
	const key = ({ query, bulkIdPrefix: prefix }: ItemQuery) => [JSON.stringify([query, prefix])];
	return [...groupByKeys(queries, key).values()].map((items) => ({ ...items[0]!, itemIndexes: indexesOf(items) }));
}

export interface ReportQuery {
	query: Query;
	messageId?: string;
	itemIndexes: number[];
}

export const idsOf = ({ query }: ItemQuery): string[] => [...new Set(query.messageIds)];

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

export const indexesOf = (items: ItemQuery[]): number[] => items.map(({ itemIndex }) => itemIndex);

/** How many results at most; without a limit as many as services return by default. */
export const limitOf = (query: Query): number => query.limit ?? DEFAULT_RESULTS;

/** Says that the limit, or what services return in one call, may have cut off the results. */
export function limitHints(query: Query, count: number, results: 'entries' | EntryKind['list']): string[] {
	const limit = limitOf(query);
	// The most that a service returns is a round number
	const isInFull = count >= limit || (count >= FEWEST_IN_FULL && count % FEWEST_IN_FULL === 0);
	if (!isInFull) return [];
	return [
		`The service returned ${count} ${results}, and Limit is ${limit}. There may be more: turn on Return All to get all of them.`,
	];
}

/** Names of the collection entries given by an expression; all of them if an expression gives the whole collection. */
function namesByExpression(stored: unknown, values: Values): string[] {
	if (typeof stored === 'string') return Object.keys(values);
	return Object.entries(asValues(stored)).flatMap(([name, value]) =>
		typeof value === 'string' && value.startsWith('=') ? [name] : [],
	);
}

/** Without a filter that the user wanted, the node would fetch reports meant for others, which cannot be fetched again. */
function addEmptyFilterFaults(filters: Values, names: string[], addFault: AddFault): void {
	const isEmpty = (value: unknown) => (Array.isArray(value) ? value.every(isBlank) : isBlank(value));
	for (const name of names.filter((candidate) => isEmpty(filters[candidate]))) {
		addFault(name, 'is empty; check its expression, or remove the filter to fetch everything');
	}
}
