import type { INodeExecutionData } from 'n8n-workflow';

import { openService } from '../api/transport';
import type { EntryKind } from '../entries/kinds';
import { keptReports } from '../kept/keptReports';
import { inTurn } from '../kept/turns';
import { nodeContextPart, type NodeRun } from '../n8n/execution';
import type { AddFault, Values } from '../parameters/values';
import { readQueries, type Filters } from './queries';
import { ReportFetch, type ReportOptions } from './reportFetch';
import { RunOutput } from './runOutput';

/**
 * Fetches entries that can be fetched only once, for all input items.
 * @throws NodeOperationError with mode 'stop'
 */
export async function fetchHandouts(
	nodeRun: NodeRun,
	kind: EntryKind,
	filters: Filters,
	readOptions: (options: Values, addFault: AddFault) => Omit<ReportOptions, 'returnAll'>,
): Promise<INodeExecutionData[][]> {
	const { context } = nodeRun;
	const returnAll = context.getNodeParameter('returnAll', 0, false) === true;
	const presentation = {
		simplify: context.getNodeParameter('simplify', 0) === true,
		unfoldCallbackData: context.getNodeParameter('unfoldCallbackData', 0, false) === true,
	};
	const { queries, faulty, options } = readQueries(nodeRun, filters, readOptions);
	const output = new RunOutput(nodeRun, faulty);
	const service = await openService(context);
	const part = nodeContextPart(context, kind.list);
	// An agent may make several calls at once
	await inTurn(part, async () => {
		const kept = keptReports(context, part);
		const signal = context.getExecutionCancelSignal();
		const asked = { kind, queries, options: { ...options, returnAll }, presentation };
		await new ReportFetch({ ...asked, service, signal, kept, output }).run();
		kept.handOver(output.isClean);
	});
	return [output.items()];
}
