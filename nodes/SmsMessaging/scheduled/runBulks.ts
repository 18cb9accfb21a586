import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Result } from '../api/client';
import type { ServiceFailure } from '../api/failure';
import { openService } from '../api/transport';
import { RunOutput } from '../fetching/runOutput';
import { readIdentifiers } from '../fields/fetchFields';
import { readNewTime } from '../fields/schedule';
import { nodeContextPart, type NodeRun } from '../n8n/execution';
import { faultyOf } from '../output/errorItems';
import { readItems, type ReadItem } from '../parameters/items';
import { parameterReader } from '../parameters/parameterReader';
import { isWithinASecond } from '../text/dateTime';
import { BulkCalls, type Act } from './changes';

const STOPPED: ServiceFailure = { kind: 'unreachable', message: 'The execution was stopped', description: '' };

/**
 * One after the other, and one item for each bulk ID.
 * @param hasTime whether the operation gives a new time
 * @throws NodeOperationError with mode 'stop' at the first failure, with what was done before it
 */
export async function runBulks(nodeRun: NodeRun, act: Act, hasTime = false): Promise<INodeExecutionData[][]> {
	const { context, mode } = nodeRun;
	const { bulks, faulty, warnings } = readBulks(nodeRun, hasTime);
	const output = new RunOutput(nodeRun, faulty);
	for (const text of warnings) output.hint(text, 'warning', []);
	const service = await openService(context);
	const signal = context.getExecutionCancelSignal();
	const pausedHere = nodeContextPart(context, 'paused');
	const paused: number[] = [];
	const unseen: number[] = [];
	let end: ServiceFailure | undefined;
	for (const [nth, { bulkId, sendAt, itemIndexes }] of bulks.entries()) {
		if (signal?.aborted === true) end = STOPPED;
		const result = end
			? notTried(end, context.getNode().retryOnFail === true)
			: await act(new BulkCalls(service), bulkId, sendAt, pausedHere);
		if (result.ok) {
			output.add({ bulkId, ...result.value }, itemIndexes);
			if (hasTime && result.value.status === 'PAUSED') paused.push(...itemIndexes);
			if (hasTime && result.value.status === undefined) unseen.push(...itemIndexes);
			continue;
		}
		const { failure } = result;
		if (failure.httpStatus === 401 || failure.kind === 'notNow' || failure.kind === 'unreachable') end ??= failure;
		const details = { bulkId, ...(mode === 'stop' && bulks.length > 1 && progress(bulks, nth)) };
		// With Stop, there is no other error that could say so
		const left = Object.keys(pausedHere).filter((id) => mode === 'stop' || id === bulkId);
		const { message } = failure;
		const description = [failure.description, left.length === 0 ? '' : describeLeft(left)].join(' ').trim();
		output.fail({ itemIndexes, failure, message, description, details });
	}
	if (paused.length > 0)
		output.hint('Paused messages are not sent at their new time. Use Resume to have them sent.', 'warning', paused);
	if (unseen.length > 0)
		output.hint('They have their new time, but it is not known whether they are paused. Use Get.', 'warning', unseen);
	return [output.items()];
}

const describeLeft = (bulkIds: string[]): string =>
	`The node has paused messages, or may have (Bulk ID ${bulkIds.join(', ')}); they are not sent then. Get shows their time and status, and Resume has them sent.`;

/**
 * After Stop, or a failure that is not about one bulk ID.
 * @param isRepeated whether an earlier try may have done something
 */
function notTried(end: ServiceFailure, isRepeated: boolean): Result<never> {
	const isStopped = end === STOPPED;
	const nothing = `Nothing was done for this bulk ID${isRepeated ? ' in this try' : ''}.`;
	const failure = {
		...end,
		message: isStopped ? end.message : 'Not tried, since a call for another bulk ID failed',
		description: isStopped ? nothing : `${nothing} See the other error, then run again.`,
	};
	return { ok: false, failure };
}

/** What an error that ends the run would hide. */
function progress(bulks: AskedBulk[], nth: number): IDataObject {
	const ids = bulks.map(({ bulkId }) => bulkId);
	return { done: ids.slice(0, nth), notTried: ids.slice(nth + 1) };
}

interface AskedBulk {
	bulkId: string;
	sendAt: string;
	itemIndexes: number[];
}

/**
 * Reads the bulk IDs of all items, each once.
 * @param hasTime whether they get a new time: one ID can have only one
 * @throws NodeOperationError with mode 'stop' if anything is faulty; nothing was asked for then
 */
function readBulks(
	{ context, mode, labelOf }: NodeRun,
	hasTime: boolean,
): { bulks: AskedBulk[]; faulty: Array<ReadItem<unknown>>; warnings: string[] } {
	const itemCount = context.getInputData().length;
	const items = readItems(itemCount, parameterReader(context), (read, addFault) => ({
		bulkIds: [...new Set(readIdentifiers(read('bulkId'), 'bulkId', addFault))],
		time: hasTime ? readNewTime(read('sendAt'), read('timeZone'), context.getTimezone(), addFault) : {},
	}));
	const bulks = new Map<string, AskedBulk>();
	const warnings = new Map<string, string>();
	for (const { itemIndex, value, faults } of items.filter((item) => item.faults.length === 0)) {
		const {
			bulkIds,
			time: { sendAt = '', warning },
		} = value;
		if (bulkIds.length === 0) faults.push({ field: 'bulkId', reason: 'is empty' });
		for (const { bulkId, ...known } of bulkIds.flatMap((id) => bulks.get(id) ?? []))
			if (hasTime && !isWithinASecond(known.sendAt, sendAt)) {
				const reason = `is not that of item ${known.itemIndexes[0]}, which has the same bulk ID (${bulkId})`;
				faults.push({ field: 'sendAt', reason });
			}
		if (faults.length > 0) continue;
		if (warning !== undefined) warnings.set(warning.about, warning.text);
		for (const bulkId of bulkIds) {
			const bulk = bulks.get(bulkId) ?? { bulkId, sendAt, itemIndexes: [] };
			bulk.itemIndexes.push(itemIndex);
			bulks.set(bulkId, bulk);
		}
	}
	const faulty = faultyOf(items, { node: context.getNode(), mode, labelOf });
	return { bulks: [...bulks.values()], faulty, warnings: [...warnings.values()] };
}
