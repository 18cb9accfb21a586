import type { INodeProperties } from 'n8n-workflow';

import { bodyAsBytesField } from '../fields/options';
import { notice } from '../fields/output';
import { triggerFields, triggerOptions } from '../entries/triggerFields';

const allowedAddressesField: INodeProperties = {
	displayName: 'Allowed Addresses',
	name: 'allowedAddresses',
	type: 'string',
	default: '',
	placeholder: 'e.g. 192.0.2.10, 198.51.100.0/24, 2001:db8::/32',
	description:
		"IP addresses and ranges that notifications may come from, separated by commas. If empty, all are allowed. Behind a reverse proxy, set N8N_PROXY_HOPS, or n8n does not know the sender's address.",
};

function requiredFor(
	authentication: string,
	field: Omit<INodeProperties, 'type' | 'required' | 'displayOptions' | 'default'>,
): INodeProperties {
	const displayOptions = { show: { authentication: [authentication] } };
	return { ...field, type: 'string', required: true, displayOptions, default: '' };
}

const SECRET = { typeOptions: { password: true } };

export const triggerParameters: INodeProperties[] = [
	notice(
		'notifyUrlNotice',
		"Copy the 'Production URL' from 'Webhook URLs' above into 'Message Options → Notify URL' of your Send operations. It works once this workflow is published (active), and the service must be able to reach it. Get Reports and polling triggers do not get the reports of these messages.",
		{ hide: { startOn: ['received'] } },
	),
	notice(
		'forwardNotice',
		"Copy the 'Production URL' from 'Webhook URLs' above into the settings of your number at the service, and have received messages forwarded there as JSON. It works once this workflow is published (active). Get Received Messages and polling triggers do not get these messages.",
		{ show: { startOn: ['received'] } },
	),
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		options: [
			{
				name: 'Basic',
				value: 'basic',
				description: 'User and password, which the service takes from a notify URL such as https://USER:PASSWORD@…',
			},
			{
				name: 'Header',
				value: 'header',
				description: 'Header with a secret value, if your service or gateway can send one',
			},
			{ name: 'None', value: 'none', description: 'Anyone who knows the URL can start this workflow' },
			{
				name: 'Token From Credential',
				value: 'credential',
				description:
					'Notification Token of the SMS Messaging API credential. Send operations add it to the notify URL. For received messages, add ?token=… to the URL yourself.',
			},
			{ name: 'Token in URL', value: 'token', description: 'Token that you add to the URL yourself' },
		],
		default: 'none',
		description: 'How the service authenticates. Other requests get a 401 and start nothing.',
	},
	requiredFor('token', {
		...SECRET,
		displayName: 'Token',
		name: 'token',
		hint: 'Give the service the URL as …/sms-notifications?token=YOUR_TOKEN',
		description:
			'Secret in the query parameter token of the URL. Use a long random string of letters and digits: percent-encode other characters in the URL. If empty, every notification is refused.',
	}),
	notice(
		'credentialNotice',
		"Fill in 'Notification Token' in the credential. Send operations with the same credential add it to notify URLs of this n8n's triggers, and of those on the credential's 'Notification Hosts'.",
		{ show: { authentication: ['credential'] } },
	),
	requiredFor('basic', {
		displayName: 'User',
		name: 'user',
		hint: 'Give the service the URL as https://USER:PASSWORD@…/sms-notifications',
		description: 'User in the notify URL. If empty, every notification is refused.',
	}),
	requiredFor('basic', {
		...SECRET,
		displayName: 'Password',
		name: 'password',
		description:
			'Password in the notify URL. Percent-encode characters other than letters and digits there. If empty, every notification is refused.',
	}),
	requiredFor('header', {
		displayName: 'Header Name',
		name: 'headerName',
		placeholder: 'e.g. X-Notification-Secret',
		description:
			'Header that every notification must have exactly once. Not case-sensitive. If empty, every notification is refused.',
	}),
	requiredFor('header', {
		...SECRET,
		displayName: 'Header Value',
		name: 'headerValue',
		description: 'Whole value of that header. If empty, every notification is refused.',
	}),
	...triggerFields,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		options: [allowedAddressesField, bodyAsBytesField, ...triggerOptions],
		default: { binaryData: true },
	},
];
