import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { keptReports } from '../kept/keptReports';
import { nodeContextPart } from '../n8n/execution';
import { inTurn } from '../kept/turns';
import type { ErrorMode } from '../output/errorItems';
import type { AddFault, Values } from '../parameters/values';
import type { EntryKind } from '../receiving/kinds';
import { createTransport } from '../api/transport';
import { readQueries, type Filters } from './queries';
import { ReportFetch, type ReportOptions } from './reportFetch';
import { RunOutput } from './runOutput';

/**
 * Fetches entries that can be fetched only once, for all input items.
 * @throws NodeOperationError with mode 'stop'
 */
export async function fetchOnce(
	context: IExecuteFunctions,
	mode: ErrorMode,
	kind: EntryKind,
	filters: Filters,
	readOptions: (options: Values, addFault: AddFault) => Omit<ReportOptions, 'returnAll'>,
): Promise<INodeExecutionData[][]> {
	const returnAll = context.getNodeParameter('returnAll', 0, false) === true;
	const presentation = {
		simplify: context.getNodeParameter('simplify', 0) === true,
		unfoldCallbackData: context.getNodeParameter('unfoldCallbackData', 0, false) === true,
	};
	const { queries, faulty, options: asked } = readQueries(context, mode, filters, readOptions);
	const output = new RunOutput(context, mode, faulty);
	const part = nodeContextPart(context, kind.list);
	// An agent may make several calls at once
	await inTurn(part, async () => {
		const kept = keptReports(context, part);
		const transport = createTransport(context);
		const signal = context.getExecutionCancelSignal();
		const options = { ...asked, returnAll };
		await new ReportFetch(kind, transport, signal, queries, options, presentation, kept, output).run();
		kept.handOver(output.isClean);
	});
	return [output.items()];
}
