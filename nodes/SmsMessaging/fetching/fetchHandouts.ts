import type { INodeExecutionData } from 'n8n-workflow';

import { openService } from '../api/transport';
import type { EntryKind } from '../entries/kinds';
import { keptLosses } from '../kept/lostAnswers';
import type { NodeRun } from '../n8n/execution';
import type { AddFault, Values } from '../parameters/values';
import { readQueries, type Filters } from './queries';
import { ReportFetch, type ReportOptions } from './reportFetch';
import { RunOutput } from './runOutput';

/**
 * Fetches entries that can be fetched only once, for all input items.
 * @throws NodeOperationError with mode 'stop', if nothing was fetched
 */
export async function fetchHandouts(
	nodeRun: NodeRun,
	kind: EntryKind,
	filters: Filters,
	readOptions: (options: Values, addFault: AddFault) => Omit<ReportOptions, 'returnAll'>,
): Promise<INodeExecutionData[][]> {
	const { context } = nodeRun;
	const returnAll = context.getNodeParameter('returnAll', 0, false) === true;
	const simplify = context.getNodeParameter('simplify', 0) === true;
	const unfoldCallbackData = context.getNodeParameter('unfoldCallbackData', 0, false) === true;
	const { queries, faulty, options } = readQueries(nodeRun, filters, readOptions);
	const output = new RunOutput(nodeRun, faulty, true);
	const service = await openService(context);
	const losses = keptLosses(context, kind.list);
	const signal = context.getExecutionCancelSignal();
	const { optOutOf } = options;
	const presentation = { simplify, unfoldCallbackData, ...(optOutOf && { optOutOf }) };
	const asked = { kind, queries, options: { ...options, returnAll }, presentation };
	const fetch = new ReportFetch({ ...asked, service, signal, output });
	await fetch.run();
	losses.add(fetch.lost);
	fetch.tell(losses.earlier);
	const items = output.items();
	losses.told(items[0]?.json.error === undefined);
	return [items];
}
