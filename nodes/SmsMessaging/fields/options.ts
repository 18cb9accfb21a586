import type { INodeProperties } from 'n8n-workflow';

import {
	readAmount,
	readBoolean,
	readChoice,
	readInteger,
	readSeconds,
	type AddFault,
	type Values,
} from '../parameters/values';

export interface SendOptions {
	messagesPerRequest: number;
	requestsAtOnce: number;
	/** How long a request is retried after 429 and refused connections. */
	patienceMs: number;
	/** How long the logs are searched for a message whose answer was unclear. */
	lookUpMs: number;
	/** 'own': each destination has one, and is sent only if the logs of the last 48 hours lack it. */
	messageIds: 'node' | 'own';
	ifUnclear: 'sendAgain' | 'report';
	includeInputFields: boolean;
	/** In any currency. */
	pricePerSegment: number | undefined;
}

const SPEEDS = {
	normal: { messagesPerRequest: 100, requestsAtOnce: 2, patience: 60 },
	gentle: { messagesPerRequest: 50, requestsAtOnce: 1, patience: 300 },
	fast: { messagesPerRequest: 100, requestsAtOnce: 8, patience: 60 },
} as const;
const DEFAULT_LOOK_UP_SECONDS = 15;
const MAX_REQUESTS_AT_ONCE = 10;

/** Only settable in a workflow's JSON (docs/operations/send-text.md). */
const HIDDEN = ['messagesPerRequest', 'patience', 'requestsAtOnce'];

/** The collection for everything a message can carry besides its content; its entries depend on the kind of message. */
export const messageOptionsField = (...entries: INodeProperties[]): INodeProperties => ({
	displayName: 'Message Options',
	name: 'messageOptions',
	type: 'collection',
	placeholder: 'Add Message Option',
	default: {},
	description: 'More about the message and its delivery report',
	options: entries.sort((a, b) => a.displayName.localeCompare(b.displayName)),
});

export const sendOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'How the node works',
	options: [
		{
			displayName: 'Include Input Fields',
			name: 'includeInputFields',
			type: 'boolean',
			default: true,
			// An agent's input is not data of the workflow
			displayOptions: { hide: { '@tool': [true] } },
			description:
				"Whether to add the fields of the input item to each output item. If both have a field of the same name, the node's is kept.",
		},
		{
			displayName: 'Look-Up Time',
			name: 'lookUpTime',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: DEFAULT_LOOK_UP_SECONDS,
			description:
				'For how many seconds the node searches the logs for a message whose answer was unclear. Set more than your service takes to show a message there.',
		},
		{
			displayName: 'Message IDs',
			name: 'messageIds',
			type: 'options',
			options: [
				{
					name: 'From This Node',
					value: 'node',
					description:
						'For each destination without an ID of yours. A retry uses the same IDs, and does not resend accepted messages.',
				},
				{
					name: 'Yours, Each Sent Once',
					value: 'own',
					description:
						'Each destination needs an ID of yours. If the logs of the last 48 hours contain the ID, from any execution and other than as rejected, nothing is sent. Not for scheduled messages.',
				},
			],
			default: 'node',
			description: 'Where the message IDs come from',
		},
		{
			displayName: 'Price per Segment',
			name: 'pricePerSegment',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 4 },
			default: 0.05,
			description: 'What you pay for a segment. A hint, also in a dry run, then says about how much the messages cost.',
		},
		{
			displayName: 'Speed',
			name: 'speed',
			type: 'options',
			options: [
				{
					name: 'Fast',
					value: 'fast',
					description: `${SPEEDS.fast.requestsAtOnce} requests at once, each with up to ${SPEEDS.fast.messagesPerRequest} messages. Retries like Normal.`,
				},
				{
					name: 'Gentle',
					value: 'gentle',
					description: `One request after another, each with up to ${SPEEDS.gentle.messagesPerRequest} messages. Retries for up to 5 minutes after 429 and refused connections.`,
				},
				{
					name: 'Normal',
					value: 'normal',
					description: `${SPEEDS.normal.requestsAtOnce} requests at once, each with up to ${SPEEDS.normal.messagesPerRequest} messages. Retries for up to a minute after 429 and refused connections.`,
				},
			],
			default: 'normal',
			description: 'How fast the node sends, and how long it retries',
		},
		{
			displayName: 'Unclear Messages',
			name: 'ifUnclear',
			type: 'options',
			options: [
				{
					name: 'Report as Unknown',
					value: 'report',
					description: 'An error item contains the message ID, and says how to check it',
				},
				{
					name: 'Send Once More Under the Same ID',
					value: 'sendAgain',
					description:
						'Only if the logs prove that it is missing. It can arrive twice if the logs are late and the service does not check message IDs.',
				},
			],
			default: 'sendAgain',
			description: 'What to do if the service gave no clear answer and its logs do not show the message',
		},
		...HIDDEN.map((name): INodeProperties => ({ displayName: name, name, type: 'hidden', default: '' })),
	],
};

/**
 * n8n looks for an option of this name, and then leaves the body to the node. Its own parsers round long ids, refuse charsets, and
 * after certain broken XML stop answering XML requests altogether, whatever workflow they are for.
 */
export const bodyAsBytesField: INodeProperties = {
	displayName: 'Body as Bytes',
	name: 'binaryData',
	type: 'hidden',
	default: true,
};

/** The options of the operations that wait. n8n ignores options that have no field. */
export const waitOptionsField: INodeProperties = {
	...sendOptionsField,
	options: [...(sendOptionsField.options as INodeProperties[]), bodyAsBytesField],
};

/** Reads the options, which apply to the whole run. */
export function readSendOptions(values: Values, addFault: AddFault): SendOptions {
	const speed = SPEEDS[readChoice(values.speed, 'speed', ['normal', 'gentle', 'fast'], addFault)];
	const whole = (name: 'messagesPerRequest' | 'requestsAtOnce', max?: number) =>
		readInteger(values[name], name, addFault, { min: 1, max }) ?? speed[name];
	const milliseconds = (name: string, usual: number) => readSeconds(values[name], name, addFault) ?? usual * 1000;
	return {
		messagesPerRequest: whole('messagesPerRequest'),
		requestsAtOnce: whole('requestsAtOnce', MAX_REQUESTS_AT_ONCE),
		patienceMs: milliseconds('patience', speed.patience),
		lookUpMs: milliseconds('lookUpTime', DEFAULT_LOOK_UP_SECONDS),
		messageIds: readChoice(values.messageIds, 'messageIds', ['node', 'own'], addFault),
		ifUnclear: readChoice(values.ifUnclear, 'ifUnclear', ['sendAgain', 'report'], addFault),
		includeInputFields: readBoolean(values.includeInputFields, 'includeInputFields', addFault) ?? false,
		pricePerSegment: readAmount(values.pricePerSegment, 'pricePerSegment', addFault, 'a number such as 0.05'),
	};
}
