import type { INodeProperties } from 'n8n-workflow';

import { readText, type AddFault } from '../parameters/values';
import { entriesOf } from '../text/words';

export const bulkIdFilter: INodeProperties = {
	displayName: 'Bulk ID',
	name: 'bulkId',
	type: 'string',
	default: '',
	placeholder: 'e.g. reminders-2030-01-31',
	description:
		'ID of the request that the messages were sent in. Separate several with commas if your service supports that.',
};

export const messageIdFilter: INodeProperties = {
	displayName: 'Message ID',
	name: 'messageId',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-4711',
	description: 'Separate several IDs with commas if your service supports that',
};

export const filtersField = (options: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Which results to return',
	options,
});

/** An ID may have a semicolon. */
const BETWEEN_IDS = /[,\r\n]/;

/** One identifier, several separated by commas or line ends, or an array from an expression, each by itself. */
export function readIdentifiers(value: unknown, field: string, addFault: AddFault): string[] | undefined {
	const values: unknown[] = Array.isArray(value) ? value : [value];
	const texts = values.flatMap((part) => readText(part, field, addFault) ?? []);
	const identifiers = texts.flatMap((text) => entriesOf(text, BETWEEN_IDS));
	if (identifiers.length > 0) return identifiers;
	// Without the filter, the service would return everything
	if (texts.length > 0) addFault(field, 'contains only commas and no ID');
	return undefined;
}
