import { readIdentifiers } from '../fields/filters';
import { readNewTime } from '../fields/schedule';
import type { NodeRun } from '../n8n/execution';
import { faultsError } from '../output/errorItems';
import { readItems, type ReadItem } from '../parameters/items';
import { parameterReader } from '../parameters/parameterReader';
import { instantOfDateTime } from '../text/dateTime';

/** A bulk ID, the items that name it, and the time that they give it. */
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
	const timezone = context.getTimezone();
	const bulks = new Map<string, AskedBulk>();
	const items = readItems(itemCount, parameterReader(context), (read, addFault, itemIndex) => {
		let isFaulty = false;
		const note: typeof addFault = (...fault) => {
			isFaulty = true;
			addFault(...fault);
		};
		const bulkIds = new Set(readIdentifiers(read('bulkId'), 'bulkId', note));
		if (bulkIds.size === 0 && !isFaulty) note('bulkId', 'is empty');
		const sendAt = hasTime ? (readNewTime(read('sendAt'), timezone, note) ?? '') : '';
		for (const bulkId of bulkIds) {
			const known = bulks.get(bulkId);
			if (known !== undefined && instantOfDateTime(known.sendAt) !== instantOfDateTime(sendAt))
				note('sendAt', `is not that of item ${known.itemIndexes[0]}, which has the same bulk ID (${bulkId})`);
		}
		if (isFaulty) return;
		for (const bulkId of bulkIds) {
			const known = bulks.get(bulkId);
			if (known === undefined) bulks.set(bulkId, { bulkId, sendAt, itemIndexes: [itemIndex] });
			else known.itemIndexes.push(itemIndex);
		}
	});
	const faulty = items.filter(({ faults }) => faults.length > 0);
	if (faulty.length > 0 && mode === 'stop') throw faultsError(context.getNode(), faulty, itemCount, labelOf);
	return { bulks: [...bulks.values()], faulty };
}
