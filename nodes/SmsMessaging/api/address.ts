import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

/** n8n's HTTP Request node passes older request options, whose address is called uri. */
export type AddressedRequest = IHttpRequestOptions & { uri?: string };

/**
 * Checks where a request goes before the key is added to it.
 * @throws UserError if the Base URL is not an address or contains more than that, or if the request would be sent unencrypted without
 * the user's permission
 */
export function assertAddress(request: AddressedRequest, credentials: ICredentialDataDecryptedObject): void {
	const baseUrl = String(credentials.baseUrl ?? '').trim();
	assertPlainBase(baseUrl);
	if (startsWithBase(request, baseUrl)) assertWholeBase(baseUrl);
	assertMayBeSentTo(requestedAddress(request), credentials);
}

function requestedAddress({ baseURL, url, uri }: AddressedRequest): URL {
	const address = (url ?? uri ?? '').trim();
	const base = baseURL?.trim() || undefined;
	if (URL.canParse(address, base)) return new URL(address, base);
	throw new UserError(
		'The request URL is incomplete. Check the Base URL in the SMS Messaging API credential: it should look like https://sms.example.com. In an HTTP Request node, check the URL too',
	);
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
			'The Base URL in the SMS Messaging API credential is not an address. Look for spaces and typos: it should look like https://sms.example.com',
		);
}

/** A path after a query or fragment would become part of it, and a user name in the address would replace the Authorization header. */
function assertPlainBase(baseUrl: string): void {
	const { username, password } = URL.canParse(baseUrl) ? new URL(baseUrl) : { username: '', password: '' };
	if (username === '' && password === '' && !/[?#]/.test(baseUrl)) return;
	throw new UserError(
		'The Base URL in the SMS Messaging API credential contains a user name, a query (?) or a fragment (#). Enter only the address, such as https://sms.example.com. For a user name and password, choose the authentication Basic',
	);
}

function assertMayBeSentTo(address: URL, credentials: ICredentialDataDecryptedObject): void {
	if (address.protocol === 'https:') return;
	if (address.protocol === 'http:' && (credentials.allowHttp === true || isLoopback(address.hostname))) return;
	throw new UserError(
		'The request URL does not start with https://, so the key and messages would be sent unencrypted. Correct the Base URL in the SMS Messaging API credential (or the URL of the HTTP Request node), or turn on Allow Plain HTTP in the credential',
	);
}

/**
 * Whether a URL's host name is this machine itself, so that nothing travels over a network. Names below localhost are not:
 * a resolver may send them anywhere.
 */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}
