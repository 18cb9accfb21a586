import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { withoutUndefined } from '../text/json';
import { ASK_OUTPUTS } from '../asking/outputs';
import { DELIVERY_OUTPUTS } from '../waiting/waitForDelivery';
import { getBalance } from './getBalance';
import { getLogs } from './getLogs';
import { getReceived } from './getReceived';
import { getReports } from './getReports';
import type { Operation } from './operation';
import { SCHEDULED_MESSAGES } from './scheduledMessages';
import { sendAndWaitForResponse } from './sendAndWaitForResponse';
import { sendBinary } from './sendBinary';
import { sendText, sendTextAndWait } from './sendText';

interface Resource {
	name: string;
	value: string;
	description: string;
	/** The operation of a new node. */
	usual: string;
	operations: readonly Operation[];
	displayOptions?: Operation['displayOptions'];
}

/** Resources and operations, in the order of the dropdowns. A new operation needs a module, and its name here. */
const RESOURCES: readonly Resource[] = [
	{
		name: 'Message',
		value: 'message',
		description: 'Send text and binary messages, and fetch received ones',
		usual: sendText.value,
		operations: [sendText, sendTextAndWait, sendAndWaitForResponse, sendBinary, getReceived],
	},
	{
		name: 'Delivery',
		value: 'delivery',
		description: 'Look up sent messages, and fetch delivery reports',
		usual: getLogs.value,
		operations: [getLogs, getReports],
	},
	{
		name: 'Scheduled Message',
		value: 'scheduledMessage',
		description: 'Cancel, move and pause messages that are not sent yet',
		usual: SCHEDULED_MESSAGES[0]!.value,
		operations: SCHEDULED_MESSAGES,
		displayOptions: SCHEDULED_MESSAGES[0]!.displayOptions,
	},
	{
		name: 'Account',
		value: 'account',
		description: 'Look up the balance of the account',
		usual: getBalance.value,
		operations: [getBalance],
	},
];

const OPERATIONS = RESOURCES.flatMap(({ operations }) => operations);

const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	options: RESOURCES.map(({ name, value, description, displayOptions }) =>
		withoutUndefined({ name, value, description, displayOptions }),
	),
	default: 'message',
};

/** n8n looks here for the resource of an operation: for the names of nodes and tools, and for its review tool. */
const operationField = ({ value: resource, usual, operations }: Resource): INodeProperties => ({
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: [resource] } },
	options: operations.map(({ name, value, description, action, displayOptions }) =>
		withoutUndefined({ name, value, description, action, displayOptions }),
	),
	default: usual,
});

export const operationSubtitle = `={{ ${JSON.stringify(Object.fromEntries(OPERATIONS.map(({ value, name }) => [value, name])))}[$parameter["operation"]] }}`;

/** Without a field of this name, n8n gives the model the same general description for every operation. */
const toolDescriptionField = (description: string): INodeProperties => ({
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 5 },
	displayOptions: { show: { '@tool': [true] } },
	default: description,
	description: 'What the model reads about this tool',
});

const fieldsOf = (resource: string, { value, toolDescription, fields }: Operation): INodeProperties[] =>
	updateDisplayOptions({ show: { resource: [resource], operation: [value] } }, [
		...(toolDescription === undefined ? [] : [toolDescriptionField(toolDescription)]),
		...fields,
	]);

export const nodeProperties: INodeProperties[] = [
	resourceField,
	...RESOURCES.map(operationField),
	...RESOURCES.flatMap(({ value, operations }) => operations.flatMap((operation) => fieldsOf(value, operation))),
];

export const findOperation = (value: unknown): Operation | undefined =>
	OPERATIONS.find((operation) => operation.value === value);

const named = (names: readonly string[]) => JSON.stringify(names.map((displayName) => ({ type: 'main', displayName })));

/** An expression for the node's outputs: several for operations that wait, unless the user chose one. */
export const nodeOutputs =
	`={{ $parameter["operation"] === "${sendAndWaitForResponse.value}" ? ${named(ASK_OUTPUTS)} : $parameter["operation"] === "${
		sendTextAndWait.value
	}" && $parameter["outputs"] !== "one" ? ${named(DELIVERY_OUTPUTS)} : ["main"] }}` as const;

/** Shown in the node's output while it waits, below n8n's own 'Waiting for input'. */
export const waitingTooltip =
	`={{ $parameter["operation"] === "${sendAndWaitForResponse.value}" ? "The workflow continues with the answer, or after the time limit" : "The workflow continues when all messages have a final status, or after the time limit" }}` as const;
