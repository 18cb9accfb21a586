import type { INodeProperties } from 'n8n-workflow';

import { simplifyField } from '../fields/simplify';

export const triggerParameters: INodeProperties[] = [
	{
		displayName:
			"Open 'Webhook URLs' above, choose 'Production URL' and paste it into 'Notify URL' of the Send operations ('Delivery Report' group). It works once this workflow is published (active). The messaging service must be able to reach this address from outside.",
		name: 'notifyUrlNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		options: [
			{
				name: 'None',
				value: 'none',
				description: 'Whoever knows the URL can start this workflow',
			},
			{
				name: 'Token in URL',
				value: 'token',
				description: 'Only requests that carry the token start this workflow; all others are answered 401',
			},
		],
		default: 'none',
		description: 'How a notification shows that it comes from your messaging service',
	},
	{
		displayName: 'Token',
		name: 'token',
		type: 'string',
		typeOptions: { password: true },
		required: true,
		displayOptions: { show: { authentication: ['token'] } },
		default: '',
		hint: "Add it to the URL that you enter as 'Notify URL': …/delivery-reports?token=YOUR_TOKEN",
		description:
			'Secret that the notify URL must carry as the query parameter token. Use a long random text of letters and digits: other characters have to be percent-encoded in the URL. As long as it is blank, every notification is refused.',
	},
	{
		displayName: 'Status Groups',
		name: 'statusGroups',
		type: 'multiOptions',
		options: [
			{
				name: 'Accepted',
				value: 'ACCEPTED',
				description: 'The service has taken the message (group 0)',
			},
			{
				name: 'Delivered',
				value: 'DELIVERED',
				description: 'The message has reached its destination (group 3)',
			},
			{
				name: 'Expired',
				value: 'EXPIRED',
				description: 'The message could not be delivered while it was valid (group 4)',
			},
			{
				name: 'Pending',
				value: 'PENDING',
				description: 'The message is on its way, as intermediate reports tell (group 1)',
			},
			{
				name: 'Rejected',
				value: 'REJECTED',
				description: 'The service or the network has refused the message (group 5)',
			},
			{
				name: 'Undeliverable',
				value: 'UNDELIVERABLE',
				description: 'The message was sent but cannot be delivered (group 2)',
			},
		],
		default: [],
		description:
			'Reports that start the workflow, by the group of their status. Leave empty for all reports, also those with a group that is not in this list. Other reports are answered 200 and start nothing.',
	},
	simplifyField,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		options: [
			{
				displayName: 'Output',
				name: 'output',
				type: 'options',
				options: [
					{
						name: 'One Item per Notification',
						value: 'notification',
						description: 'One item with all reports of a notification in the list "reports"',
					},
					{
						name: 'One Item per Report',
						value: 'reports',
						description: 'One item for each report; a notification can bring many',
					},
				],
				default: 'reports',
				description: 'What becomes an item. One notification starts one execution either way.',
			},
		],
		default: {},
	},
];
