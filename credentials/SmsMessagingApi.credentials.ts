import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import {
	assertAddress,
	baseUrlOf,
	type AddressedRequest,
	authorizationValue,
	type Authentication,
} from '../nodes/SmsMessaging/api/credential';
import { LOGS_PATH } from '../nodes/SmsMessaging/api/version1';
import { countryOptions } from '../nodes/SmsMessaging/fields/phoneNumber';
import { VERSION_3 } from '../nodes/SmsMessaging/api/version3';

const REDIRECTED = 'The service redirects to another address. Set the Base URL to that address';

const OTHER_VERSION = 'the API Version: this account may need 3 in place of 1 or 2, or the reverse';

/** What the connection test says for answers that mean: not connected. */
const REFUSALS: Readonly<Record<number, string>> = {
	301: REDIRECTED,
	302: REDIRECTED,
	307: REDIRECTED,
	308: REDIRECTED,
	400: 'The service did not understand the test request (400). Check the Base URL',
	401: 'The service does not accept this credential (401). Check the authentication method and the key, password or token',
	403: 'The service accepts this credential, but not for reading logs (403). Ask your provider for that permission, or use another key',
	404: `There is no SMS service at this Base URL (404). Check the address, which must not include /sms/…, and ${OTHER_VERSION}`,
	405: `There is no SMS service at this Base URL (405). Check the address, which must not include /sms/…, and ${OTHER_VERSION}`,
	410: `The path of the logs has ended at the service (410): ${OTHER_VERSION}`,
	500: 'The service failed (500). Try again later',
	502: 'A gateway in front of the service could not reach it (502). Try again later',
	503: 'The service is temporarily unavailable (503). Try again later',
	504: 'The service did not answer in time (504). Try again later',
};

/** The logs endpoint answers 200 or 429 only to authorized callers. Any other status is a refusal, or comes from another server. */
const CONNECTED_STATUSES = [200, 429];
const NOT_CONNECTED_STATUSES = Array.from({ length: 400 }, (_, index) => 200 + index).filter(
	(status) => !CONNECTED_STATUSES.includes(status),
);
/** n8n would show these without their number: successes, and non-standard codes of gateways. For the rest it shows the standard name. */
const hasNoName = (status: number) => status < 300 || (status >= 520 && status <= 530);

const showFor = (authentication: Authentication): INodeProperties['displayOptions'] => ({
	show: { authentication: [authentication] },
});

/** Where the SMS service is, and the Authorization header sent with every request (interface: Authentication). */
export class SmsMessagingApi implements ICredentialType {
	name = 'smsMessagingApi';

	displayName = 'SMS Messaging API';

	documentationUrl = 'https://github.com/n8n-nodes-sms-messaging/n8n-nodes-sms-messaging/blob/main/docs/credential.md';

