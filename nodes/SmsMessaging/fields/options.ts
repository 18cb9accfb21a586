import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { asValues, readInteger } from './values';

const DEFAULT_MESSAGES_PER_REQUEST = 100;

/** How the node works, as opposed to what it sends. */
export const sendOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'How the node sends',
	options: [
		{
			displayName: 'Messages per Request',
			name: 'messagesPerRequest',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_MESSAGES_PER_REQUEST,
			description: 'How many messages of different items travel together in one request to the service, at most',
		},
	],
};

/** Messages per request, at least 1; it holds for the whole run, so the first item's value counts. */
export function messagesPerRequestOf(context: IExecuteFunctions): number {
	const { messagesPerRequest } = asValues(context.getNodeParameter('options', 0, {}));
	return readInteger(messagesPerRequest, 'messagesPerRequest', () => undefined, { min: 1 }) ?? DEFAULT_MESSAGES_PER_REQUEST;
}
