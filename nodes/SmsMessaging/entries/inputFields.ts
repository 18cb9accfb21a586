import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ErrorMode } from '../n8n/execution';
import { itemIndexOf } from '../output/errorItems';
import { isJsonObject } from '../text/json';
import { DRY_RUN_FIELDS, LATE, OUTPUT_FIELDS } from './outputFields';
import type { EntryKey } from './presentEntry';

/** The service's own entry (Simplify off). */
const ENTRIES: readonly EntryKey[] = ['response', 'log', 'report'];

const FATE: readonly string[] = [
	...Object.keys(OUTPUT_FIELDS).filter((name) => OUTPUT_FIELDS[name]!.marks.includes('fate')),
	...ENTRIES,
];

/** What the service says only after its answer. */
const LATER = ['sentAt', 'doneAt'];

/** Names that columns of a user have too: they are the node's only beside what it alone adds. */
function ownNames(json: IDataObject): string[] {
	const { dryRun, skipped, deferredTo, warning, pricePerMessage } = json;
	return [
		...(pricePerMessage !== undefined ? ['currency'] : []),
		// The items of Send Text and Send Binary do not have it
		...(LATER.some((name) => name in json) ? ['from'] : []),
		...(dryRun === true ? [...DRY_RUN_FIELDS, 'sendAt'] : []),
		...(skipped === true ? ['reason'] : []),
		...(deferredTo !== undefined ? ['deferredTo', 'sendAt'] : []),
		...(typeof warning === 'string' && warning.startsWith(LATE) ? ['warning'] : []),
	];
}

const isReceived = (json: IDataObject) => 'receivedAt' in json && 'smsCount' in json;

/** The fields of an input item to add to the items of its messages. If it is itself an item of a message, that message's outcome is left out. */
export function inputFields({ json }: INodeExecutionData): IDataObject {
	// n8n would take an item with an error for a failed one
	const { error, ...fields } = json;
	const { details } = json;
	if (typeof error === 'string' && isJsonObject(details) && ('state' in details || 'faults' in details))
		delete fields.details;
	const isOfMessage =
		(json.skipped === true && json.status === 'SKIPPED') ||
		('messageId' in json && ('statusGroup' in json || json.dryRun === true || isReceived(json)));
	if (isOfMessage) for (const name of [...FATE, ...ownNames(json)]) delete fields[name];
	return fields;
}

/**
 * Items with the fields of their input items; if both have a field, that of the item stays. For the error output, error items stay as they
 * are: n8n adds the input's fields to them, and would take those with more fields for successes.
 */
export function withInputFields(
	items: INodeExecutionData[],
	input: INodeExecutionData[],
	mode: ErrorMode,
): INodeExecutionData[] {
	return items.map((item) => {
		const from = input[itemIndexOf(item)];
		return from === undefined || (mode === 'errorOutput' && 'error' in item.json)
			? item
			: { ...item, json: { ...inputFields(from), ...item.json } };
	});
}
