import type { INodeProperties } from 'n8n-workflow';

import { unfoldCallbackDataField, simplifyField } from '../fields/output';
import type { Fault } from '../parameters/items';
import { describeFaults, labelsOf } from '../parameters/labels';
import { asValues, describe, isBlank, readBoolean, readText, type AddFault, type Values } from '../parameters/values';
import type { Presentation } from './presentReports';
import { STATUS_CHOICES, type Selection } from './selectReports';

/** Of both triggers: which reports start a run, and how they are output. */
export const reportFields: INodeProperties[] = [
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
				description: 'Messages that will not arrive: undeliverable, expired or rejected (groups 2, 4, 5)',
			},
			{
				name: 'Final Reports',
				value: 'final',
				action: 'On final delivery report',
				description:
					'The final status of each message: delivered, undeliverable, expired or rejected (groups 2 to 5), and unknown groups',
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
		options: [
			{
				name: 'Accepted',
				value: 'ACCEPTED',
				description: 'The service has accepted the message (group 0)',
			},
			{
				name: 'Delivered',
				value: 'DELIVERED',
				description: 'The message has reached its destination (group 3)',
			},
			{
				name: 'Expired',
				value: 'EXPIRED',
				description: 'The message could not be delivered within its validity period (group 4)',
			},
			{
				name: 'Pending',
				value: 'PENDING',
				description: 'The message is on its way, according to an intermediate report (group 1)',
			},
			{
				name: 'Rejected',
				value: 'REJECTED',
				description: 'The service or the network has rejected the message (group 5)',
			},
			{
				name: 'Undeliverable',
				value: 'UNDELIVERABLE',
				description: 'The message was sent but cannot be delivered (group 2)',
			},
		],
		default: [],
		description: 'Status groups of the reports that start the workflow',
	},
	simplifyField,
];

/** Shared by both triggers' Options collections. */
export const reportOptions: INodeProperties[] = [
	{
		displayName: 'Callback Data',
		name: 'callbackData',
		type: 'string',
		displayOptions: { hide: { '/startOn': ['received'] } },
		default: '',
		placeholder: 'e.g. order-*',
		description:
			'Only reports whose callback data matches this pattern. * stands for any text, ? for one character. Case-sensitive. The pattern must match the whole callback data as sent, including a reference.',
	},
	{
		displayName: 'From',
		name: 'from',
		type: 'string',
		default: '',
		placeholder: 'e.g. MyCompany',
		description:
			'Only reports of messages sent from this sender, or only messages received from it. * stands for any text, ? for one character. Separate several with commas.',
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
			{
				name: 'One Item for Each',
				value: 'reports',
				description: 'One item for each report or message',
			},
		],
		default: 'reports',
		description: 'What each item contains. Reports or messages that arrive together always start a single execution.',
	},
	unfoldCallbackDataField,
];

/** An expression that shows below the node what starts the workflow. */
export const reportSubtitle =
	'={{ { final: "final reports", failed: "failed messages", all: "all reports", received: "received messages", groups: ($parameter["statusGroups"] ?? []).toString().toLowerCase() }[$parameter["startOn"]] }}';

/** Returns a parameter's value. Throws when its expression does. */
export type ReadTriggerParameter = (name: string, fallback: unknown) => unknown;

/** Reads the parameters above, as readTrigger does. */
export function readReportSettings(read: ReadTriggerParameter): Selection & Presentation {
	return readTrigger(read, [...reportFields, ...reportOptions], (options, addFault) => {
		const startOn = STATUS_CHOICES.find((choice) => choice === read('startOn', 'final'));
		if (startOn === undefined) addFault('startOn', `must be one of ${STATUS_CHOICES.join(', ')}, received`);
		const statusGroups =
			startOn === 'groups' ? namesIn(read('statusGroups', [])).map((name) => name.toUpperCase()) : [];
		if (startOn === 'groups' && statusGroups.length === 0)
			addFault('statusGroups', 'is empty; choose at least one group');
		return {
			startOn: startOn ?? 'final',
			statusGroups,
			callbackDataPattern: readFilter(options, 'callbackData', addFault),
			senders: namesIn(readFilter(options, 'from', addFault)),
		};
	});
}

/**
 * Reads what both kinds have in common, and with `readSelection` what starts a run.
 * @param fields what the panel shows
 * @throws Error that names every invalid parameter: silently dropping a filter would start the wrong runs
 */
export function readTrigger<T>(
	read: ReadTriggerParameter,
	fields: INodeProperties[],
	readSelection: (options: Values, addFault: AddFault) => T,
): T & Presentation {
	const faults: Fault[] = [];
	const addFault: AddFault = (field, reason) => faults.push({ field, reason });
	const options = asValues(read('options', {}));
	const settings = {
		...readSelection(options, addFault),
		output: options.output === 'notification' ? ('notification' as const) : ('reports' as const),
		simplify: read('simplify', true) !== false,
		unfoldCallbackData: readBoolean(options.unfoldCallbackData, 'unfoldCallbackData', addFault) ?? false,
	};
	if (faults.length > 0) throw new Error(describeFaults(faults, labelsOf(fields)));
	return settings;
}

/** A filter whose expression returns nothing is a fault; a cleared box means no filter. */
export function readFilter(options: Values, name: string, addFault: AddFault): string | undefined {
	const value = options[name];
	if (name in options && isBlank(value) && typeof value !== 'string')
		addFault(name, `is ${describe(value)}, but must be text; check its expression`);
	return readText(Array.isArray(value) ? value.join(',') : value, name, addFault);
}

/** A list of names; an expression may also return comma-separated text. */
export function namesIn(value: unknown): string[] {
	const names = Array.isArray(value) ? value : String(value ?? '').split(',');
	return names.map((name) => String(name).trim()).filter((name) => name !== '');
}
