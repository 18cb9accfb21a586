import type { INodeProperties } from 'n8n-workflow';

import { reportFields, reportOptions } from '../reports/reportFields';

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
	...reportFields,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		options: reportOptions,
		default: {},
	},
];
