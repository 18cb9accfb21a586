import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getLogs } from './getLogs';
import { getReports } from './getReports';
import type { Operation } from './operation';
import { sendAndWaitForResponse } from './sendAndWaitForResponse';
import { sendBinary } from './sendBinary';
import { sendText } from './sendText';
import { sendTextAndWait } from './sendTextAndWait';

/** Every operation of the node, in the order of the dropdown. Adding one takes a module and a line here. */
const OPERATIONS: readonly Operation[] = [
	sendText,
	sendTextAndWait,
	sendAndWaitForResponse,
	sendBinary,
	getLogs,
	getReports,
];

export const operationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	options: OPERATIONS.map(({ name, value, description, action, displayOptions }) => ({
		name,
		value,
		description,
		action,
		...(displayOptions !== undefined && { displayOptions }),
	})),
	default: 'sendText',
};

/** An expression that shows the operation's name below the node. */
export const operationSubtitle = `={{ ${JSON.stringify(Object.fromEntries(OPERATIONS.map(({ value, name }) => [value, name])))}[$parameter["operation"]] }}`;

/** Without a field of this name, n8n gives the model the same general description for every operation. */
const toolDescriptionField = (description: string): INodeProperties => ({
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 5 },
	displayOptions: { show: { '@tool': [true] } },
	default: description,
	description: 'What the model is told about this tool',
});

/** The parameters of all operations, each shown for its own. */
export const operationFields: INodeProperties[] = OPERATIONS.flatMap(({ value, toolDescription, fields }) =>
	updateDisplayOptions({ show: { operation: [value] } }, [
		...(toolDescription === undefined ? [] : [toolDescriptionField(toolDescription)]),
		...fields,
	]),
);

export function findOperation(value: unknown): Operation | undefined {
	return OPERATIONS.find((operation) => operation.value === value);
}
