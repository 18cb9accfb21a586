import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { LOGS_PATH } from '../nodes/SmsMessaging/service/paths';
import { isLoopback } from '../nodes/SmsMessaging/service/urls';

const AUTHENTICATIONS = ['apiKey', 'basic', 'bearer', 'authorizationValue'] as const;
type Authentication = (typeof AUTHENTICATIONS)[number];

const REDIRECTED = 'The service answered with a redirect. Set the Base URL to the address that it redirects to';

/** What the connection test says for answers that mean: not connected. */
const REFUSALS: Readonly<Record<number, string>> = {
	301: REDIRECTED,
	302: REDIRECTED,
	307: REDIRECTED,
	308: REDIRECTED,
	400: 'The service did not understand the test request (400). Check that the Base URL points to the SMS service',
	401: 'The service does not accept this credential (401). Check the authentication method and the key, password or token',
	403: 'The service knows this credential but does not allow it to read logs (403). Ask for that permission, or use another key',
	404: 'There is no SMS service at this Base URL (404). Check the address; it must not include /sms/1',
	405: 'There is no SMS service at this Base URL (405). Check the address; it must not include /sms/1',
	500: 'The service failed (500). Try again later',
	502: 'A gateway in front of the service could not reach it (502). Try again later',
	503: 'The service is temporarily unavailable (503). Try again later',
	504: 'The service did not answer in time (504). Try again later',
};

/** The logs endpoint answers 200, or 429, normally only to authorized callers. Any other answer is a refusal or not the service's. */
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
			description: "Address of your provider's API, without /sms/1. A path such as /gateway is allowed.",
			hint: 'Your provider tells you this address along with your key. It starts with https:// (on this machine http:// will do)',
		},
		{
			displayName: 'Allow Plain HTTP',
			name: 'allowHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to send the key and the messages unencrypted to an address that starts with http://. Addresses of this machine (localhost, 127.0.0.1) are always allowed.',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'options',
			default: 'apiKey',
			options: [
				{ name: 'API Key', value: 'apiKey', description: 'A scheme word followed by a key' },
				{
					name: 'Authorization Value',
					value: 'authorizationValue',
					description: 'The whole value of the Authorization header, sent as is',
				},
				{ name: 'Basic', value: 'basic', description: 'User name and password' },
				{ name: 'Bearer Token', value: 'bearer', description: 'The word Bearer followed by a token' },
			],
			description: 'How you sign in to the service; your provider tells you which one to use',
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
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: showFor('apiKey'),
			description: 'The key. The word before it (App) is added if it is not there.',
		},
		{
			displayName: 'User Name',
			name: 'username',
			type: 'string',
			default: '',
			displayOptions: showFor('basic'),
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: showFor('basic'),
		},
		{
			displayName: 'Bearer Token',
			name: 'bearerToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'The token. The word Bearer is added if it is not there.',
			displayOptions: showFor('bearer'),
		},
		{
			displayName: 'Authorization Value',
			name: 'authorizationSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. App 0123456789abcdef',
			displayOptions: showFor('authorizationValue'),
		},
		{
			displayName: 'Notification Token',
			name: 'notificationToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. a long random string of letters and digits',
			description:
				"Secret for delivery reports. Only needed for an SMS Messaging Trigger with the authentication 'Token From Credential'. The Send operations add it to notify URLs of this n8n that end in /delivery-reports.",
		},
		{
			displayName: 'Notification Hosts',
			name: 'notificationHosts',
			type: 'string',
			default: '',
			placeholder: 'e.g. hooks.example.com, n8n.example.com:8443',
			description:
				'Other hosts that lead to your triggers, separated by commas. Notify URLs on these hosts get the token too. It is only sent over https, except to this machine.',
		},
		{
			displayName: 'Version of the Send Paths',
			name: 'sendVersion',
			type: 'options',
			default: '1',
			options: [
				{ name: '1', value: '1', description: '/sms/1/text/advanced and /sms/1/binary/advanced' },
				{ name: '2', value: '2', description: '/sms/2/text/advanced and /sms/2/binary/advanced' },
			],
			description:
				'Which version your service uses for sending; the messages are the same. Logs and delivery reports have version 1 in both cases. Choose 2 if the connection test succeeds but sending returns 404.',
		},
		{
			displayName: 'Unit of the Validity Period',
			name: 'validityUnit',
			type: 'options',
			default: 'minutes',
			options: [
				{ name: 'Minutes', value: 'minutes', description: "As in today's public documents" },
				{ name: 'Milliseconds', value: 'milliseconds', description: 'As in those of 2015' },
			],
			description:
				'How your service counts the Validity Period of a message. With the wrong unit, messages expire at once or far too late.',
		},
	];

	/**
	 * Adds the Authorization header.
	 * @throws UserError if the request would go out unencrypted without the user's permission, if the Base URL contains more than an
	 * address, or if nothing is filled in
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: AddressedRequest,
	): Promise<IHttpRequestOptions> => {
		const baseUrl = String(credentials.baseUrl ?? '').trim();
		assertPlainBase(baseUrl);
		if (startsWithBase(requestOptions, baseUrl)) assertWholeBase(baseUrl);
		assertMayBeSentTo(requestedAddress(requestOptions), credentials);
		return {
			...requestOptions,
			headers: { ...requestOptions.headers, Authorization: authorizationValue(credentials) },
		};
	};

	/** Reads the logs of a message that does not exist; looking at reports would use them up. */
	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl?.trim() }}',
			url: LOGS_PATH,
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
					REFUSALS[status] ??
					`The answer (${status}) does not come from an SMS service. Check that the Base URL points to one`,
			},
		})),
	};
}

