import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Result } from '../api/client';
import { openService } from '../api/transport';
import { RunOutput } from '../fetching/runOutput';
import type { NodeRun } from '../n8n/execution';
import { BulkCalls } from './bulkCalls';
import type { Act } from './changes';
import { readBulks, type AskedBulk } from './readBulks';

const STOPPED: Result<never> = {
	ok: false,
	failure: {
		kind: 'unreachable',
		message: 'The execution was stopped',
		description: 'Nothing was done for this bulk ID.',
	},
};

/**
 * One after the other, and one item for each bulk ID.
 * @param hasTime whether the operation gives a new time
 * @throws NodeOperationError with mode 'stop' at the first failure, with what was done before it
 */
export async function runBulks(nodeRun: NodeRun, act: Act, hasTime = false): Promise<INodeExecutionData[][]> {
	const { context, mode } = nodeRun;
	const { bulks, faulty } = readBulks(nodeRun, hasTime);
	const output = new RunOutput(nodeRun, faulty);
	const calls = new BulkCalls(await openService(context));
	const signal = context.getExecutionCancelSignal();
	const paused: number[] = [];
	for (const [nth, { bulkId, sendAt, itemIndexes }] of bulks.entries()) {
		const result = signal?.aborted === true ? STOPPED : await act(calls, bulkId, sendAt);
		if (result.ok) {
			output.add({ bulkId, ...result.value }, itemIndexes);
			if (hasTime && result.value.status === 'PAUSED') paused.push(...itemIndexes);
			continue;
		}
		const { failure } = result;
		const details = { bulkId, ...(mode === 'stop' && bulks.length > 1 && progress(bulks, nth)) };
		output.fail({ failure, message: failure.message, description: failure.description, details }, itemIndexes);
	}
	if (paused.length > 0)
		output.hint('Paused messages are not sent at their new time. Use Resume to have them sent.', 'warning', paused);
	return [output.items()];
}

/** What an error that ends the run would hide. */
function progress(bulks: AskedBulk[], nth: number): IDataObject {
	const ids = bulks.map(({ bulkId }) => bulkId);
	return { done: ids.slice(0, nth), notTried: ids.slice(nth + 1) };
}
