import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { EntryKey, FlatFieldName } from './presentEntry';

/** The fields in which an item says what became of its message; hardly anything else has them. */
const FATE: ReadonlyArray<
	FlatFieldName | EntryKey | 'skipped' | 'originalItem' | 'originalMessageId' | 'originalState' | 'alreadySent'
> = [
	'messageId',
	'bulkId',
	'statusGroup',
	'status',
	'statusDescription',
	'statusAction',
	'errorName',
	'errorDescription',
	'errorPermanent',
	'sentAt',
	'doneAt',
	'smsCount',
	'skipped',
	'originalItem',
	'originalMessageId',
	'originalState',
	'alreadySent',
	// The service's own entry (Simplify off)
	'response',
	'log',
	'report',
];

/** The fields of an input item that come out with each of its messages. If it is itself an item of a message, that message's fate is left out. */
export function inputFields({ json }: INodeExecutionData): IDataObject {
	// n8n would take an item with an error for a failed one
	const { error: _, ...fields } = json;
	const isOfMessage =
		('originalItem' in json && json.skipped === true) || ('messageId' in json && 'statusGroup' in json);
	if (isOfMessage) for (const name of FATE) delete fields[name];
	return fields;
}

/**
 * Items with the fields of their input items; if both have a field, that of the item stays. Error items stay as they are: n8n adds
 * the input's fields to them at the error output.
 */
export function withInputFields(items: INodeExecutionData[], input: INodeExecutionData[]): INodeExecutionData[] {
	return items.map((item) => {
		const from = input[(item.pairedItem as { item: number }).item];
		return from === undefined || 'error' in item.json
			? item
			: { ...item, json: { ...inputFields(from), ...item.json } };
	});
}
