import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { getLogs } from './getLogs';
import { getReports } from './getReports';
import type { Operation } from './operation';
import { sendAndWait } from './sendAndWait';
import { sendBinary } from './sendBinary';
import { sendText } from './sendText';
import { sendTextAndWait } from './sendTextAndWait';

/** Every operation of the node, in the order of the dropdown. Adding one takes a module and a line here. */
const OPERATIONS: readonly Operation[] = [sendText, sendTextAndWait, sendAndWait, sendBinary, getLogs, getReports];

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

/** The parameters of all operations, each shown for its own. */
export const operationFields: INodeProperties[] = OPERATIONS.flatMap(({ value, fields }) =>
	updateDisplayOptions({ show: { operation: [value] } }, fields),
);

export function findOperation(value: unknown): Operation | undefined {
	return OPERATIONS.find((operation) => operation.value === value);
}
