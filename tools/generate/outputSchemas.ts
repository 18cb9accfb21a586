/** The schemas by which n8n shows the fields of an operation's items before it has run (its own nodes: __schema__). */
import { nodeProperties } from '../../nodes/SmsMessaging/operations/index.ts';
import { OUTPUT_FIELDS } from '../../nodes/SmsMessaging/entries/outputFields.ts';
import { OTHER_ITEMS } from './otherItems.ts';

/** In nodes/SmsMessaging. The version is that of the node. */
export const SCHEMA_FOLDER = '__schema__/v1.0.0';

/** Each file by its path in that folder: n8n looks for `resource/operation.json`. */
export function outputSchemas(): Map<string, string> {
	return new Map(
		operations().map(([resource, operation]) => [
			`${resource}/${operation}.json`,
			`${JSON.stringify(schemaOf(operation), null, '\t')}\n`,
		]),
	);
}

function operations(): Array<[resource: string, operation: string]> {
	return nodeProperties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			options.flatMap((option) =>
				'value' in option ? [[String(displayOptions?.show?.resource?.[0]), String(option.value)]] : [],
			),
		) as Array<[string, string]>;
}

function schemaOf(operation: string): object {
	const entries = Object.entries(OUTPUT_FIELDS).filter(([, { of }]) => of.includes(operation));
	const fields: Array<[string, { type: string }]> = Object.entries(
		OTHER_ITEMS[operation] ?? Object.fromEntries(entries),
	);
	return {
		type: 'object',
		properties: Object.fromEntries(fields.map(([name, { type }]) => [name, { type }])),
		version: 1,
	};
}
