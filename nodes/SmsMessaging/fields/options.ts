import type { INodeProperties } from 'n8n-workflow';

import { withoutEntry } from './collections';
import { checkNumbersOption, defaultCountryOption } from './numberRules';
import {
	allowedDestinationsOption,
	maxMessagesOption,
	readSendRules,
	sameNumberOption,
	type SendRules,
} from './sendRules';
import { readBoolean, readChoice, readInteger, readSeconds, type AddFault, type Values } from '../parameters/values';

/** How the node works, as opposed to what it sends. */
export interface SendOptions extends SendRules {
	messagesPerRequest: number;
	requestsAtOnce: number;
	/** How long a request is retried while the service refuses it for now (429, refused connections). */
	patienceMs: number;
	/** How long the logs are searched for a message whose answer was unclear. */
	lookUpMs: number;
	messageIds: 'node' | 'service';
	ifUnclear: 'sendAgain' | 'report';
	rejectedAs: 'errors' | 'items';
	skipSent: boolean;
	blankValues: 'send' | 'fault';
	/** Whether there are rules for numbers; unlike the other options, each item has its own. */
	hasNumberRules: boolean;
	/** Whether each item comes out with the fields of its input item. */
	includeInputFields: boolean;
}

const DEFAULT_MESSAGES_PER_REQUEST = 100;
const DEFAULT_REQUESTS_AT_ONCE = 2;
const DEFAULT_PATIENCE_SECONDS = 60;
const DEFAULT_LOOK_UP_SECONDS = 15;
const MAX_REQUESTS_AT_ONCE = 10;

export const sendOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'How the node sends messages',
	options: [
		allowedDestinationsOption,
		checkNumbersOption,
		defaultCountryOption,
		{
			displayName: 'If an Answer Stays Unclear',
			name: 'ifUnclear',
			type: 'options',
			options: [
				{
					name: 'Report as Unknown',
					value: 'report',
					description: 'Returns an error item with the message ID and how to check it',
				},
				{
					name: 'Send Again Under the Same ID',
					value: 'sendAgain',
					description:
						'At most once. A service that does not check message IDs could deliver twice if its logs lag longer than the look-up time, and on Retry of scheduled messages, which may not be in the logs.',
				},
			],
			default: 'sendAgain',
			description:
				'What to do with a message whose answer was unclear and that does not appear in the logs within the look-up time',
		},
		{
			displayName: 'If an Expression Is Empty',
			name: 'blankValues',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'Report as a Fault',
					value: 'fault',
					description: 'The message is not sent; the fault names the expression',
				},
				{ name: 'Send Anyway', value: 'send' },
			],
			default: 'send',
			description:
				"What to do with a text in which a whole {{ }} gave nothing, as in 'Hello , welcome'. An empty value inside a longer expression goes unnoticed.",
		},
		{
			displayName: 'Include Input Fields',
			name: 'includeInputFields',
			type: 'boolean',
			default: false,
			description:
				"Whether each sent message comes out with the fields of its input item too. If both have a field of the same name, the node's is kept.",
		},
		{
			displayName: 'Keep Retrying For (Seconds)',
			name: 'patience',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_PATIENCE_SECONDS,
			description:
				'How long to try a request again while the service refuses connections or asks to slow down (429). Each request always has 60 seconds for its complete answer.',
		},
		{
			displayName: 'Look-Up Time (Seconds)',
			name: 'lookUpTime',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_LOOK_UP_SECONDS,
			description:
				'How long to look for a message in the logs when it is unclear whether it was accepted. It should be longer than your service takes to show a message in its logs.',
		},
		maxMessagesOption,
		{
			displayName: 'Message IDs',
			name: 'messageIds',
			type: 'options',
			options: [
				{
					name: 'From the Service',
					value: 'service',
					description:
						'The service creates the IDs. What stays unclear then is never sent again, and Retry sends nothing. A request never has two messages to one number.',
				},
				{
					name: 'From This Node',
					value: 'node',
					description:
						'The node creates an ID for each destination before sending, so that no retry sends a message twice',
				},
			],
			default: 'node',
			description: 'Where message IDs come from if you do not set them',
		},
		{
			displayName: 'Messages per Request',
			name: 'messagesPerRequest',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: DEFAULT_MESSAGES_PER_REQUEST,
			description: 'Maximum number of messages from different items in one request to the service',
		},
		{
			displayName: 'Rejected Destinations',
			name: 'rejectedAs',
			type: 'options',
			options: [
				{ name: 'Return as Error Items', value: 'errors' },
				{
					name: 'Return as Normal Items',
					value: 'items',
					description: 'Their status says why; they do not stop the workflow',
				},
			],
			default: 'errors',
			description: 'What to do with destinations that the service rejects although it accepts the request',
		},
		{
			displayName: 'Requests at Once',
			name: 'requestsAtOnce',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_REQUESTS_AT_ONCE },
			default: DEFAULT_REQUESTS_AT_ONCE,
			description: 'Maximum number of requests in progress at the same time',
		},
		sameNumberOption,
		{
			displayName: 'Skip Messages Already Sent',
			name: 'skipSent',
			type: 'boolean',
			default: false,
			description:
				'Whether to look up your own message IDs in the logs of the last 48 hours first, and skip messages found there. Use this in a sub-workflow that its parent may start again, but not before the logs show what was sent.',
		},
	],
};

/** The same for an operation with a separate output for rejected destinations. */
export const sendOptionsWithoutRejected: INodeProperties = withoutEntry(sendOptionsField, 'rejectedAs');

/** The same for messages without a text. */
export const sendOptionsWithoutText: INodeProperties = withoutEntry(sendOptionsField, 'blankValues');

/** Reads the options, which apply to the whole run: the first item's values count. */
export function readSendOptions(values: Values, addFault: AddFault): SendOptions {
	const whole = (name: string, fallback: number, max?: number) =>
		readInteger(values[name], name, addFault, { min: 1, max }) ?? fallback;
	return {
		messagesPerRequest: whole('messagesPerRequest', DEFAULT_MESSAGES_PER_REQUEST),
		requestsAtOnce: whole('requestsAtOnce', DEFAULT_REQUESTS_AT_ONCE, MAX_REQUESTS_AT_ONCE),
		patienceMs: readSeconds(values.patience, 'patience', addFault) ?? DEFAULT_PATIENCE_SECONDS * 1000,
		lookUpMs: readSeconds(values.lookUpTime, 'lookUpTime', addFault) ?? DEFAULT_LOOK_UP_SECONDS * 1000,
		messageIds: readChoice(values.messageIds, 'messageIds', ['node', 'service'], addFault),
		ifUnclear: readChoice(values.ifUnclear, 'ifUnclear', ['sendAgain', 'report'], addFault),
		rejectedAs: readChoice(values.rejectedAs, 'rejectedAs', ['errors', 'items'], addFault),
		blankValues: readChoice(values.blankValues, 'blankValues', ['send', 'fault'], addFault),
		skipSent: readBoolean(values.skipSent, 'skipSent', addFault) ?? false,
		includeInputFields: readBoolean(values.includeInputFields, 'includeInputFields', addFault) ?? false,
		hasNumberRules: values.defaultCountry !== undefined || values.checkNumbers !== undefined,
		...readSendRules(values, addFault),
	};
}
