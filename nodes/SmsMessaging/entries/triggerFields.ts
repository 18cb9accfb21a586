import type { INodeProperties } from 'n8n-workflow';

import { STATUS_GROUPS, type StatusGroup } from '../api/statuses';
import { simplifyField, unfoldCallbackDataField } from '../fields/output';
import { moreOptOutWordsField } from './optOut';

/** In the order of the panel. */
const GROUPS: Readonly<Record<StatusGroup, string>> = {
	ACCEPTED: 'The service has accepted the message',
	DELIVERED: 'The message has reached its destination',
	EXPIRED: 'The message could not be delivered within its validity period',
	PENDING: 'The message is on its way, according to an intermediate report',
	REJECTED: 'The service or the network has rejected the message',
	UNDELIVERABLE: 'The message was sent but cannot be delivered',
};

const ONLY_RECEIVED = { '/startOn': ['received'] };

/** Shown at the top of both triggers' panels: what starts a run, and how it is output. */
export const triggerFields: INodeProperties[] = [
	{
		// The name that n8n's node list looks for, to show each choice as an action
		displayName: 'Trigger On',
		name: 'startOn',
		type: 'options',
		options: [
			{
				name: 'All Reports',
				value: 'all',
				action: 'On any delivery report',
				description: 'Includes intermediate reports, so one message can start several executions',
			},
			{
				name: 'Chosen Status Groups',
				value: 'groups',
				action: 'On delivery report of chosen status groups',
				description: 'Reports with a status in one of the chosen groups',
			},
			{
				name: 'Failed Messages',
				value: 'failed',
				action: 'On failed message',
				description:
					'Messages that will not arrive: undeliverable, expired or rejected (groups 2, 4, 5). Not EXPIRED_DLR_UNKNOWN: the phone may have the message.',
			},
			{
				name: 'Final Reports',
				value: 'final',
				action: 'On final delivery report',
				description:
					'The final status of each message: delivered, undeliverable, expired or rejected (groups 2 to 5), and unknown groups',
			},
			{
				name: 'Received Messages',
				value: 'received',
				action: 'On received message',
				description: 'SMS to a number of your account, such as answers',
			},
		],
		default: 'final',
		description: 'What starts the workflow',
	},
	{
		displayName: 'Status Groups',
		name: 'statusGroups',
		type: 'multiOptions',
		required: true,
		displayOptions: { show: { startOn: ['groups'] } },
		options: Object.entries(GROUPS).map(([group, description]) => ({
			name: group.charAt(0) + group.slice(1).toLowerCase(),
			value: group,
			description: `${description} (group ${STATUS_GROUPS[group as StatusGroup].id})`,
		})),
		default: [],
		description: 'Status groups of the reports that start the workflow',
	},
	simplifyField,
];

export const triggerOptions: INodeProperties[] = [
	{
		displayName: 'Callback Data',
		name: 'callbackData',
		type: 'string',
		displayOptions: { hide: ONLY_RECEIVED },
		default: '',
		placeholder: 'e.g. order-*',
		description:
			'Only reports whose callback data matches this pattern. * stands for any text, ? for one character. Case-sensitive. The pattern must match the whole callback data.',
	},
	{
		displayName: 'From',
		name: 'from',
		type: 'string',
		default: '',
		placeholder: 'e.g. MyCompany',
		description:
			'Only reports of messages sent from this sender, or only messages received from it. * stands for any text, ? for one character. Case-sensitive. Separate several with commas.',
	},
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'One Item for All',
				value: 'notification',
				description: 'One item with everything that arrived together, in the list "reports" or "messages"',
			},
			{ name: 'One Item for Each', value: 'reports', description: 'One item for each report or message' },
		],
		default: 'reports',
		description: 'What each item contains. Reports or messages that arrive together always start a single execution.',
	},
	unfoldCallbackDataField,
	{
		displayName: 'Keyword',
		name: 'keyword',
		type: 'string',
		displayOptions: { show: ONLY_RECEIVED },
		default: '',
		placeholder: 'e.g. STOP, UNSUBSCRIBE',
		description:
			'Only messages that begin with this word or these words, in upper or lower case. Separate several keywords with commas.',
	},
	moreOptOutWordsField(ONLY_RECEIVED),
	{
		displayName: 'Only Opt-Outs',
		name: 'onlyOptOuts',
		type: 'boolean',
		displayOptions: { show: ONLY_RECEIVED },
		default: true,
		description:
			'Whether only messages that opt out (STOP) or in again (START) start the workflow. Other messages to the same number are used up: no other trigger gets them.',
	},
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		displayOptions: { show: ONLY_RECEIVED },
		default: '',
		placeholder: 'e.g. 436601234567',
		description: 'Only messages to this number of your account. Separate several with commas.',
	},
];

/** An expression that shows below the node what starts the workflow. */
export const triggerSubtitle =
	'={{ { final: "final reports", failed: "failed messages", all: "all reports", received: "received messages", groups: ($parameter["statusGroups"] ?? []).toString().toLowerCase() }[$parameter["startOn"]] }}';
