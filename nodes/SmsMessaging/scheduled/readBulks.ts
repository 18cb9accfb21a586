import { readIdentifiers } from '../fields/filters';
import { readNewTime } from '../fields/schedule';
import type { NodeRun } from '../n8n/execution';
import { faultyOf } from '../output/errorItems';
import { readItems, type ReadItem } from '../parameters/items';
import { parameterReader } from '../parameters/parameterReader';
import { instantOfDateTime } from '../text/dateTime';

export interface AskedBulk {
	bulkId: string;
	sendAt: string;
	itemIndexes: number[];
}

/**
 * Reads the bulk IDs of all items, each once.
 * @param hasTime whether they get a new time: one ID can have only one
 * @throws NodeOperationError with mode 'stop' if anything is faulty; nothing was asked for then
 */
export function readBulks(
	{ context, mode, labelOf }: NodeRun,
	hasTime: boolean,
): { bulks: AskedBulk[]; faulty: Array<ReadItem<unknown>> } {
	const itemCount = context.getInputData().length;
	const items = readItems(itemCount, parameterReader(context), (read, addFault) => ({
		bulkIds: [...new Set(readIdentifiers(read('bulkId'), 'bulkId', addFault))],
		sendAt: (hasTime && readNewTime(read('sendAt'), context.getTimezone(), addFault)) || '',
	}));
	const bulks = new Map<string, AskedBulk>();
	for (const { itemIndex, value, faults } of items.filter((item) => item.faults.length === 0)) {
		const { bulkIds, sendAt } = value;
		if (bulkIds.length === 0) faults.push({ field: 'bulkId', reason: 'is empty' });
		for (const { bulkId, ...known } of bulkIds.flatMap((id) => bulks.get(id) ?? []))
			if (instantOfDateTime(known.sendAt) !== instantOfDateTime(sendAt)) {
				const reason = `is not that of item ${known.itemIndexes[0]}, which has the same bulk ID (${bulkId})`;
				faults.push({ field: 'sendAt', reason });
			}
		if (faults.length > 0) continue;
		for (const bulkId of bulkIds) {
			const bulk = bulks.get(bulkId) ?? { bulkId, sendAt, itemIndexes: [] };
			bulk.itemIndexes.push(itemIndex);
			bulks.set(bulkId, bulk);
		}
	}
	const faulty = faultyOf(items, { node: context.getNode(), mode, itemCount, labelOf });
	return { bulks: [...bulks.values()], faulty };
}