/** n8n's HTTP Request node passes older request options, whose address is called uri. */
type AddressedRequest = IHttpRequestOptions & { uri?: string };

function requestedAddress({ baseURL, url, uri }: AddressedRequest): URL {
	try {
		return new URL((url ?? uri ?? '').trim(), baseURL?.trim() || undefined);
	} catch {
		throw new UserError(
			'The request URL is incomplete. The Base URL in the SMS Messaging API credential should look like https://sms.example.com; in an HTTP Request node, check the URL too',
		);
	}
}

/** Whether the request goes to the Base URL, and not to an address that someone entered in an HTTP Request node. */
function startsWithBase({ baseURL, url, uri }: AddressedRequest, baseUrl: string): boolean {
	const address = url ?? uri ?? '';
	return address.startsWith('/') ? (baseURL ?? '').trim() === baseUrl : baseUrl !== '' && address.startsWith(baseUrl);
}

/** Names what is missing, never the address itself, which may contain a password. */
function assertWholeBase(baseUrl: string): void {
	if (baseUrl === '')
		throw new UserError(
			'The SMS Messaging API credential has no Base URL. Enter the address of the service, such as https://sms.example.com',
		);
	if (!/^(https?:|[a-z][a-z0-9+.-]*:\/)/i.test(baseUrl))
		throw new UserError(
			'The Base URL in the SMS Messaging API credential does not start with https://. Write https:// in front of the address, as in https://sms.example.com',
		);
	if (!URL.canParse(baseUrl))
		throw new UserError(
			'The Base URL in the SMS Messaging API credential is not an address. Look for spaces and typos; it should look like https://sms.example.com',
		);
}

/** A path after a query or fragment would become part of it, and a user name in the address would replace the Authorization header. */
function assertPlainBase(baseUrl: string): void {
	const { username, password } = URL.canParse(baseUrl) ? new URL(baseUrl) : { username: '', password: '' };
	if (username === '' && password === '' && !/[?#]/.test(baseUrl)) return;
	throw new UserError(
		'The Base URL in the SMS Messaging API credential contains a user name, a query (?) or a fragment (#). Enter only the address, such as https://sms.example.com; for a user name and password, choose the authentication Basic',
	);
}

function assertMayBeSentTo(address: URL, credentials: ICredentialDataDecryptedObject): void {
	if (address.protocol === 'https:') return;
	if (address.protocol === 'http:' && (credentials.allowHttp === true || isLoopback(address.hostname))) return;
	throw new UserError(
		'The request URL does not start with https://, so the key and messages would be sent unencrypted. Use https:// in the Base URL of the SMS Messaging API credential (in an HTTP Request node: in its URL), or turn on Allow Plain HTTP in the credential',
	);
}

function authorizationValue(credentials: ICredentialDataDecryptedObject): string {
	/** Without the header's name, which people copy with the value. */
	const text = (name: string) =>
		String(credentials[name] ?? '')
			.trim()
			.replace(/^authorization:\s*/i, '');
	const filledIn = (value: string, label: string) => {
		if (value !== '') return value;
		throw new UserError(`The SMS Messaging API credential has no ${label}. Open the credential and enter it`);
	};
	switch (credentials.authentication as Authentication) {
		case 'basic':
			return (
				pastedBasic(text('username'), text('password')) ??
				// A password may begin or end with a space, so it is not trimmed
				basicValue(filledIn(text('username'), 'user name'), String(credentials.password ?? ''))
			);
		case 'bearer':
			return withScheme('Bearer', filledIn(text('bearerToken'), 'token'));
		case 'authorizationValue':
			return filledIn(text('authorizationSecret'), 'Authorization value');
		default:
			return withScheme(text('scheme'), filledIn(text('apiKey'), 'API key'));
	}
}

function basicValue(user: string, password: string): string {
	return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const SCHEMES = ['App', 'Basic', 'Bearer', 'IBSSO'];

/** A key that was pasted with a scheme word keeps that word, whichever it is. */
function withScheme(scheme: string, key: string): string {
	const [, word = '', rest = ''] = /^(\S+)\s+(.+)$/s.exec(key) ?? [];
	const pasted = [scheme, ...SCHEMES].find((known) => known.toLowerCase() === word.toLowerCase() && known !== '');
	return pasted === undefined ? `${scheme} ${key}`.trim() : `${pasted} ${rest}`;
}

/** A whole Basic value pasted in place of the user name, or of the password for this user. */
function pastedBasic(user: string, password: string): string | undefined {
	for (const text of [user, password]) {
		const encoded = /^basic\s+([a-z0-9+/]+=*)$/i.exec(text)?.[1];
		const decoded = Buffer.from(encoded ?? '', 'base64').toString();
		const isPasted = text === user || user === '' ? decoded.includes(':') : decoded.startsWith(`${user}:`);
		if (encoded !== undefined && isPasted) return `Basic ${encoded}`;
	}
	return undefined;
}
