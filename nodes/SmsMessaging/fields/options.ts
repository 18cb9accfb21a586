import type { INodeProperties } from 'n8n-workflow';

import { withoutEntry } from './collections';
import { readBoolean, readChoice, readInteger, readSeconds, type ReportFault, type Values } from '../parameters/values';

/** How the node works, as opposed to what it sends. */
export interface SendOptions {
	messagesPerRequest: number;
	requestsAtOnce: number;
	/** How long a request is retried while the service says 'not now'. */
	patienceMs: number;
	/** How long the logs are searched for what became of a message whose answer was unclear. */
	lookUpMs: number;
	messageIds: 'node' | 'service';
	ifUnclear: 'sendAgain' | 'report';
	rejectedAs: 'errors' | 'items';
	skipSent: boolean;
}

/** The defaults of the controls below, for those not filled in. */
const DEFAULTS = { messagesPerRequest: 100, requestsAtOnce: 2, patienceMs: 60_000, lookUpMs: 15_000 };
const MAX_REQUESTS_AT_ONCE = 10;

export const sendOptionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	description: 'How the node sends',
	options: [
		{
			displayName: 'If an Answer Stays Unclear',
			name: 'ifUnclear',
			type: 'options',
			options: [
				{
					name: 'Report as Unknown',
					value: 'report',
					description: 'Gives an error item with the message ID and how to check',
				},
				{
					name: 'Send Again Under the Same ID',
					value: 'sendAgain',
					description:
						'Once at most. A service that does not check message IDs could deliver twice if its logs lag longer than the look-up time, and on Retry of scheduled messages, which logs need not show.',
				},
			],
			default: 'sendAgain',
			description:
				'What happens to a message whose answer was unclear and that the logs of the service do not show within the look-up time',
		},
		{
			displayName: 'Look-Up Time (Seconds)',
			name: 'lookUpTime',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 15,
			description:
				'How long the logs of the service are asked for a message when it is unclear whether it was accepted. Choose more than the logs of your service lag behind.',
		},
		{
			displayName: 'Message IDs',
			name: 'messageIds',
			type: 'options',
			options: [
				{
					name: 'From the Service',
					value: 'service',
					description:
						'The service makes the IDs. A message whose answer was unclear can then be looked up less surely, and Retry sends nothing that it cannot look up.',
				},
				{
					name: 'From This Node',
					value: 'node',
					description:
						'The node makes an ID for each destination before it sends, so that no retry sends a message twice',
				},
			],
			default: 'node',
			description: 'Where the IDs of messages come from that have none of yours',
		},
		{
			displayName: 'Messages per Request',
			name: 'messagesPerRequest',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: 100,
			description: 'How many messages of different items travel together in one request to the service, at most',
		},
		{
			displayName: 'Patience (Seconds)',
			name: 'patience',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 60,
			description:
				'How long a request is tried again while the service refuses connections or asks to slow down. Each request has 60 s for its whole answer, whatever this says.',
		},
		{
			displayName: 'Rejected Destinations',
			name: 'rejectedAs',
			type: 'options',
			options: [
				{ name: 'Come Out as Error Items', value: 'errors' },
				{
					name: 'Come Out as Normal Items',
					value: 'items',
					description: 'Their status says why; nothing stops the workflow',
				},
			],
			default: 'errors',
			description: 'What becomes of destinations that the service rejects while it accepts the request',
		},
		{
			displayName: 'Requests at Once',
			name: 'requestsAtOnce',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_REQUESTS_AT_ONCE },
			default: 2,
			description: 'How many requests are under way at the same time, at most',
		},
		{
			displayName: 'Skip What Was Already Sent',
			name: 'skipSent',
			type: 'boolean',
			default: false,
			description:
				'Whether to ask the logs first for the message IDs that you gave, and to leave out what they show for the same number and text. Use it in a sub-workflow whose parent may start it again.',
		},
	],
};

/** The same for an operation with a separate output for rejected destinations. */
export const sendOptionsWithoutRejected: INodeProperties = withoutEntry(sendOptionsField, 'rejectedAs');

/** Reads the options, which apply to the whole run: the first item's values count. */
export function readSendOptions(values: Values, report: ReportFault): SendOptions {
	const whole = (name: string, fallback: number, max?: number) =>
		readInteger(values[name], name, report, { min: 1, max }) ?? fallback;
	return {
		messagesPerRequest: whole('messagesPerRequest', DEFAULTS.messagesPerRequest),
		requestsAtOnce: whole('requestsAtOnce', DEFAULTS.requestsAtOnce, MAX_REQUESTS_AT_ONCE),
		patienceMs: readSeconds(values.patience, 'patience', report) ?? DEFAULTS.patienceMs,
		lookUpMs: readSeconds(values.lookUpTime, 'lookUpTime', report) ?? DEFAULTS.lookUpMs,
		messageIds: readChoice(values.messageIds, 'messageIds', ['node', 'service'], report),
		ifUnclear: readChoice(values.ifUnclear, 'ifUnclear', ['sendAgain', 'report'], report),
		rejectedAs: readChoice(values.rejectedAs, 'rejectedAs', ['errors', 'items'], report),
		skipSent: readBoolean(values.skipSent, 'skipSent', report) ?? false,
	};
}
