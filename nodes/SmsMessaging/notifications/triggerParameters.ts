import type { INodeProperties } from 'n8n-workflow';

import { bodyAsBytesField } from '../fields/bodyAsBytes';
import { triggerFields, triggerOptions } from '../receiving/triggerFields';

const allowedAddressesField: INodeProperties = {
	displayName: 'Allowed Addresses',
	name: 'allowedAddresses',
	type: 'string',
	default: '',
	placeholder: 'e.g. 192.0.2.10, 198.51.100.0/24, 2001:db8::/32',
	description:
		'IP addresses and ranges that notifications may come from, separated by commas. If empty, all are allowed. Behind a reverse proxy, n8n only knows where a request comes from if N8N_PROXY_HOPS is set.',
};

/** A secret required by one kind of authentication. */
function secretField({
	for: authentication,
	...field
}: Pick<INodeProperties, 'displayName' | 'name' | 'hint' | 'description'> & { for: string }): INodeProperties {
	return {
		...field,
		type: 'string',
		typeOptions: { password: true },
		required: true,
		displayOptions: { show: { authentication: [authentication] } },
		default: '',
	};
}

export const triggerParameters: INodeProperties[] = [
	{
		displayName:
			"Copy the 'Production URL' from 'Webhook URLs' above into 'Notify URL' of the Send operations (in 'Message Options'). It works once this workflow is published (active). The messaging service must be able to reach this address from outside. Reports of these messages go only to this trigger, not to Get Reports or a polling trigger.",
		name: 'notifyUrlNotice',
		type: 'notice',
		displayOptions: { hide: { startOn: ['received'] } },
		default: '',
	},
	{
		displayName:
			"Copy the 'Production URL' from 'Webhook URLs' above into the settings of your number at the messaging service: what it receives, for a keyword or in general, is to be forwarded there as JSON. It works once this workflow is published (active). What goes here does not go to Get Received Messages or a polling trigger.",
		name: 'forwardNotice',
		type: 'notice',
		displayOptions: { show: { startOn: ['received'] } },
		default: '',
	},
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		options: [
			{
				name: 'Basic',
				value: 'basic',
				description: 'User and password, which the service takes from a notify URL like https://USER:PASSWORD@…',
			},
			{
				name: 'Header',
				value: 'header',
				description: 'A header with a secret value, for a service or a gateway that can send one',
			},
			{
				name: 'None',
				value: 'none',
				description: 'Anyone who knows the URL can start this workflow',
			},
			{
				name: 'Token From Credential',
				value: 'credential',
				description:
					'The notification token of the SMS Messaging API credential. The Send operations add it to the notify URL; for received messages, add ?token=… yourself.',
			},
			{
				name: 'Token in URL',
				value: 'token',
				description: 'Only requests with the token start this workflow; all others get a 401',
			},
		],
		default: 'none',
		description:
			'How a notification proves that it comes from your messaging service. All others get a 401 and start nothing.',
	},
	secretField({
		displayName: 'Token',
		name: 'token',
		for: 'token',
		hint: 'Add it to the URL that you give to the service: …/delivery-reports?token=YOUR_TOKEN',
		description:
			'Secret that the notify URL must contain as the query parameter token. Use a long random string of letters and digits: other characters must be percent-encoded in the URL. While it is blank, every notification is refused.',
	}),
	{
		displayName:
			"Fill in 'Notification Token' in the credential. Send operations with the same credential add it to every notify URL that leads to an SMS Messaging Trigger.",
		name: 'credentialNotice',
		type: 'notice',
		displayOptions: { show: { authentication: ['credential'] } },
		default: '',
	},
	{
		displayName: 'User',
		name: 'user',
		type: 'string',
		required: true,
		displayOptions: { show: { authentication: ['basic'] } },
		default: '',
		hint: 'Give the service the URL as https://USER:PASSWORD@…/delivery-reports',
		description: 'User that the notify URL must contain. While it is blank, every notification is refused.',
	},
	secretField({
		displayName: 'Password',
		name: 'password',
		for: 'basic',
		description:
			'Password that the notify URL must contain. There, characters other than letters and digits must be percent-encoded. While it is blank, every notification is refused.',
	}),
	{
		displayName: 'Header Name',
		name: 'headerName',
		type: 'string',
		required: true,
		displayOptions: { show: { authentication: ['header'] } },
		default: '',
		placeholder: 'e.g. X-Notification-Secret',
		description:
			'Header that every notification must have, exactly once. Not case-sensitive. While it is blank, every notification is refused.',
	},
	secretField({
		displayName: 'Header Value',
		name: 'headerValue',
		for: 'header',
		description: 'The whole value of that header. While it is blank, every notification is refused.',
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
