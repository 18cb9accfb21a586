import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { readItems } from '../fields/items';
import { readQueryParameters, type Query } from '../fields/queryParameters';
import { presentEntry, type EntryKey } from '../fields/simplify';
import { asValues, isBlank, type ReportFault, type Values } from '../fields/values';
import { errorItem, faultsError, faultyItem, inInputOrder, operationError, type ErrorMode } from '../output/errorItems';
import { keptResults } from '../output/keptResults';
import type { Result, Transport } from '../service/client';
import { concernsAllRequests, failureDetails, type ServiceFailure } from '../service/failure';
import { createTransport } from '../service/transport';
import type { JsonObject } from '../service/types';

/** A list that the service keeps: logs or reports. */
export interface EntrySource {
	key: Extract<EntryKey, 'log' | 'report'>;
	filters: INodeProperties[];
	/** Whether the service hands out each entry one time, so that a second run of the node would not get it again. */
	handedOutOnce: boolean;
	/** @param timezone the workflow's time zone, for date-times without an offset */
	readFilters(filters: Values, timezone: string, report: ReportFault): Query;
	fetch(transport: Transport, query: Query): Promise<Result<JsonObject[]>>;
}

/** Asks once for each input item; one output item for each entry. */
export async function fetchEntries(context: IExecuteFunctions, mode: ErrorMode, source: EntrySource): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const itemCount = context.getInputData().length;
	const timezone = context.getTimezone();
	const filterNames = source.filters.map(({ name }) => name);
	const filtersByExpression = namesByExpression(context.getNodeParameter('filters', 0, {}, { rawExpressions: true }));
	const items = readItems(
		itemCount,
		(name, itemIndex) => context.getNodeParameter(name, itemIndex),
		(read, report): Query => {
			const filters = asValues(read('filters'));
			reportEmptyFilters(filters, filtersByExpression, report);
			return [...source.readFilters(filters, timezone, report), ...readQueryParameters(read('queryParameters'), filterNames, report)];
		},
	);
	const faulty = items.filter(({ faults }) => faults.length > 0);
	if (faulty.length > 0 && mode === 'stop') throw faultsError(node, faulty, itemCount);

	const presentation = {
		simplify: context.getNodeParameter('simplify', 0) === true,
		unfoldCallbackData: context.getNodeParameter('unfoldCallbackData', 0, false) === true,
	};
	const transport = createTransport(context);
	const out = faulty.map(faultyItem);
	const kept = keptResults(context, `${source.key}s`);
	const fetchOrRecall = async (itemIndex: number, query: Query): Promise<Result<JsonObject[]>> => {
		const question = JSON.stringify(query);
		const recalled = kept.find(itemIndex, question);
		if (recalled !== undefined) return { ok: true, value: recalled };
		const result = await source.fetch(transport, query);
		if (result.ok && source.handedOutOnce) kept.keep(itemIndex, question, result.value);
		return result;
	};
	let hindrance: ServiceFailure | undefined;
	for (const { itemIndex, value: query, faults } of items) {
		if (faults.length > 0) continue;
		const result: Result<JsonObject[]> = hindrance === undefined ? await fetchOrRecall(itemIndex, query) : { ok: false, failure: hindrance };
		if (result.ok) {
			for (const entry of result.value) {
				out.push({ json: presentEntry(source.key, entry, presentation), pairedItem: { item: itemIndex } });
			}
			continue;
		}
		const { failure } = result;
		if (mode === 'stop') throw fetchError(context, source, failure, out, itemIndex);
		if (concernsAllRequests(failure)) hindrance = failure;
		out.push(errorItem(itemIndex, failure.message, failureDetails(failure) as IDataObject));
	}
	// With an error item among them n8n may run the node again, and then takes what that run returns
	if (!out.some(({ json }) => 'error' in json)) kept.drop();
	return inInputOrder(out, mode);
}

/** Names of the entries of a collection that an expression gives. */
function namesByExpression(collection: unknown): string[] {
	return Object.entries(asValues(collection)).flatMap(([name, value]) => (typeof value === 'string' && value.startsWith('=') ? [name] : []));
}

/** Asking without a filter that was meant to narrow the results down would use up the reports of others. */
function reportEmptyFilters(filters: Values, names: string[], report: ReportFault): void {
	const isEmpty = (value: unknown) => (Array.isArray(value) ? value.every(isBlank) : isBlank(value));
	for (const name of names.filter((candidate) => isEmpty(filters[candidate]))) {
		report(name, 'is empty, though it is given by an expression; without it the service would be asked for everything');
	}
}

/** Keeps what was fetched before the failure: reports cannot be fetched again. */
function fetchError(
	context: IExecuteFunctions,
	{ key }: EntrySource,
	failure: ServiceFailure,
	fetched: INodeExecutionData[],
	itemIndex: number,
) {
	const kept =
		fetched.length === 0 ? '' : ` The ${fetched.length} ${key}s fetched for earlier items stand in the details, under ${key}s.`;
	return operationError(
		context.getNode(),
		failure.message,
		failure.description + kept,
		{ ...(failureDetails(failure) as IDataObject), [`${key}s`]: fetched.map(({ json }) => json) },
		itemIndex,
	);
}