	icon: Icon = {
		light: 'file:../nodes/SmsMessaging/smsMessaging.svg',
		dark: 'file:../nodes/SmsMessaging/smsMessaging.dark.svg',
	};

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://sms.example.com',
			description:
				"Address of your provider's API. A path such as /gateway is allowed; /sms/… behind it is left out. Without a scheme it gets https://, on this machine http://.",
			hint: 'Your provider gives you this address with your key; the sandbox has http://, not https://',
		},
		{
			displayName: 'API Version',
			name: 'apiVersion',
			type: 'options',
			default: '1',
			options: [
				{ name: '1', value: '1', description: 'Services with the paths /sms/1/…' },
				{ name: '2', value: '2', description: 'Older accounts at Infobip: /sms/2/… for sending, the rest as 1' },
				{ name: '3', value: '3', description: 'New accounts at Infobip (/sms/3/…)' },
			],
			description:
				'Version of the interface that your account has. Another version may not see the messages that this one has sent: change it while nothing is under way.',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			default: 'apiKey',
			options: [
				{ name: 'API Key', value: 'apiKey', description: 'A scheme such as App, followed by a key' },
				{
					name: 'Authorization Value',
					value: 'authorizationValue',
					description: 'The whole value of the Authorization header, sent as is',
				},
				{ name: 'Basic', value: 'basic', description: 'User name and password' },
				{ name: 'Bearer Token', value: 'bearer', description: 'The word Bearer followed by a token' },
			],
			description: 'How the node signs in to the service. Your provider tells you which method to use.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'e.g. 0123456789abcdef',
			displayOptions: showFor('apiKey'),
			description: 'The key. The node adds the scheme (App) if it is missing.',
		},
		{
			displayName: 'User Name',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. mycompany',
			displayOptions: showFor('basic'),
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: showFor('basic'),
			description: 'Leave it empty if your service needs only a user name',
		},
		{
			displayName: 'Bearer Token',
			name: 'bearerToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'e.g. 0123456789abcdef',
			displayOptions: showFor('bearer'),
			description: 'The token. The node adds the word Bearer if it is missing.',
		},
		{
			displayName: 'Authorization Value',
			name: 'authorizationSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'e.g. App 0123456789abcdef',
			displayOptions: showFor('authorizationValue'),
		},
		// The only heading that n8n shows in a credential: it has no collections there
		{
			displayName: 'More settings: most accounts need no change here',
			name: 'moreNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Default Country',
			name: 'defaultCountry',
			type: 'options',
			options: [{ name: 'None (Numbers Have Their Country Code)', value: '' }, ...countryOptions],
			default: '',
			description: 'Country of numbers without + or 00, for nodes that name none of their own',
		},
		{
			displayName: 'Default Sender',
			name: 'defaultSender',
			type: 'string',
			default: '',
			placeholder: 'e.g. MyCompany',
			description: 'Sender of messages whose From is empty. If empty too, the service uses the sender of your account.',
		},
		{
			displayName: 'Scheme',
			name: 'scheme',
			type: 'string',
			default: 'App',
			displayOptions: showFor('apiKey'),
			description: 'The word before the key in the Authorization header',
		},
		{
			displayName: 'Allow Plain HTTP',
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to allow a Base URL that starts with http://. The key and the messages are then sent unencrypted. Addresses of this machine (localhost, 127.0.0.1) are always allowed.',
		},
		{
			displayName: 'Unit of the Validity Period',
			name: 'validityUnit',
			type: 'options',
			default: 'minutes',
			options: [
				{ name: 'Minutes', value: 'minutes', description: 'As in current public documents' },
				{ name: 'Milliseconds', value: 'milliseconds', description: 'As in public documents of 2015' },
			],
			displayOptions: { show: { apiVersion: ['1', '2'] } },
			description:
				'Unit in which your service expects the Validity Period of a message. With the wrong unit, messages expire at once or far too late.',
		},
		{
			displayName: 'Notification Token',
			name: 'notificationToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. a long random string of letters and digits',
			description:
				"Secret that an SMS Messaging Trigger with the authentication 'Token From Credential' requires. Send operations add it to notify URLs of this n8n that end in /sms-notifications.",
		},
		{
			displayName: 'Notification Hosts',
			name: 'notificationHosts',
			type: 'string',
			default: '',
			placeholder: 'e.g. hooks.example.com, n8n.example.com:8443',
			description:
				'Other hosts of your triggers, separated by commas. Notify URLs on these hosts get the token too. It is only added to https addresses, and to those of this machine.',
		},
	];

	/**
	 * Adds the Authorization header.
	 * @throws UserError if the request would be sent unencrypted without the user's permission, if the Base URL contains more than an
	 * address, or if the key, token, user name or value is missing
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: AddressedRequest,
	): Promise<IHttpRequestOptions> => {
		// The connection test has the Base URL as it is written
		const isWritten = requestOptions.baseURL?.trim() === String(credentials.baseUrl ?? '').trim();
		const request = isWritten ? { ...requestOptions, baseURL: baseUrlOf(credentials) } : requestOptions;
		assertAddress(request, credentials);
		return { ...request, headers: { ...request.headers, Authorization: authorizationValue(credentials) } };
	};

	/** Reads the logs of a message that does not exist. Fetching reports would use them up. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl?.trim() }}',
			url: `={{ $credentials.apiVersion == '3' ? '${VERSION_3.logsPath}' : '${LOGS_PATH}' }}`,
			qs: { messageId: 'connection-test', limit: 1 },
			headers: { Accept: 'application/json' },
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: { ignore: true, except: NOT_CONNECTED_STATUSES },
		},
		rules: NOT_CONNECTED_STATUSES.filter((status) => status in REFUSALS || hasNoName(status)).map((status) => ({
			type: 'responseCode',
			properties: {
				value: status,
				message:
					REFUSALS[status] ?? `The Base URL does not lead to an SMS service: it answers ${status}. Check the address`,
			},
		})),
	};
}
